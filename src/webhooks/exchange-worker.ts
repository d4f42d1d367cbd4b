// The thread that makes the requests to webhooks.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { exchange } from './exchange.ts';
import type { NumberedRequest } from './exchange-thread.ts';

// On Linux this sets the priority of the thread; elsewhere it would set the priority of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const runningRequests = new Map<number, AbortController>();

parentPort?.on('message', ({ number, request }: NumberedRequest) => {
  if (request === null) {
    runningRequests.get(number)?.abort();
    return;
  }
  const controller = new AbortController();
  runningRequests.set(number, controller);
  void exchange(request, controller.signal).then((result) => {
    runningRequests.delete(number);
    parentPort?.postMessage({ number, result });
  });
});
