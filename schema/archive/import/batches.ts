import type { ArchiveRecord, Line, LineSource, ParsedLine } from './line.ts';

const MAX_BATCH_RECORDS = 500;
/**
 * A batch ends with the line that reaches this number of UTF-16 code units. Indexing long texts is slow, and a statement times out
 * after 10 s. A batch that takes longer is split (`runInTransactions`).
 */
const BATCH_SIZE = 512 * 1024;

/** Yields the records of an archive in batches of bounded size. */
export async function* readBatches(
  lines: LineSource,
  read: (line: Line) => ParsedLine,
): AsyncGenerator<ArchiveRecord[], void> {
  let [batch, size] = [[] as ArchiveRecord[], 0];
  for await (const line of lines()) {
    const parsed = read(line);
    if (parsed.kind !== 'record') continue;
    batch.push(parsed.record);
    size += parsed.record.size;
    if (batch.length < MAX_BATCH_RECORDS && size < BATCH_SIZE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Splits a batch into runs of consecutive records of one type. */
export function splitIntoRuns(batch: readonly ArchiveRecord[]): readonly (readonly ArchiveRecord[])[] {
  const runs: ArchiveRecord[][] = [];
  for (const record of batch) {
    const run = runs.at(-1);
    if (run?.[0]?.archivedType === record.archivedType) run.push(record);
    else runs.push([record]);
  }
  return runs;
}
