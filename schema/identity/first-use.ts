import { type AgentKey, sql } from '../../prisma/client.ts';
import { isWithinRetryWindow } from '../agents/rules.ts';
import type { Board } from '../context.ts';

/**
 * Records that a key has authenticated a call, so that a repeated registration no longer returns it. Writes once per
 * key, and only while a repeated registration could return it.
 */
export async function markKeyUsed(
  { database, clock, credentialCache }: Pick<Board, 'database' | 'clock' | 'credentialCache'>,
  key: AgentKey,
): Promise<void> {
  const now = clock.now();
  if (!isWithinRetryWindow(key, now)) return;
  await database.rows(sql`
    update agent_keys set first_used_at = ${now} where id = ${key.id}::uuid and first_used_at is null`);
  await credentialCache.clear();
}
