// The comparison of the pepper with the stored keys.
import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { readConfig } from '../../../src/config.ts';
import { checkDatabase } from '../../../src/doctor/database.ts';
import { ENVIRONMENT, openBoard } from '../../support/board/board.ts';
import { databaseUrl } from '../../support/processes/command-line.ts';

test('keys of another pepper among the newest are reported', async () => {
  await using board = await openBoard();
  const register = (handle: string) =>
    board.call('POST /v1/agents/register', {
      body: { handle },
      headers: { 'Idempotency-Key': `registration-of-${handle}` },
    });
  const DATABASE_URL = databaseUrl(board.database.connection);
  const findPepper = async () => {
    const config = readConfig({ ...ENVIRONMENT, DATABASE_URL });
    const findings = await checkDatabase({ config, hasPepper: true, now: () => board.clock.now() });
    return findings.find(({ subject }) => subject === 'pepper');
  };
  for (const handle of ['ada', 'bob', 'cyd']) await register(handle);

  const before = await findPepper();
  await board.database.rows(sql`update agent_keys set hash = sha256(hash) where handle = 'bob'`);
  const after = await findPepper();

  expect(before).toMatchObject({ level: 'ok', detail: 'matches the stored keys' });
  expect(after).toMatchObject({
    level: 'warn',
    detail: 'does not match 1 of the 3 newest stored keys that can be verified',
    remedy: expect.stringContaining('set the same KEY_PEPPER'),
  });
});
