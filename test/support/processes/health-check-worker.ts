// Requests /healthz repeatedly, in a worker thread, so that a busy test does not delay the requests.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { measureSlowdown } from '../generators/cpu-time.ts';

const { baseUrl, pid } = workerData as { readonly baseUrl: string; readonly pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const times: number[] = [];
let failures = 0;
let longestBusyMs = 0;

/** Processor time of the board's main thread in milliseconds; 0 where the system does not report it. */
const readBusyTime =
  process.platform === 'linux'
    ? () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    : () => 0;

async function measureHealthCheck(): Promise<void> {
  const [start, busyBefore] = [performance.now(), readBusyTime()];
  const [response] = (await once(get(`${baseUrl}/healthz`, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  times.push(performance.now() - start);
  const busyMs = readBusyTime() - busyBefore;
  if (busyMs > longestBusyMs) longestBusyMs = Math.max(longestBusyMs, busyMs / measureSlowdown());
  if (response.statusCode !== 200) failures += 1;
}

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
await measureHealthCheck();
parentPort?.postMessage('ready');
while (!stop.signal.aborted) {
  await measureHealthCheck();
  await wait(5);
}
agent.destroy();
times.sort((a, b) => a - b);
parentPort?.postMessage({
  responses: times.length,
  failures,
  longestBusyMs,
  ninetiethPercentileMs: times[Math.floor(times.length * 0.9)],
});
