import { timingSafeEqual } from 'node:crypto';
import { type Database, sql } from '../../prisma/client.ts';
import { createOperatorToken, hashKey } from '../identity/keys.ts';
import { createId } from '../id.ts';

/** What the configured token is called, which has no name of its own. */
const CONFIGURED = 'environment';

/** Finds the name of an operator's token: the configured one, or one of the table's. */
export function createOperatorFinder(database: Database, pepper: string, configured: string | null) {
  const bootstrap = configured === null ? null : hashKey(pepper, configured);
  return async (token: string): Promise<string | null> => {
    const hash = hashKey(pepper, token);
    if (bootstrap && timingSafeEqual(bootstrap, hash)) return CONFIGURED;
    const [row] = await database.rows<{ name: string }>(
      sql`select name from operator_tokens where hash = ${hash} and disabled_at is null`,
    );
    return row?.name ?? null;
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
