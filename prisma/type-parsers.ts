import pg, { type CustomTypesConfig } from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

const PLAIN = '2026-01-31 12:00:00.123+00'.length;
const DOT = '.'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/**
 * Times in UTC to the millisecond, as PostgreSQL writes nearly all of ours, are read digit by digit: a list has hundreds,
 * and the driver's expression takes a microsecond for each. Others go the driver's way, and so do the first centuries:
 * Date takes a year below 100 for one of the twentieth.
 */
export function parseTimestamp(text: string): Date {
  const isPlain =
    text.length === PLAIN &&
    text.charCodeAt(0) !== ZERO &&
    text.charCodeAt(19) === DOT &&
    text.endsWith('+00');
  if (!isPlain) return parseAnyTime(text);
  const digit = (at: number) => text.charCodeAt(at) - ZERO;
  const two = (at: number) => digit(at) * 10 + digit(at + 1);
  const ms = two(20) * 10 + digit(22);
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

/** How the driver reads columns. */
export const typeParsers = {
  getTypeParser: ((oid, format) =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? parseTimestamp
      : (pg.types.getTypeParser(oid, format) as unknown)) as CustomTypesConfig['getTypeParser'],
} satisfies CustomTypesConfig;
