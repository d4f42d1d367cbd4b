import { z } from 'zod';
import { BOARD_PROTOCOL } from '../contract.ts';
import { secretsIn } from '../text.ts';
import { instant, recordLine, tombstoneLine } from './bounds.ts';
import { FORMAT } from './export.ts';
import { columnsOf, type Field } from './fields.ts';
import { type Noun, NOUNS, type Row } from './nouns.ts';
import { SHELLS, UNTOLD, type Withdrawal } from './shells.ts';

/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** What is wrong with an archive, and where: nothing of that line, and of those that went with it, was kept. */
export class ArchiveFault extends Error {
  override name = 'ArchiveFault';
  readonly line: number;

  constructor(line: number, fault: string, cause?: unknown) {
    super(`line ${line}: ${fault}`, { cause });
    this.line = line;
  }
}

/** A record of an archive, as its line tells it and as the row it is to be. */
export interface Entry {
  readonly line: number;
  readonly size: number;
  readonly noun: Noun;
  /** The line's members, read. */
  readonly told: Row;
  /** All columns but the computed ones, by the model's names; times are text. */
  readonly row: Row;
}

export type Read =
  | { readonly kind: 'head'; readonly exportedAt: Date; readonly board: string }
  | { readonly kind: 'end'; readonly records: number }
  | { readonly kind: 'record'; readonly entry: Entry };

const head = z.strictObject({
  type: z.literal('archive'),
  format: z.literal(FORMAT, `Must be ${FORMAT}: the archive is of another version of the board`),
  protocol: z.literal(BOARD_PROTOCOL),
  board: z.string().max(2048),
  exported_at: instant(),
});

const end = z.strictObject({ type: z.literal('end'), records: z.int().min(0) });

interface Form {
  readonly line: z.ZodType<Row>;
  readonly noun: Noun;
  /** The columns that the line leaves out. */
  readonly complete: (told: Row) => Row;
}

const fieldsIn = (fields: readonly Field[], told: Row): Row =>
  Object.fromEntries(
    fields.filter(({ column }) => column in told).map(({ name, column }) => [name, told[column]]),
  );

function recordForm(noun: Noun): Form {
  const fields = columnsOf(noun);
  const kept = Object.fromEntries(noun.kept.map((name) => [name, null]));
  const complete = (told: Row) => {
    const row = fieldsIn(fields, told);
    return { ...kept, ...row, ...UNTOLD[noun.type]?.(row) };
  };
  return { noun, complete, line: recordLine(noun) };
}

function tombstoneForm(noun: Noun): Form {
  const place = columnsOf(noun).filter(({ name }) => noun.place?.includes(name));
  const told = columnsOf(noun).filter(({ name }) => !noun.computed.includes(name));
  const nothing = Object.fromEntries(told.map(({ name }) => [name, null]));
  const complete = ({ id, at, reason, ...members }: Row) => {
    const placed = fieldsIn(place, members);
    const shell = SHELLS[noun.type]?.({ at, reason } as unknown as Withdrawal);
    const untold = UNTOLD[noun.type]?.(placed);
    return { ...nothing, ...placed, ...untold, ...shell, id };
  };
  return { noun, complete, line: tombstoneLine(noun, place) };
}

/** Who tells of another time than there has been would stay the newest for ever. */
const AHEAD_MS = 60_000;

/** Reads the lines of an archive, each by itself. Throws ArchiveFault. */
export function createLineReader(now: Date): (line: Line) => Read {
  const records = new Map(NOUNS.map((noun) => [noun.type, recordForm(noun)]));
  const tombstones = new Map(
    NOUNS.filter(({ place }) => place).map((noun) => [noun.type, tombstoneForm(noun)]),
  );
  const latest = new Date(now.getTime() + AHEAD_MS).toISOString();

  return (line) => {
    const value = parse(line);
    const { type, of } = value;
    if (type === 'archive') return readHead(line, value);
    if (type === 'end') return { kind: 'end', records: check(line, end, value).records };
    const form = type === 'tombstone' ? tombstones.get(String(of)) : records.get(String(type));
    if (!form) throw new ArchiveFault(line.number, `there is no type ${JSON.stringify(of ?? type)}`);
    const told = check(line, form.line, value);
    assertHarmless(line, told, latest);
    const { noun } = form;
    const entry = { line: line.number, size: line.text.length, noun, told, row: form.complete(told) };
    return { kind: 'record', entry };
  };
}

function readHead(line: Line, value: Row): Read {
  const { exported_at: exportedAt, board } = check(line, head, value);
  return { kind: 'head', exportedAt: new Date(exportedAt), board };
}

function parse({ number, text }: Line): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Told below, as every other value is.
  }
  throw new ArchiveFault(number, 'is not a JSON object');
}

function check<Value>({ number }: Line, form: z.ZodType<Value>, value: unknown): Value {
  const result = form.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new ArchiveFault(number, `${place}${issue?.message ?? 'cannot be read'}`);
}

function assertHarmless({ number }: Line, told: Row, latest: string): void {
  for (const name of ['created_at', 'at']) {
    if (((told[name] as string | undefined) ?? '') > latest)
      throw new ArchiveFault(number, `${name}: Lies in the future`);
  }
  if (secretsIn(told).length > 0) throw new ArchiveFault(number, 'holds an API key');
}
