// The lines of the access log, and how several observers of a request are joined.
import { describe, expect, test } from 'vitest';
import { createAccessLog } from '../../../src/telemetry/access-log.ts';
import { joinObservers } from '../../../src/telemetry/join-observers.ts';
import { createArrivedRequest, SERVED } from './observed-request.ts';

test('a line of the access log has the request without its query, cut path and user agent, and rounded times', () => {
  const lines: unknown[] = [];
  const observe = createAccessLog(
    { info: (line: object, message: string) => lines.push([message, line]) } as never,
    'api',
  );
  const url = `http://a/get/${'x'.repeat(400)}?key=secret`;

  observe(createArrivedRequest(url, { headers: { 'user-agent': 'u'.repeat(400) } })).end(SERVED);

  expect(lines).toEqual([
    [
      'request',
      {
        ...SERVED,
        ...{ server: 'api', requestId: 'an id', address: '192.0.2.1', method: 'GET', readyMs: 1, totalMs: 3 },
        path: `/get/${'x'.repeat(295)}`,
        userAgent: 'u'.repeat(300),
      },
    ],
  ]);
});

describe('several observers of requests', () => {
  const create =
    (name: string, log: string[], isObserved = true) =>
    () => ({
      observation: isObserved
        ? { begin: () => log.push(`${name} begins`) as never, end: () => void log.push(`${name} ends`) }
        : null,
      end: () => void log.push(`${name} served`),
    });

  test('each observe the request, and its parts if they have an observation', () => {
    const log: string[] = [];
    const observer = joinObservers([create('a', log), create('b', log, false), create('c', log)]);

    const observed = observer!(createArrivedRequest('http://a/'));
    observed.observation?.begin({ kind: 'tool', name: 'a tool' });
    observed.observation?.end();
    observed.end(SERVED);

    expect(log).toEqual([
      ...['a begins', 'c begins', 'a ends', 'c ends'],
      ...['a served', 'b served', 'c served'],
    ]);
  });

  test('are joined to `undefined` if there are none, and to the observer itself if there is only one', () => {
    const only = create('a', []);

    expect([joinObservers([]), joinObservers([only])]).toEqual([undefined, only]);
  });
});
