import { timingSafeEqual } from 'node:crypto';
import { type Database, sql } from '../../prisma/client.ts';
import type { Board, Operator } from '../context.ts';
import { createOperatorToken, hashKey, readOperatorToken } from '../identity/keys.ts';
import { createId } from '../id.ts';
import { findSession } from './sessions.ts';

/** What the configured token is called, which has no name of its own. */
const CONFIGURED = 'environment';

type Store = Pick<Board, 'database' | 'clock'> & { readonly pepper: string };

/** Finds whose credential a text is: the configured token, one of the table's, or a session opened with either. */
export function createOperatorFinder(store: Store, configured: string | null): Board['findOperator'] {
  const { database, clock, pepper } = store;
  const bootstrap = configured === null ? null : hashKey(pepper, configured);
  return async (credential: string): Promise<Operator | null> => {
    const hash = hashKey(pepper, credential);
    if (readOperatorToken(credential) === null)
      return findSession(database, { hash, bootstrap, now: clock.now() });
    if (bootstrap && timingSafeEqual(bootstrap, hash))
      return { operator: CONFIGURED, tokenHash: hash, session: null };
    const [row] = await database.rows<{ operator: string }>(
      sql`select name as operator from operator_tokens where hash = ${hash} and disabled_at is null`,
    );
    return row ? { ...row, tokenHash: hash, session: null } : null;
  };
}

/** Makes an operator token, which is shown once; null where the name is taken. */
export async function createOperator(
  database: Database,
  { pepper, name, now }: { readonly pepper: string; readonly name: string; readonly now: Date },
): Promise<string | null> {
  const token = createOperatorToken();
  const rows = await database.rows(sql`
    insert into operator_tokens (id, name, hash, created_at)
    values (${createId(now)}::uuid, ${name}, ${hashKey(pepper, token)}, ${now})
    on conflict (name) do nothing returning id`);
  return rows.length > 0 ? token : null;
}
