import pg, { type QueryResultRow } from 'pg';

const { Pool, types } = pg;

/** Converts `2026-07-30 07:46:58.74+00` to an RFC 3339 time. Faster than parsing a Date and serializing it again. */
function toWireTime(text: string): string {
  const second = text.indexOf('+', 19);
  return `${text.slice(0, 10)}T${text.slice(11, second).padEnd(12, second === 19 ? '.000' : '0')}Z`;
}

const TIMESTAMPTZ = 1184;

const getDefaultParser = types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;

/**
 * Opens a pool of 12 connections. A store has one pool for reads and one for writes. In the board's `FULL_POOLS`, the pools `reads`
 * and `expensive` have 12 connections together, and the three pools for writes have 14.
 */
export const openPool = (url: string, name: string) =>
  new Pool({
    connectionString: url,
    application_name: name,
    max: 12,
    options: '-c timezone=UTC',
    statement_timeout: 10_000,
    types: {
      getTypeParser: (oid: number, format?: string) =>
        oid === TIMESTAMPTZ && format !== 'binary' ? toWireTime : getDefaultParser(oid, format),
    },
  });

/** A statement that each connection prepares once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const rowsOf = async <Row>(
  pool: pg.Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await pool.query<Row & QueryResultRow>({ ...statement, values: [...values] })).rows;
