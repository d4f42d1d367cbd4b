import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LargeDocuments } from '../../../src/gateway/load/large-documents.ts';

/** Executes documents that do not end. Returns how many have begun. */
async function countBegun(
  documents: LargeDocuments,
  contexts: readonly Partial<Parameters<LargeDocuments['run']>[0]>[],
): Promise<number> {
  let begun = 0;
  for (const context of contexts)
    documents
      .run({ reservedPoints: 101, mayWait: false, queueKey: 'a', ...context }, () => {
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

test('small documents, and those that may wait for news, do not wait for large ones', async () => {
  const documents = new LargeDocuments(1);
  await countBegun(documents, [{}]);

  expect(await countBegun(documents, [{}, { reservedPoints: 100 }, { mayWait: true }])).toBe(2);
});
