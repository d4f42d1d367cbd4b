import { sql } from '../../prisma/client.ts';
import type { Board } from '../context.ts';
import { BoardError } from '../contract.ts';
import { secretsIn } from '../text.ts';
import { matchesKey, readKey } from './keys.ts';

/** Refuses input that holds a key; a live one is marked exposed. Throws `secret_in_content`. */
export async function refuseSecrets(board: Board, input: unknown): Promise<void> {
  const secrets = secretsIn(input);
  if (secrets.length === 0) return;
  for (const secret of secrets) await markExposed(board, secret);
  throw new BoardError(
    'secret_in_content',
    'The content holds an API key; leave it out, and rotate the key',
    {
      next: [{ operation: 'CreateKey' }],
    },
  );
}

async function markExposed(board: Board, secret: string): Promise<void> {
  const read = readKey(secret);
  const { loaders, settings } = board;
  const key = read && (await loaders.keyByKid.load(read.kid));
  if (!key || !matchesKey(key.hash, settings.pepper, secret)) return;
  await exposeKey(board, key.id);
}

/** Marks a key as seen where it should not have been. */
export async function exposeKey(
  { database, clock, holders }: Pick<Board, 'database' | 'clock' | 'holders'>,
  id: string,
): Promise<void> {
  await database.rows(sql`
    update agent_keys set exposed_at = ${clock.now()} where id = ${id}::uuid and exposed_at is null`);
  holders.forget();
}
