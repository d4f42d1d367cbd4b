import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError, type Database } from '../../../prisma/client.ts';
import type { Context } from '../../../schema/context.ts';
import { createResponseCache } from '../../../src/gateway/responses/response-cache.ts';

const STATE = {
  snapshot: '1:1:',
  isStandby: false,
  server: 'a server',
  position: 1,
  rows: 0,
  keys: [],
  words: [],
};

/** Returns a function that requests the same response for a client. */
function createRequests() {
  const database = { rows: () => Promise.resolve([STATE]) } as unknown as Database;
  const cache = createResponseCache({ database, clock: { now: () => new Date() } });
  const operation = {};
  return (compute: () => Promise<object>, { isEnded = false, queueKey = 'a region' } = {}) => {
    const context = {
      queueKey,
      viewer: { kind: 'anonymous' },
      settings: { baseUrl: '' },
      connection: { isEnded },
    } as unknown as Context;
    const toShareable = (result: object) => result;
    return cache.getOrCompute({ operation, variables: {}, context, mayWait: false, toShareable }, compute);
  };
}

test('a client that disconnects does not end the sharing of a response', async () => {
  const request = createRequests();
  const abandoned = Promise.withResolvers<object>();
  let computed = 0;
  const compute = () => {
    computed += 1;
    return Promise.resolve({ computed });
  };
  const first = request(() => abandoned.promise, { isEnded: true }).catch(() => null);
  const waiting = [request(compute), request(compute)];
  setImmediate(() => abandoned.reject(new BusyError()));

  const results = [await first, ...(await Promise.all(waiting)), await request(compute)];

  expect(results).toEqual([null, { computed: 1 }, { computed: 1 }, { computed: 1 }]);
});

test('a request waits for the computations of at most two clients that disconnect', async () => {
  const request = createRequests();
  const abandoned = Array.from({ length: 3 }, () => Promise.withResolvers<object>());
  for (const { promise } of abandoned) promise.catch(() => null);
  const gone = abandoned.map(({ promise }) => request(() => promise, { isEnded: true }).catch(() => null));
  const waiting = request(() => Promise.resolve({ isOwn: true }));

  for (const { reject } of abandoned.slice(0, 2)) {
    await nextIteration();
    reject(new BusyError());
  }

  expect(await waiting).toEqual({ isOwn: true });
  abandoned[2]?.reject(new BusyError());
  await Promise.all(gone);
});

test('a request does not wait long for the turn of another caller', async () => {
  const request = createRequests();
  const turn = Promise.withResolvers<object>();
  let computed = 0;
  const compute = () => {
    computed += 1;
    return Promise.resolve({ computed });
  };
  const ofBusyCaller = [request(() => turn.promise), request(() => turn.promise)];

  const callers = Array.from({ length: 20 }, (_, i) => `caller ${i}`);
  const others = await Promise.all(callers.map((queueKey) => request(compute, { queueKey })));

  expect(others).toEqual(callers.map(() => ({ computed: 1 })));
  turn.resolve({ isLate: true });
  expect(await Promise.all(ofBusyCaller)).toEqual([{ isLate: true }, { isLate: true }]);
  expect(await request(compute)).toEqual({ computed: 1 });
});

test('requests for a response that depends on the caller do not wait for each other', async () => {
  const request = createRequests();
  // After a computation that fails, the response counts as one that depends on the caller.
  await request(() => Promise.reject(new Error('the computation fails'))).catch(() => null);

  const results = await Promise.all([1, 2].map((n) => request(() => Promise.resolve({ n }))));

  expect(results).toEqual([{ n: 1 }, { n: 2 }]);
});
