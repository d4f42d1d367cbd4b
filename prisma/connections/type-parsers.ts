import pg, { type CustomTypesConfig } from 'pg';
import { toJsonText } from '../json-text.ts';

const { TIMESTAMPTZ, JSON: JSON_TYPE } = pg.types.builtins;
const parseWithDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

const UTC_MILLISECONDS_LENGTH = '2026-01-31 12:00:00.123+00'.length;
const DOT = '.'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/**
 * Parses a timestamptz as PostgreSQL prints it. Most times are in UTC with three digits after the dot; these are parsed digit by
 * digit: a list has hundreds of timestamps, and the driver's regular expression takes a microsecond for each. All
 * other formats go to the driver, and so do years before 1000, because `Date.UTC` maps years below 100 to 19xx.
 */
export function parseTimestamp(text: string): Date {
  const isUtcMilliseconds =
    text.length === UTC_MILLISECONDS_LENGTH &&
    text.charCodeAt(0) !== ZERO &&
    text.charCodeAt(19) === DOT &&
    text.endsWith('+00');
  if (!isUtcMilliseconds) return parseWithDriver(text);
  const digit = (at: number) => text.charCodeAt(at) - ZERO;
  const twoDigits = (at: number) => digit(at) * 10 + digit(at + 1);
  const ms = twoDigits(20) * 10 + digit(22);
  return new Date(
    Date.UTC(
      twoDigits(0) * 100 + twoDigits(2),
      twoDigits(5) - 1,
      twoDigits(8),
      twoDigits(11),
      twoDigits(14),
      twoDigits(17),
      ms,
    ),
  );
}

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [TIMESTAMPTZ]: parseTimestamp,
  [JSON_TYPE]: toJsonText,
};

/** The driver's type parsers, with a faster one for timestamptz, and one that leaves `json` as text. */
export const typeParsers = {
  getTypeParser: ((oid, format) =>
    (format === 'binary' ? undefined : parsers[oid]) ??
    (pg.types.getTypeParser(oid, format) as unknown)) as CustomTypesConfig['getTypeParser'],
} satisfies CustomTypesConfig;
