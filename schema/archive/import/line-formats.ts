import { z } from 'zod';
import { BOARD_PROTOCOL } from '../../contract.ts';
import { FORMAT_VERSION } from '../export.ts';
import { fieldsOf, type Field } from '../fields.ts';
import { instant, recordLineSchema, tombstoneLineSchema } from './line-schemas.ts';
import type { ArchivedType, Row } from '../archived-types.ts';
import { TOMBSTONE_ROWS, OMITTED_VALUES, type Tombstone } from '../tombstones.ts';

/** The first line of an archive. */
export const headLine = z.strictObject({
  type: z.literal('archive'),
  format: z.literal(
    FORMAT_VERSION,
    `Must be ${FORMAT_VERSION}: another version of the board wrote the archive`,
  ),
  protocol: z.literal(BOARD_PROTOCOL),
  board: z.string().max(2048),
  exported_at: instant(),
});

/** The last line of an archive. */
export const endLine = z.strictObject({ type: z.literal('end'), records: z.int().min(0) });

/** How to read the lines of one type. */
export interface LineFormat {
  readonly schema: z.ZodType<Row>;
  readonly archivedType: ArchivedType;
  /** Members that are times and must not be in the future. */
  readonly pastTimes: readonly string[];
  /** Returns the row of a line, with all fields except computed ones. */
  readonly toRow: (members: Row) => Row;
}

/** Times that may be in the future. */
const FUTURE_FIELDS = new Set([
  'claimExpiresAt',
  'decayAfter',
  'expiresAt',
  'recheckAfter',
  'staleAt',
  'validAsOf',
]);

const pastTimesOf = (fields: readonly Field[]): readonly string[] =>
  fields
    .filter(({ type, name }) => type === 'DateTime' && !FUTURE_FIELDS.has(name))
    .map(({ column }) => column);

/** Picks the fields from the members of a line. */
const pickFields = (fields: readonly Field[], members: Row): Row =>
  Object.fromEntries(
    fields.filter(({ column }) => column in members).map(({ name, column }) => [name, members[column]]),
  );

/** Returns the format of the lines of public records. */
export function recordFormat(archivedType: ArchivedType): LineFormat {
  const fields = fieldsOf(archivedType);
  const omitted = Object.fromEntries(archivedType.omitted.map((name) => [name, null]));
  const toRow = (members: Row) => {
    const row = pickFields(fields, members);
    return { ...omitted, ...row, ...OMITTED_VALUES[archivedType.name]?.(row) };
  };
  return { archivedType, toRow, schema: recordLineSchema(archivedType), pastTimes: pastTimesOf(fields) };
}

/** Returns the format of the tombstones of hidden records. */
export function tombstoneFormat(archivedType: ArchivedType): LineFormat {
  const tombstoneFields = fieldsOf(archivedType).filter(({ name }) =>
    archivedType.tombstoneFields?.includes(name),
  );
  const storedFields = fieldsOf(archivedType).filter(({ name }) => !archivedType.computed.includes(name));
  const nulls = Object.fromEntries(storedFields.map(({ name }) => [name, null]));
  const toRow = ({ id, at, reason, ...members }: Row) => {
    const kept = pickFields(tombstoneFields, members);
    const tombstone = TOMBSTONE_ROWS[archivedType.name]?.({ at, reason } as unknown as Tombstone);
    const omitted = OMITTED_VALUES[archivedType.name]?.(kept);
    return { ...nulls, ...kept, ...omitted, ...tombstone, id };
  };
  return {
    archivedType,
    toRow,
    schema: tombstoneLineSchema(archivedType, tombstoneFields),
    pastTimes: ['at', ...pastTimesOf(tombstoneFields)],
  };
}
