import { z } from 'zod';
import { BOARD_PROTOCOL } from '../../contract.ts';
import { FORMAT_VERSION } from '../export.ts';
import { fieldsOf, type Field } from '../fields.ts';
import { instant, recordLineSchema, tombstoneLineSchema } from './line-schemas.ts';
import type { Noun, Row } from '../nouns.ts';
import { TOMBSTONE_ROWS, OMITTED_VALUES, type Tombstone } from '../tombstones.ts';

/** The first line. */
export const headLine = z.strictObject({
  type: z.literal('archive'),
  format: z.literal(
    FORMAT_VERSION,
    `Must be ${FORMAT_VERSION}: the archive is of another version of the board`,
  ),
  protocol: z.literal(BOARD_PROTOCOL),
  board: z.string().max(2048),
  exported_at: instant(),
});

/** The last. */
export const endLine = z.strictObject({ type: z.literal('end'), records: z.int().min(0) });

/** How a line of records is read. */
export interface LineFormat {
  readonly schema: z.ZodType<Row>;
  readonly noun: Noun;
  /** Members that are times of what has been. */
  readonly pastTimes: readonly string[];
  /** The columns that the line leaves out. */
  readonly toRow: (told: Row) => Row;
}

/** Fields that tell of what is to come. */
const AHEAD = new Set(['claimExpiresAt', 'decayAfter', 'expiresAt', 'recheckAfter', 'staleAt', 'validAsOf']);

const pastIn = (fields: readonly Field[]): readonly string[] =>
  fields.filter(({ type, name }) => type === 'DateTime' && !AHEAD.has(name)).map(({ column }) => column);

const fieldsIn = (fields: readonly Field[], told: Row): Row =>
  Object.fromEntries(
    fields.filter(({ column }) => column in told).map(({ name, column }) => [name, told[column]]),
  );

export function recordFormat(noun: Noun): LineFormat {
  const fields = fieldsOf(noun);
  const kept = Object.fromEntries(noun.kept.map((name) => [name, null]));
  const complete = (told: Row) => {
    const row = fieldsIn(fields, told);
    return { ...kept, ...row, ...OMITTED_VALUES[noun.type]?.(row) };
  };
  return { noun, toRow: complete, schema: recordLineSchema(noun), pastTimes: pastIn(fields) };
}

export function tombstoneFormat(noun: Noun): LineFormat {
  const place = fieldsOf(noun).filter(({ name }) => noun.place?.includes(name));
  const told = fieldsOf(noun).filter(({ name }) => !noun.computed.includes(name));
  const nothing = Object.fromEntries(told.map(({ name }) => [name, null]));
  const complete = ({ id, at, reason, ...members }: Row) => {
    const placed = fieldsIn(place, members);
    const shell = TOMBSTONE_ROWS[noun.type]?.({ at, reason } as unknown as Tombstone);
    const untold = OMITTED_VALUES[noun.type]?.(placed);
    return { ...nothing, ...placed, ...untold, ...shell, id };
  };
  return {
    noun,
    toRow: complete,
    schema: tombstoneLineSchema(noun, place),
    pastTimes: ['at', ...pastIn(place)],
  };
}
