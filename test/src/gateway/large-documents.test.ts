import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { BoardError } from '../../../schema/contract.ts';
import type { Repetition } from '../../../schema/live/live.ts';
import { LargeDocuments } from '../../../src/gateway/load/large-documents.ts';
import { continueLater } from '../../../src/gateway/repetition.ts';

/** The context of a large document. Each caller is in its own region by default. */
const contextOf = (queueKey: string, region = queueKey) => ({
  ...{ isLarge: true, mayWait: false, queueKey, region, keptBytes: 0 },
  placeAfterWait: { begin: null as (() => Promise<void>) | null },
  runningFields: null,
});

/** Executes documents that do not end. Returns how many have begun. */
async function countBegun(
  documents: LargeDocuments,
  contexts: readonly Partial<Parameters<LargeDocuments['run']>[0]>[],
): Promise<number> {
  let begun = 0;
  for (const context of contexts)
    documents
      .run({ ...contextOf(context.queueKey ?? 'a', context.region), ...context }, () => {
        begun += 1;
        return new Promise(() => undefined);
      })
      // The waiting documents are refused after 5 s.
      .catch(() => undefined);
  await setImmediate();
  return begun;
}

test.each([
  ['of 384 MiB', 384 * 2 ** 20, 12, 6],
  ['of 2 GiB', 2 ** 31, 64, 32],
  ['that is larger', 2 ** 40, 64, 32],
])(
  'with a heap %s (%i bytes), %i large documents are executed at once, %i of them of one caller',
  async (_name, heapBytes, atOnce, ofOneCaller) => {
    const documents = new LargeDocuments(heapBytes);
    const hundred = Array.from({ length: 100 });

    expect([
      await countBegun(
        documents,
        hundred.map(() => ({})),
      ),
      await countBegun(
        documents,
        hundred.map((_, i) => ({ queueKey: `b${i}` })),
      ),
    ]).toEqual([ofOneCaller, atOnce - ofOneCaller]);
  },
);

test.each([
  ['384 MiB', 384 * 2 ** 20, 6],
  ['1 TiB', 2 ** 40, 32],
])(
  'with a heap of %s (%i bytes), %i large mutations are executed at once',
  async (_name, heapBytes, atOnce) => {
    const mutations = LargeDocuments.forMutations(heapBytes);
    const callers = Array.from({ length: 100 }, (_, i) => ({ queueKey: `${i}` }));

    expect(await countBegun(mutations, callers)).toBe(atOnce);
  },
);

test('a region must leave as many places free as it has, and its callers wait although places are free', async () => {
  const documents = new LargeDocuments(16 * 32 * 2 ** 20);
  const callersIn = (region: string) =>
    Array.from({ length: 20 }, (_, i) => ({ queueKey: `${region} ${i}`, region }));

  const begun = [];
  for (const region of ['a', 'b', 'c']) begun.push(await countBegun(documents, callersIn(region)));

  expect([...begun, await countBegun(documents, [{ queueKey: 'd' }])]).toEqual([8, 4, 2, 1]);
});

test('a document begins when another one of its region has ended', async () => {
  const documents = new LargeDocuments(2 * 32 * 2 ** 20);
  const end = Promise.withResolvers<null>();
  const first = documents.runInTurn(contextOf('a', 'x'), () => end.promise);
  const second = documents.runInTurn(contextOf('b', 'x'), () => Promise.resolve('second'));

  end.resolve(null);

  expect([await first, await second]).toEqual([null, 'second']);
});

test('documents that wait for a place take at most 4 MiB for each place, of which a region can use half of what other regions leave', async () => {
  const documents = new LargeDocuments(2 * 32 * 2 ** 20);
  const places = ['a', 'b'].map((key) => {
    const end = Promise.withResolvers<null>();
    const context = { ...contextOf(key), keptBytes: 2 * 2 ** 20 };
    return { end, running: documents.runInTurn(context, () => end.promise) };
  });
  await setImmediate();
  const keptBytes = 2 * 2 ** 20;
  const waitIn = (region: string) =>
    documents.runInTurn({ ...contextOf(region), keptBytes }, () => Promise.resolve(region));

  const waiting = ['c', 'c', 'd'].map(waitIn);

  await expect(waitIn('c')).rejects.toThrow(BusyError);
  await expect(waitIn('d')).rejects.toThrow(BusyError);
  for (const { end } of places) end.resolve(null);
  expect(await Promise.all(waiting)).toEqual(['c', 'c', 'd']);
  expect(await Promise.all(['c', 'c', 'd'].map(waitIn))).toEqual(['c', 'c', 'd']);
});

test('small documents, and those that may wait for news, do not wait for large ones', async () => {
  const documents = new LargeDocuments(1);
  await countBegun(documents, [{}]);

  expect(await countBegun(documents, [{}, { isLarge: false }, { mayWait: true }])).toBe(2);
});

test('large documents that may wait for news get their places after the wait, and keep them until they have been executed', async () => {
  const documents = new LargeDocuments(1);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const waiting = ['a', 'b'].map((queueKey) => {
    const context = { ...contextOf(queueKey), mayWait: true };
    return documents.run(context, async () => {
      await context.placeAfterWait.begin?.();
      begun.push(queueKey);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  });
  await setImmediate();
  expect(begun).toEqual(['a']);

  ends[0]?.();
  await waiting[0];
  await setImmediate();
  ends[1]?.();
  await waiting[1];
  expect(begun).toEqual(['a', 'b']);
});

test('results of large documents that are complete at the same time are returned in different iterations', async () => {
  const documents = new LargeDocuments();
  let returned = 0;
  for (let i = 0; i < 5; i++)
    void documents.run(contextOf(`${i}`), () => Promise.resolve()).then(() => (returned += 1));

  const perIteration: number[] = [];
  for (let before = 0; returned < 5; before = returned) {
    await setImmediate();
    perIteration.push(returned - before);
  }

  expect(Math.max(...perIteration)).toBe(1);
});

test('an open stream continues later if its next event got no place, and the first event is refused', () => {
  const repetition = { next: null, isRepeated: false } as Repetition;
  const [first, repeated] = [repetition, { ...repetition, isRepeated: true }];

  expect(continueLater(repeated, new BusyError())).toEqual({ event: null });
  expect(repeated.next).toEqual({ pauseMs: 2000, isNewsNeeded: false });
  for (const [each, error] of [
    [first, new BusyError()],
    [null, new BusyError()],
    [repeated, new Error('failed')],
  ] as const)
    expect(() => continueLater(each, error)).toThrow(BoardError);
  expect(first.next).toBeNull();
});
