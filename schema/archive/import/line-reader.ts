import type { z } from 'zod';
import { findSecrets } from '../../values/text.ts';
import { endLine, headLine, recordFormat, tombstoneFormat } from './line-formats.ts';
import { ArchiveError, type Line, type ParsedLine } from './line.ts';
import { NOUNS, type Row } from '../nouns.ts';

/** Who tells of another time than there has been would stay the newest for ever. */
const AHEAD_MS = 60_000;

/** Reads the lines of an archive, each by itself. Throws ArchiveFault. */
export function createLineReader(now: Date): (line: Line) => ParsedLine {
  const records = new Map(NOUNS.map((noun) => [noun.type, recordFormat(noun)]));
  const tombstones = new Map(
    NOUNS.filter(({ place }) => place).map((noun) => [noun.type, tombstoneFormat(noun)]),
  );
  const latest = new Date(now.getTime() + AHEAD_MS).toISOString();

  return (line) => {
    const value = parse(line);
    const { type, of } = value;
    if (type === 'archive') return readHead(line, value, latest);
    if (type === 'end') return { kind: 'end', records: check(line, endLine, value).records };
    const form = type === 'tombstone' ? tombstones.get(String(of)) : records.get(String(type));
    if (!form) throw new ArchiveError(line.number, unknownType(of ?? type));
    const told = check(line, form.schema, value);
    assertPast(line, told, { names: form.pastTimes, latest });
    if (findSecrets(told).length > 0) throw new ArchiveError(line.number, 'holds an API key');
    const { noun } = form;
    const entry = { line: line.number, size: line.text.length, noun, told, row: form.toRow(told) };
    return { kind: 'record', entry };
  };
}

const unknownType = (type: unknown): string =>
  type === undefined
    ? 'it has no type, as every line of an archive has'
    : `there is no type ${JSON.stringify(type)}`;

function readHead(line: Line, value: Row, latest: string): ParsedLine {
  const told = check(line, headLine, value);
  assertPast(line, told, { names: ['exported_at'], latest });
  const { exported_at: exportedAt, board } = told;
  return { kind: 'head', exportedAt: new Date(exportedAt), board };
}

function parse({ number, text }: Line): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Told below, as every other value is.
  }
  throw new ArchiveError(number, 'is not a JSON object');
}

function check<Value>({ number }: Line, form: z.ZodType<Value>, value: unknown): Value {
  const result = form.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new ArchiveError(number, `${place}${issue?.message ?? 'cannot be read'}`);
}

interface Past {
  readonly names: readonly string[];
  readonly latest: string;
}

function assertPast({ number }: Line, told: Row, { names, latest }: Past): void {
  const ahead = names.find((name) => ((told[name] as string | null | undefined) ?? '') > latest);
  if (ahead) throw new ArchiveError(number, `${ahead}: Lies in the future`);
}
