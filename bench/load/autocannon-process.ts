// The child process of autocannon.ts: receives a load, sends the result.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';
import { type HttpRequest, UNIQUE } from './request.ts';

let sentRequests = 0;

/** Replaces `UNIQUE` in a header by a new value each time the request is sent. */
const toAutocannon = (request: HttpRequest): object => {
  const headerName = Object.entries(request.headers).find(([, value]) => value === UNIQUE)?.[0];
  if (headerName === undefined) return { ...request };
  const setupRequest = (built: { headers: Record<string, string> }) => ({
    ...built,
    headers: { ...built.headers, [headerName]: `${process.pid}-${Date.now()}-${++sentRequests}` },
  });
  return { ...request, setupRequest };
};

/** Each connection starts at a different position in the list: otherwise all would send the same request at the same time. */
async function runAutocannon({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
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
  const responses = counts.requests.total;
  const failures = counts.non2xx + counts.errors;
  return {
    responsesPerSecond: responses / duration,
    responses,
    p50: latency.p50,
    p99: latency.p99,
    failures,
  };
}

process.once('message', (load) => {
  void runAutocannon(load as Load).then((result) => process.send?.(result));
});
