// The thread that makes the requests to webhooks.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { exchange } from './exchange.ts';
import type { NumberedRequest, NumberedResult, NumberedTls } from './exchange-thread.ts';

// On Linux this sets the priority of the thread; elsewhere it would set the priority of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The time that TLS takes is reported in steps of this size, so that many small chunks of a server cause few messages. */
const TLS_STEP_MS = 1;

const runningRequests = new Map<number, AbortController>();

parentPort?.on('message', ({ number, request }: NumberedRequest) => {
  if (request === null) {
    runningRequests.get(number)?.abort();
    return;
  }
  const controller = new AbortController();
  runningRequests.set(number, controller);
  let reportedMs = 0;
  // Reported during the request: the thread may be ended before the request ends, because many handshakes take too long.
  const reportTls = (tlsMs: number) => {
    if (tlsMs - reportedMs < TLS_STEP_MS) return;
    reportedMs = tlsMs;
    parentPort?.postMessage({ number, tlsMs } satisfies NumberedTls);
  };
  void exchange(request, controller.signal, reportTls).then((result) => {
    runningRequests.delete(number);
    parentPort?.postMessage({ number, result } satisfies NumberedResult);
  });
});
