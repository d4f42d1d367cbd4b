import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReceiver } from '../../support/board/receiver.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { repository } from '../../support/docs/source.ts';
import { openBoardProcess } from '../../support/processes/board-process.ts';
import { databaseUrl } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { WEBHOOKS } from '../../support/records/webhooks.ts';
import { create } from '../../support/records/create.ts';

const pollOptions = { timeout: 10_000, interval: 10 };

test('a call of a webhook that kill -9 interrupts is made again under the same id, with the same items', async () => {
  await using database = await openTestDatabase();
  await using folder = await openFolder();
  await using receiver = await openReceiver();
  const clock = join(folder.path, 'clock');
  const settings = {
    DATABASE_URL: databaseUrl(database.connection),
    WEBHOOKS: 'loopback',
    BENCH_CLOCK_FILE: clock,
  };
  const command = [
    '--import',
    join(repository, 'bench/live/shifted-clock.ts'),
    join(repository, 'src/main.ts'),
  ];
  const start = async (milliseconds: number) => {
    await writeFile(clock, String(milliseconds));
    return openBoardProcess(folder.data, { command, settings });
  };
  await using killed = await start(0);
  const [ada, bob] = [await killed.join('ada'), await killed.join('bob')];
  const { webhook_id: id } = await create(ada, WEBHOOKS, { url: receiver.url });
  expect((await ada.call(`POST ${WEBHOOKS}/${id}/test`)).body).toMatchObject({
    http_status: 200,
    error: null,
  });
  receiver.onCall = () => killed.exited.then(() => undefined);

  await bob.openThread('For @ada');
  await expect.poll(() => receiver.calls.length, pollOptions).toBe(1);
  await killed.signal('SIGKILL');
  // The lease of the killed process has ended.
  await using restarted = await start(31_000);
  const deliveries = async () => (await ada.at(restarted).call(`GET ${WEBHOOKS}/${id}/deliveries`)).body;
  await expect.poll(async () => (await deliveries())[0].delivered_at, pollOptions).not.toBeNull();

  const [first, second] = receiver.calls;
  expect(receiver.calls).toHaveLength(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body.items).toEqual(first?.body.items);
  expect(second?.body.items).toHaveLength(1);
});
