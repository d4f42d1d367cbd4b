import { expect, test } from 'vitest';
import { readBatches } from '../../../schema/archive/import/batches.ts';
import type { ArchiveRecord, Line, ParsedLine } from '../../../schema/archive/import/line.ts';

/** Reads records of these sizes and returns how many each batch has. */
async function countInBatches(sizes: readonly number[]): Promise<readonly number[]> {
  const lines = () => sizes.map((size, i) => ({ number: i + 1, text: String(size) }));
  const read = ({ text }: Line): ParsedLine => ({
    kind: 'record',
    record: { size: Number(text) } as ArchiveRecord,
  });
  const batches = await Array.fromAsync(readBatches(lines, read));
  return batches.map(({ length }) => length);
}

test.each([
  ['500 records', Array<number>(501).fill(1), [500, 1]],
  ['the record with which it reaches 512 Ki code units', Array<number>(5).fill(200 * 1024), [3, 2]],
  ['one long record', [1024 * 1024, 1], [1, 1]],
  ['the 500th record if it is the last, without an empty batch after it', Array<number>(500).fill(1), [500]],
])('a batch of an import ends after %s', async (_name, sizes, counts) => {
  expect(await countInBatches(sizes)).toEqual(counts);
});

test('an import without records has no batch', async () => {
  expect(await countInBatches([])).toEqual([]);
});
