import { ArchiveFault, type Line, type Lines, type Read } from './line.ts';
import { Tallies } from './tallies.ts';

/** Reads an archive from end to end. Throws ArchiveFault. */
export async function checkArchive(
  lines: Lines,
  read: (line: Line) => Read,
): Promise<{ readonly exportedAt: Date; readonly records: number }> {
  let head: Extract<Read, { kind: 'head' }> | undefined;
  let end: Extract<Read, { kind: 'end' }> | undefined;
  const tallies = new Tallies();
  let [last, records] = [0, 0];
  for await (const line of lines()) {
    last = line.number;
    const found = read(line);
    if (end) throw new ArchiveFault(last, 'comes after the last line');
    if ((found.kind === 'head') !== (last === 1))
      throw new ArchiveFault(last, last === 1 ? 'is not the head of an archive' : 'is a second head');
    if (found.kind === 'head') head = found;
    if (found.kind === 'end') end = found;
    if (found.kind !== 'record') continue;
    records += 1;
    tallies.add(found.entry);
  }
  if (!head || !end) throw new ArchiveFault(last + 1, 'is not there: the archive was cut short');
  if (end.records !== records)
    throw new ArchiveFault(last, `records: Are said to be ${end.records}, and are ${records}`);
  tallies.assertEqual();
  return { exportedAt: head.exportedAt, records };
}
