// The child process of autocannon.ts: takes a load, tells what came of it.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';
import { type HttpRequest, UNIQUE } from './request.ts';

let sent = 0;

/** What is its own in each request is written in anew each time; most requests have nothing such, and are made once. */
const toAutocannon = (request: HttpRequest): object => {
  const wanting = Object.entries(request.headers).find(([, value]) => value === UNIQUE)?.[0];
  if (wanting === undefined) return { ...request };
  const setupRequest = (made: { headers: Record<string, string> }) => ({
    ...made,
    headers: { ...made.headers, [wanting]: `${process.pid}-${Date.now()}-${++sent}` },
  });
  return { ...request, setupRequest };
};

/** Each connection begins elsewhere in the list: all of them at one place would ask for the same at the same time. */
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
  void run(load as Load).then((outcome) => process.send?.(outcome));
});
