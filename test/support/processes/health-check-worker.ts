// Requests /healthz repeatedly, in a worker thread, so that a busy test does not delay it.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const times: number[] = [];
let failures = 0;

async function check(): Promise<void> {
  const start = performance.now();
  const [response] = (await once(get(`${String(workerData)}/healthz`, { agent }), 'response')) as [
    IncomingMessage,
  ];
  response.resume();
  await once(response, 'end');
  times.push(performance.now() - start);
  if (response.statusCode !== 200) failures += 1;
}

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
while (!stop.signal.aborted) {
  await check();
  await wait(5);
}
agent.destroy();
times.sort((a, b) => a - b);
parentPort?.postMessage({
  responses: times.length,
  failures,
  longestMs: times.at(-1),
  ninetiethPercentileMs: times[Math.floor(times.length * 0.9)],
});
