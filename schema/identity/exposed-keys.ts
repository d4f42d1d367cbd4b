import { sql } from '../../prisma/client.ts';
import type { Board } from '../context.ts';
import { BoardError } from '../contract.ts';
import { findSecrets } from '../values/secrets.ts';
import { completeKey, matchesKey, readKey } from './keys.ts';

/** The most keys of one input that are looked up and marked. The input is refused in any case. */
const MAX_LOOKUPS = 100;

/** Throws `secret_in_content` if the input contains an API key or a token. Marks this board's keys in the input as exposed. */
export async function refuseSecrets(board: Board, input: unknown): Promise<void> {
  const secrets = findSecrets(input);
  if (secrets.length === 0) return;
  await markSecretsExposed(board, secrets);
  throw new BoardError(
    'secret_in_content',
    'The content contains an API key or another token; remove it from the content, and rotate the key',
    {
      next: [{ operation: 'CreateKey' }],
    },
  );
}

/** Marks the secrets that are keys of this board as exposed. Texts with a wrong checksum are not looked up. */
async function markSecretsExposed(board: Board, secrets: readonly string[]): Promise<void> {
  const { loaders, settings } = board;
  const keys = secrets.flatMap((secret) => readKey(completeKey(secret)) ?? []).slice(0, MAX_LOOKUPS);
  const rows = await Promise.all(keys.map(({ kid }) => loaders.keyByKid.load(kid)));
  const knownRows = rows.filter((row, i) => row && matchesKey(row.hash, settings.pepper, keys[i]?.key ?? ''));
  const isNew = await markKeysExposed(
    board,
    knownRows.flatMap((row) => row?.id ?? []),
  );
  if (isNew) await board.credentialCache.clear();
}

/** Marks keys as exposed. Returns whether a key was not marked before. The credential cache must then be cleared. */
export async function markKeysExposed(
  { database, clock }: Pick<Board, 'database' | 'clock'>,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const marked = await database.rows(sql`
    update agent_keys set exposed_at = ${clock.now()} where id = any(${ids}::uuid[]) and exposed_at is null
    returning 1`);
  return marked.length > 0;
}
