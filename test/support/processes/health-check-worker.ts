// Requests /healthz repeatedly, in a worker thread, so that a busy test does not delay it.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const health = { responses: 0, failures: 0, longestMs: 0 };

async function check(): Promise<void> {
  const start = performance.now();
  const [response] = (await once(get(`${String(workerData)}/healthz`, { agent }), 'response')) as [
    IncomingMessage,
  ];
  response.resume();
  await once(response, 'end');
  health.responses += 1;
  health.longestMs = Math.max(health.longestMs, performance.now() - start);
  if (response.statusCode !== 200) health.failures += 1;
}

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
while (!stop.signal.aborted) {
  await check();
  await wait(5);
}
agent.destroy();
parentPort?.postMessage(health);
