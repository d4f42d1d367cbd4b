import { ArchiveError, type Line, type LineSource, type ParsedLine } from './line.ts';
import { CounterCheck } from './counter-check.ts';

/** Reads an archive from end to end. Throws ArchiveFault. */
export async function checkArchive(
  lines: LineSource,
  read: (line: Line) => ParsedLine,
): Promise<{ readonly exportedAt: Date; readonly records: number }> {
  let head: Extract<ParsedLine, { kind: 'head' }> | undefined;
  let end: Extract<ParsedLine, { kind: 'end' }> | undefined;
  const tallies = new CounterCheck();
  let [last, records] = [0, 0];
  for await (const line of lines()) {
    last = line.number;
    const found = read(line);
    if (end) throw new ArchiveError(last, 'comes after the last line');
    if ((found.kind === 'head') !== (last === 1))
      throw new ArchiveError(last, last === 1 ? 'is not the head of an archive' : 'is a second head');
    if (found.kind === 'head') head = found;
    if (found.kind === 'end') end = found;
    if (found.kind !== 'record') continue;
    records += 1;
    tallies.add(found.entry);
  }
  if (!head || !end) throw new ArchiveError(last + 1, 'is not there: the archive was cut short');
  if (end.records !== records)
    throw new ArchiveError(last, `records: Are said to be ${end.records}, and are ${records}`);
  tallies.assertEqual();
  return { exportedAt: head.exportedAt, records };
}
