// The routes of all actions together, over a session whose reads have no records.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGetRoutes } from '../../../facades/get/routes.ts';
import type { Route } from '../../../facades/http/route.ts';
import type { BoardError, Session } from '../../../schema/contract.ts';
import { FairShares } from '../../../src/gateway/load/fair-shares.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const BASE = 'http://board.test';

const sessionWith = (isReplayed: boolean) =>
  ({
    isRotationDue: false,
    rateLimit: null,
    executeOperation: () =>
      Promise.resolve({
        value: { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } },
        isReplayed,
        isShared: false,
      }),
  }) as unknown as Session;

/** Returns a function that serves requests. Waiting results have at most this many characters. */
function open(maxCharacters: number, isReplayed = false) {
  const routes = createGetRoutes({
    openSession: () => Promise.resolve(sessionWith(isReplayed)),
    describe: describeOperation,
    ...{ baseUrl: BASE, siteUrl: 'http://site.test' },
    toRefusal: (error) => error as BoardError,
    resultShares: new FairShares(maxCharacters),
    admission: { resume: () => undefined },
  });
  return (target: string) => serve(routes, target);
}

function serve(routes: readonly Route[], target: string) {
  const url = new URL(target, BASE);
  const route = routes.find(({ path }) => path === url.pathname);
  return route?.serve({
    ...{ request: new Request(url), url, params: {}, body: null },
    ...{ requestId: '1', address: '192.0.2.1', connection: null },
  });
}

test('an iteration of the event loop builds at most one response, whatever actions the requests call', async () => {
  const send = open(1_000_000);
  let built = 0;
  const targets = ['/get/search?q=a', '/get/feed', '/get/search?q=b', '/get/feed'];
  const replies = targets.map(async (target) => {
    const reply = await send(target);
    built += 1;
    return reply;
  });

  const perIteration: number[] = [];
  for (let before = 0; built < targets.length; before = built) {
    await setImmediate();
    perIteration.push(built - before);
  }

  expect(await Promise.all(replies)).toMatchObject(targets.map(() => ({ status: 200 })));
  expect(Math.max(...perIteration)).toBe(1);
});

test('a read is refused if its result and those that wait take too much memory', async () => {
  // An empty page is counted as 80 characters.
  const send = open(159);
  const targets = ['/get/search?q=a', '/get/feed'];

  const replies = await Promise.all(targets.map(async (target) => send(target)));
  expect(replies).toMatchObject([{ status: 200 }, { status: 503 }]);
});

test.each([
  ['is not refused, because it has been committed', false, 200],
  ['is refused if it is a replay, which can be repeated', true, 503],
])('a write whose result takes too much memory %s', async (_case, isReplayed, status) => {
  const send = open(0, isReplayed);
  const reply = await send('/get/signal?fact=01900000-0000-7000-8000-00000000000a&kind=confirm');

  expect(reply).toMatchObject({ status });
});
