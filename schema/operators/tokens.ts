import { timingSafeEqual } from 'node:crypto';
import { columns, type Database, type OperatorToken, sql } from '../../prisma/client.ts';
import type { Board } from '../context.ts';
import type { Operator } from '../viewer.ts';
import { createOperatorToken, hashKey, readOperatorToken } from '../identity/keys.ts';
import { createId } from '../values/ids.ts';
import { text } from '../values/text.ts';
import { findOperatorBySession } from './sessions.ts';

/** What the configured token is called, which has no name of its own. */
const CONFIGURED = 'environment';

/** What an operator's token may be called: the audit tells by it who did what, so a name is given once. */
export const operatorNameText = text({ min: 1, max: 64, trim: true, line: true }).refine(
  (name) => name !== CONFIGURED,
  `“${CONFIGURED}” is the name of the token that is configured`,
);

type Store = Pick<Board, 'database' | 'clock'> & { readonly pepper: string };

/** Finds whose credential a text is: the configured token, one of the table's, or a session opened with either. */
export function createOperatorFinder(store: Store, configured: string | null): Board['findOperator'] {
  const { database, clock, pepper } = store;
  const bootstrap = configured === null ? null : hashKey(pepper, configured);
  return async (credential: string): Promise<Operator | null> => {
    const hash = hashKey(pepper, credential);
    if (readOperatorToken(credential) === null)
      return findOperatorBySession(database, { hash, bootstrap, now: clock.now() });
    if (bootstrap && timingSafeEqual(bootstrap, hash))
      return { tokenName: CONFIGURED, tokenHash: hash, session: null };
    const [row] = await database.rows<{ tokenName: string }>(
      sql`select name as "tokenName" from operator_tokens where hash = ${hash} and disabled_at is null`,
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

/** An operator's token as it may be shown: nothing of it opens the board. */
export type OperatorTokenInfo = Omit<OperatorToken, 'hash'>;

/** Every operator token that was ever made, the oldest first. */
export async function listOperators(database: Database): Promise<readonly OperatorTokenInfo[]> {
  const rows = await database.rows<OperatorToken>(
    sql`select ${columns('OperatorToken')} from operator_tokens order by created_at, id`,
  );
  return rows.map(({ hash: _, ...operator }) => operator);
}

/** Ends an operator's token for good; one that has ended stays as it is. Null where there is none of that name. */
export async function disableOperator(
  database: Database,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<OperatorTokenInfo | null> {
  const [row] = await database.rows<OperatorToken>(sql`
    update operator_tokens set disabled_at = coalesce(disabled_at, ${now}::timestamptz) where name = ${name}
    returning ${columns('OperatorToken')}`);
  if (!row) return null;
  const { hash: _, ...operator } = row;
  return operator;
}
