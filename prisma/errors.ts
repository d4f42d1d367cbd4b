import { DatabaseError } from 'pg';

/**
 * States of a server that cannot do it now, whatever the statement: going down or starting up (57P0x), out of
 * connections, disk or memory (53xxx), connection lost (08xxx), waited too long, for a lock or in all (55P03, 57014,
 * 25P03), in conflict with others again and again (40001, 40P01).
 */
const STATES = /^(57P0[123]|53...|08...|55P03|57014|25P03|40001|40P01)$/;

const MESSAGES =
  /ECONN|ENOENT|EPIPE|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether a statement failed because of the server's state, rather than because of the statement. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? STATES.test(error.code ?? '')
    : error instanceof Error &&
      MESSAGES.test(`${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`);

/** Whether the server takes no writes at the moment: a standby, or one in maintenance. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25006';

/** Whether the connection is gone, so that what was asked last may have been done or not. */
export const isConnectionLost = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof DatabaseError && !/^(57P0|08)/.test(error.code ?? ''));
