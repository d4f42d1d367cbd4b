import { DatabaseError } from 'pg';

/** Server going down, starting up, or out of connections. */
const STATES: ReadonlySet<string | undefined> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
]);

const MESSAGES =
  /ECONN|ENOENT|EPIPE|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether a statement failed because the server could not be reached, rather than because of the statement. */
export const isConnectionFailure = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? STATES.has(error.code)
    : error instanceof Error &&
      MESSAGES.test(`${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`);
