import { DatabaseError } from 'pg';

/**
 * SQLSTATEs of failures that the state of the server causes: shutting down or starting up (57P01 to 57P03), out of connections,
 * disk or memory (53xxx), connection lost (08xxx), timeouts of locks, statements and transactions (55P03, 57014, 25P03,
 * 25P04), conflicts with other transactions (40001, 40P01), which have been retried.
 */
const OUTAGE_STATES = /^(57P0[123]|53...|08...|55P03|57014|25P0[34]|40001|40P01)$/;

/**
 * Errors without SQLSTATE: messages and codes of the driver, and codes of Prisma Client (P1001, P1008, P1017).
 */
const OUTAGE_MESSAGES =
  /ECONN|ENOENT|EPIPE|P10(01|08|17)|Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed/;

/** A transaction was rolled back because it ran for too long. */
export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';
  override readonly message = 'the transaction ran for too long';
  /** SQLSTATE of `transaction_timeout`, which PostgreSQL has from version 17 on. */
  readonly code = '25P04';
}

/** An error of Prisma Client, which wraps an error of the driver. */
interface PrismaError {
  readonly meta?: { readonly driverAdapterError?: { readonly cause: { readonly originalCode?: string } } };
}

/** SQLSTATE of a failed statement; undefined for other errors. */
const toSqlState = (error: Error): string | undefined =>
  error instanceof DatabaseError || error instanceof TransactionTimeoutError
    ? error.code
    : (error as PrismaError).meta?.driverAdapterError?.cause.originalCode;

/** Whether a statement failed because of the state of the server, not because of the statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const sqlState = toSqlState(error);
  if (sqlState !== undefined) return OUTAGE_STATES.test(sqlState);
  return OUTAGE_MESSAGES.test(`${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`);
}

/** Whether the server refused a write because it is read-only: a standby, or in maintenance. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && toSqlState(error) === '25006';

/** Whether a disk of the server has no free space. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && toSqlState(error) === '53100';

/** Whether a statement, or its transaction, took too long. Waiting too long for a lock is another error. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(57014|25P04)$/.test(toSqlState(error) ?? '');

/**
 * Whether the connection broke (57P01 to 57P03, 08xxx, and all outages without SQLSTATE). The last statement, and so the last
 * commit, may have taken effect or not.
 */
export const isConnectionLost = (error: unknown): boolean =>
  isOutage(error) && /^(57P0|08)/.test(toSqlState(error as Error) ?? '08');
