// Requests that no endpoint serves: 404, 405, 414 and OPTIONS.
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { listen } from '../../../../facades/http/server/listen.ts';
import { createAdmission } from '../../../../src/gateway/load/admission.ts';
import { MainThreadTime } from '../../../../src/gateway/load/main-thread-time.ts';
import { RequestTurns } from '../../../../src/gateway/load/request-turns.ts';
import { createLogger } from '../../../../src/logger.ts';
import { BASE, openTestRouter, readProblem, testRoute } from './test-router.ts';

const FULL = { admit: () => null, waitForTurn: () => null, resume: () => undefined };

/** The name of a case, and its request. */
const UNMATCHED: [string, string][] = [
  ['for an unknown path', 'GET /nowhere'],
  ['with a method that its path does not have', 'PUT /'],
  ['with OPTIONS', 'OPTIONS /'],
  ['with a URL that is too long', `GET /?q=${'x'.repeat(8192)}`],
];
const ALWAYS_SERVED: [string, string][] = [
  ['for a path that is always served', 'GET /healthz'],
  ['with a method that a path that is always served does not have', 'PUT /healthz'],
];

describe('a request', () => {
  test.each(UNMATCHED)(
    '%s is refused if it is not admitted, and pauses its connection',
    async (_case, line) => {
      const pauseRefused = vi.fn();
      const { router: full } = openTestRouter([testRoute('GET /')], { admission: FULL });
      const [method = '', path = ''] = line.split(' ');

      const request = new Request(`${BASE}${path}`, { method });
      const response = await full.fetch(request, { address: '192.0.2.1', pauseRefused });

      expect([response.status, (await readProblem(response))['code']]).toEqual([503, 'unavailable']);
      expect(pauseRefused).toHaveBeenCalledOnce();
    },
  );

  test('for an unknown path is refused if it has waited too long for its turn', async () => {
    const admission = { ...FULL, admit: () => () => undefined, waitForTurn: () => Promise.resolve(false) };
    const { call } = openTestRouter([testRoute('GET /')], { admission });

    expect((await call('GET /nowhere')).status).toBe(503);
  });

  test('with a method that its path does not have is admitted without its body, which is not read', async () => {
    const admit = vi.fn(() => () => undefined);
    const { call } = openTestRouter([testRoute('GET /')], { admission: { ...FULL, admit } });

    const response = await call('POST /', { body: 'x'.repeat(100), headers: { 'content-length': '100' } });

    expect(response.status).toBe(405);
    expect(admit).toHaveBeenCalledExactlyOnceWith('192.0.2.1', 0);
  });

  test('for an unknown path keeps no body while it waits for its turn', async () => {
    const { promise: turn, resolve: takeTurn } = Promise.withResolvers<boolean>();
    const admission = { ...FULL, admit: () => () => undefined, waitForTurn: () => turn };
    const { router } = openTestRouter([testRoute('GET /')], { admission });
    let incoming: IncomingMessage | undefined;
    const server = await listen(
      (request, peer) => {
        incoming = peer.outgoing?.req;
        return router.fetch(request, peer);
      },
      { host: '127.0.0.1', port: 0 },
    );
    onTestFinished(() => server.close(0));

    const body = 'x'.repeat(120_000);
    const response = fetch(`http://127.0.0.1:${server.port}/nowhere`, { method: 'POST', body });
    await expect.poll(() => [incoming?.complete, incoming?.readableLength]).toEqual([true, 0]);
    takeTurn(true);

    expect((await response).status).toBe(404);
  });

  test('for a path that is always served needs no admission, whatever its method', async () => {
    const { call } = openTestRouter([testRoute('GET /healthz', { isAlwaysServed: true })], {
      admission: FULL,
    });
    const lines = ['GET /healthz', 'OPTIONS /healthz', 'PUT /healthz'];

    const responses = await Promise.all(lines.map((line) => call(line)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 405]);
  });

  test('for a path that is always served is served however long it has waited for its turn', async () => {
    let nowMs = 0;
    const turns = new RequestTurns(() => nowMs);
    const eventLoop = { delayMs: () => 0 };
    const admission = createAdmission({ maxInFlight: 9, eventLoop, turns, log: createLogger('silent') });
    const healthCheck = testRoute('GET /healthz', {
      isAlwaysServed: true,
      serve: () => {
        nowMs += 3000;
        return toJsonReply('ok');
      },
    });
    const { call } = openTestRouter([healthCheck], { admission });

    const responses = await Promise.all(Array.from({ length: 25 }, () => call('GET /healthz')));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test.each([...UNMATCHED, ...ALWAYS_SERVED])('%s counts its time for its region', async (_case, line) => {
    let nowMs = 0;
    const mainThreadTime = new MainThreadTime(() => nowMs);
    const eventLoop = { delayMs: () => 0 };
    const log = createLogger('silent');
    const { call } = openTestRouter(
      [testRoute('GET /'), testRoute('GET /healthz', { isAlwaysServed: true })],
      {
        admission: createAdmission({ maxInFlight: 9, eventLoop, mainThreadTime, log }),
      },
    );
    mainThreadTime.attributeTo('198.51.100.0/24');
    nowMs += 1;

    await call(line);
    nowMs += 600;
    await setImmediate();

    expect(mainThreadTime.isHeavy('192.0.2.0/24')).toBe(true);
    expect(mainThreadTime.isHeavy('198.51.100.0/24')).toBe(false);
  });
});
