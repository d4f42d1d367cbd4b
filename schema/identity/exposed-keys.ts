import { sql } from '../../prisma/client.ts';
import type { Board } from '../context.ts';
import { BoardError } from '../contract.ts';
import { findSecrets } from '../values/text.ts';
import { matchesKey, readKey } from './keys.ts';

/** Keys that one input has looked up: beyond that many it is no slip, and refused all the same. */
const LOOKED_UP_MAX = 100;

/** Refuses input that holds a key; live ones are marked exposed. Throws `secret_in_content`. */
export async function refuseSecrets(board: Board, input: unknown): Promise<void> {
  const secrets = findSecrets(input);
  if (secrets.length === 0) return;
  await markExposed(board, secrets);
  throw new BoardError(
    'secret_in_content',
    'The content holds an API key; leave it out, and rotate the key',
    {
      next: [{ operation: 'CreateKey' }],
    },
  );
}

/** One statement finds the keys, and one marks them. A text with a wrong checksum does not reach the database. */
async function markExposed(board: Board, secrets: readonly string[]): Promise<void> {
  const { loaders, settings } = board;
  const sent = secrets.flatMap((secret) => readKey(secret) ?? []).slice(0, LOOKED_UP_MAX);
  const rows = await Promise.all(sent.map(({ kid }) => loaders.keyByKid.load(kid)));
  const live = rows.filter((row, i) => row && matchesKey(row.hash, settings.pepper, sent[i]?.key ?? ''));
  await markKeysExposed(
    board,
    live.flatMap((row) => row?.id ?? []),
  );
}

/** Marks keys as seen where they should not have been. */
export async function markKeysExposed(
  { database, clock, credentialCache: holders }: Pick<Board, 'database' | 'clock' | 'credentialCache'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.rows(sql`
    update agent_keys set exposed_at = ${clock.now()} where id = any(${ids}::uuid[]) and exposed_at is null`);
  holders.clear();
}
