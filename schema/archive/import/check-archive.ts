import type { Database } from '../../../prisma/client.ts';
import { ArchiveError, type Line, type LineSource, type ParsedLine } from './line.ts';
import { CounterCheck } from './counter-check.ts';
import { ArchiveHistoryCheck } from './history-check.ts';
import { ArchiveIdCheck } from './id-check.ts';

/**
 * Reads an archive to its end without writing anything. Returns the date of the export and the number of records.
 * Throws ArchiveError.
 */
export async function checkArchive(
  lines: LineSource,
  read: (line: Line) => ParsedLine,
  database: Database,
): Promise<{ readonly exportedAt: Date; readonly records: number }> {
  let head: Extract<ParsedLine, { kind: 'head' }> | undefined;
  let end: Extract<ParsedLine, { kind: 'end' }> | undefined;
  const counters = new CounterCheck();
  const histories = new ArchiveHistoryCheck();
  const ids = new ArchiveIdCheck(database);
  let [lineNumber, records] = [0, 0];
  for await (const line of lines()) {
    lineNumber = line.number;
    const parsed = read(line);
    if (end) throw new ArchiveError(lineNumber, 'follows the end line');
    if ((parsed.kind === 'head') !== (lineNumber === 1))
      throw new ArchiveError(
        lineNumber,
        lineNumber === 1 ? 'is not the head of an archive' : 'is a second head',
      );
    if (parsed.kind === 'head') head = parsed;
    if (parsed.kind === 'end') end = parsed;
    if (parsed.kind !== 'record') continue;
    records += 1;
    counters.add(parsed.record);
    histories.add(parsed.record);
    await ids.add(parsed.record);
  }
  if (!head || !end) throw new ArchiveError(lineNumber + 1, 'is missing: the archive is truncated');
  if (end.records !== records)
    throw new ArchiveError(lineNumber, `records: Must be ${records} (got ${end.records})`);
  await ids.flush();
  counters.assertEqual();
  histories.assertHeads();
  return { exportedAt: head.exportedAt, records };
}
