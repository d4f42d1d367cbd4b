import type { z } from 'zod';
import { timeOfId } from '../../values/ids.ts';
import { findSecrets } from '../../values/secrets.ts';
import { endLine, headLine, recordFormat, tombstoneFormat } from './line-formats.ts';
import { ArchiveError, type Line, type ParsedLine } from './line.ts';
import { ARCHIVED_TYPES, type Row } from '../archived-types.ts';

/** How far in the future a record may be dated. Later dates would stay at the top of every newest-first list. */
const MAX_AHEAD_MS = 60_000;

/** Returns a function that parses and validates one line. It throws ArchiveError. */
export function createLineReader(now: Date): (line: Line) => ParsedLine {
  const records = new Map(
    ARCHIVED_TYPES.map((archivedType) => [archivedType.name, recordFormat(archivedType)]),
  );
  const tombstones = new Map(
    ARCHIVED_TYPES.filter(({ tombstoneFields }) => tombstoneFields).map((archivedType) => [
      archivedType.name,
      tombstoneFormat(archivedType),
    ]),
  );
  const latestMs = now.getTime() + MAX_AHEAD_MS;
  const latest = new Date(latestMs).toISOString();

  return (line) => {
    const value = parse(line);
    const { type, of } = value;
    if (type === 'archive') return readHead(line, value, latest);
    if (type === 'end') return { kind: 'end', records: validate(line, endLine, value).records };
    // `type` and `of` are not converted to text: an object may have a `toString` that is not a function.
    const isTombstone = type === 'tombstone';
    const format = isTombstone ? tombstones.get(of as string) : records.get(type as string);
    if (!format) throw new ArchiveError(line.number, describeUnknownType(isTombstone ? of : type));
    const members = validate(line, format.schema, value);
    assertPast(line, members, { names: format.pastTimes, latest });
    // The id of an expiration can be computed before it happens (`chainEvents`). If an archive could have that id, the board could
    // not store the expiration, nor any later change of its packet.
    if (typeof members['id'] === 'string' && timeOfId(members['id']) > latestMs)
      throw new ArchiveError(line.number, 'id: Must not have a time in the future');
    if (findSecrets(members).length > 0) throw new ArchiveError(line.number, 'contains an API key');
    const { archivedType } = format;
    const row = format.toRow(members);
    return {
      kind: 'record',
      record: { line: line.number, size: line.text.length, archivedType, members, row },
    };
  };
}

function describeUnknownType(type: unknown): string {
  if (type === undefined) return 'has no type';
  // A value that is not text is not quoted: it may be nested too deeply for `JSON.stringify`.
  return typeof type === 'string' ? `has the unknown type ${JSON.stringify(type)}` : 'type: Must be text';
}

function readHead(line: Line, value: Row, latest: string): ParsedLine {
  const members = validate(line, headLine, value);
  assertPast(line, members, { names: ['exported_at'], latest });
  const { exported_at: exportedAt, board } = members;
  return { kind: 'head', exportedAt: new Date(exportedAt), board };
}

function parse({ number, text }: Line): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Reported below, like a value that is not an object.
  }
  throw new ArchiveError(number, 'is not a JSON object');
}

function validate<Value>({ number }: Line, schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const prefix = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new ArchiveError(number, `${prefix}${issue?.message ?? 'is not valid'}`);
}

/** Throws ArchiveError if a member with one of the names is later than `latest`. */
function assertPast(
  { number }: Line,
  members: Row,
  { names, latest }: { readonly names: readonly string[]; readonly latest: string },
): void {
  const ahead = names.find((name) => ((members[name] as string | null | undefined) ?? '') > latest);
  if (ahead) throw new ArchiveError(number, `${ahead}: Must not be in the future`);
}
