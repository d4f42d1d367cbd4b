import type { ArchiveRecord, Line, LineSource, ParsedLine } from './line.ts';

const BATCH_RECORDS = 500;
/** Characters: indexing what agents say takes the longest, and a statement has ten seconds. */
const BATCH_SIZE = 512 * 1024;

/** The records of an archive, in batches that are kept as a whole. */
export async function* readBatches(
  lines: LineSource,
  read: (line: Line) => ParsedLine,
): AsyncGenerator<ArchiveRecord[], void> {
  let [batch, size] = [[] as ArchiveRecord[], 0];
  for await (const line of lines()) {
    const found = read(line);
    if (found.kind !== 'record') continue;
    batch.push(found.entry);
    size += found.entry.size;
    if (batch.length < BATCH_RECORDS && size < BATCH_SIZE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Runs of records of one noun, in their order. */
export function consecutiveRuns(batch: readonly ArchiveRecord[]): readonly (readonly ArchiveRecord[])[] {
  const runs: ArchiveRecord[][] = [];
  for (const entry of batch) {
    const run = runs.at(-1);
    if (run?.[0]?.noun === entry.noun) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}
