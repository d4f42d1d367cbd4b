// The child process of autocannon.ts: receives a load, sends the result.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';
import { type HttpRequest, UNIQUE } from './request.ts';

let sent = 0;

/** Requests without `UNIQUE` are built once. In the others each sending gets a new value. */
const toAutocannon = (request: HttpRequest): object => {
  const wanting = Object.entries(request.headers).find(([, value]) => value === UNIQUE)?.[0];
  if (wanting === undefined) return { ...request };
  const setupRequest = (made: { headers: Record<string, string> }) => ({
    ...made,
    headers: { ...made.headers, [wanting]: `${process.pid}-${Date.now()}-${++sent}` },
  });
  return { ...request, setupRequest };
};

/**
 * Each connection starts at another position of the list, so that connections do not send the same request at once.
 */
async function run({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  let clients = 0;
  const { duration, latency, ...counts } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const at = Math.floor((clients++ * requests.length) / connections);
      client.setRequests([...requests.slice(at), ...requests.slice(0, at)].map(toAutocannon));
    },
  });
  const answers = counts.requests.total;
  const failures = counts.non2xx + counts.errors;
  return {
    responsesPerSecond: answers / duration,
    responses: answers,
    p50: latency.p50,
    p99: latency.p99,
    failures,
  };
}

process.once('message', (load) => {
  void run(load as Load).then((result) => process.send?.(result));
});
