import {
  BusyError,
  currentTarget,
  type Database,
  readForSeveral,
  type ReadTarget,
  type Sql,
  type StatementPlanning,
} from '../../prisma/client.ts';
import { NO_CLIENT, SharedRead } from './shared-read.ts';

interface WaitingStatement {
  readonly shared: SharedRead;
  readonly target: ReadTarget | null;
}

/**
 * Returns a function that reads the rows of a statement when its caller has a turn. A statement that still waits also serves
 * later equal reads on the same database server: it has not started, so its rows will be current for them, too. Such reads are
 * common: readers of the public feeds send the same statements. If several callers wait, the first turn of any of them runs the
 * statement: a caller whose queue is full does not make others wait.
 */
export function createSharedStatements(database: Database) {
  const waiting = new Map<string, WaitingStatement>();

  function start(key: string, target: ReadTarget | null): SharedRead {
    const shared = new SharedRead();
    const entry: WaitingStatement = { shared, target };
    waiting.set(key, entry);
    const forget = () => {
      if (waiting.get(key) === entry) waiting.delete(key);
    };
    void shared.sent.then(forget);
    shared.rows.catch(forget);
    return shared;
  }

  return (statement: Sql, caller: string, planning?: StatementPlanning): Promise<readonly unknown[]> => {
    const key = JSON.stringify([statement.text, statement.values]);
    const target = currentTarget();
    const knownStatement = waiting.get(key);
    const shared = knownStatement?.target === target ? knownStatement.shared : start(key, target);
    readForSeveral(() =>
      shared.add(caller, NO_CLIENT, (begin) =>
        database.takeTurn(caller, async () => {
          if (!begin()) throw new BusyError();
          return database.rows<unknown>(statement, planning);
        }),
      ),
    );
    return shared.rows;
  };
}
