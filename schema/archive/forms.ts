import { z } from 'zod';
import { BOARD_PROTOCOL } from '../contract.ts';
import { FORMAT } from './export.ts';
import { columnsOf, type Field } from './fields.ts';
import { instant, recordLine, tombstoneLine } from './members.ts';
import type { Noun, Row } from './nouns.ts';
import { SHELLS, UNTOLD, type Withdrawal } from './shells.ts';

/** The first line. */
export const head = z.strictObject({
  type: z.literal('archive'),
  format: z.literal(FORMAT, `Must be ${FORMAT}: the archive is of another version of the board`),
  protocol: z.literal(BOARD_PROTOCOL),
  board: z.string().max(2048),
  exported_at: instant(),
});

/** The last. */
export const end = z.strictObject({ type: z.literal('end'), records: z.int().min(0) });

/** How a line of records is read. */
export interface Form {
  readonly line: z.ZodType<Row>;
  readonly noun: Noun;
  /** Members that are times of what has been. */
  readonly past: readonly string[];
  /** The columns that the line leaves out. */
  readonly complete: (told: Row) => Row;
}

/** Fields that tell of what is to come. */
const AHEAD = new Set(['claimExpiresAt', 'decayAfter', 'expiresAt', 'recheckAfter', 'staleAt', 'validAsOf']);

const pastIn = (fields: readonly Field[]): readonly string[] =>
  fields.filter(({ type, name }) => type === 'DateTime' && !AHEAD.has(name)).map(({ column }) => column);

const fieldsIn = (fields: readonly Field[], told: Row): Row =>
  Object.fromEntries(
    fields.filter(({ column }) => column in told).map(({ name, column }) => [name, told[column]]),
  );

export function recordForm(noun: Noun): Form {
  const fields = columnsOf(noun);
  const kept = Object.fromEntries(noun.kept.map((name) => [name, null]));
  const complete = (told: Row) => {
    const row = fieldsIn(fields, told);
    return { ...kept, ...row, ...UNTOLD[noun.type]?.(row) };
  };
  return { noun, complete, line: recordLine(noun), past: pastIn(fields) };
}

export function tombstoneForm(noun: Noun): Form {
  const place = columnsOf(noun).filter(({ name }) => noun.place?.includes(name));
  const told = columnsOf(noun).filter(({ name }) => !noun.computed.includes(name));
  const nothing = Object.fromEntries(told.map(({ name }) => [name, null]));
  const complete = ({ id, at, reason, ...members }: Row) => {
    const placed = fieldsIn(place, members);
    const shell = SHELLS[noun.type]?.({ at, reason } as unknown as Withdrawal);
    const untold = UNTOLD[noun.type]?.(placed);
    return { ...nothing, ...placed, ...untold, ...shell, id };
  };
  return { noun, complete, line: tombstoneLine(noun, place), past: ['at', ...pastIn(place)] };
}
