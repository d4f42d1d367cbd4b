// Webhooks of a board whose clock was an hour ahead and is set back (docs/faults.md).
import { expect, test } from 'vitest';
import { searchWebhooks } from '../../../schema/webhooks/due.ts';
import { replaceFuturePositions } from '../../../schema/inbox/future-positions.ts';
import { openWebhookSetup, type Reader } from '../../support/records/webhooks.ts';

const textsOf = (reader: Reader) =>
  reader.received.map((items) => items.map(({ excerpt }) => (excerpt as string).split(' ')[1]));

test('a new item makes a webhook due and is sent also if items were read while the clock was ahead', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  await reader.createActive();
  await reader.mention('before');
  clock.advance({ hours: 1 });
  await setup.run();
  clock.advance({ hours: -1 });

  await reader.mention('after');
  const { due } = await searchWebhooks(database, clock.now(), null);
  const isDue = await reader.isDue();
  await setup.run();

  expect([isDue, due.length]).toEqual([true, 1]);
  expect(textsOf(reader)).toEqual([['before'], ['after']]);
});

test('a webhook whose call failed while the clock was ahead sends what came after the clock was set back', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  await reader.createActive();
  clock.advance({ hours: 1 });
  reader.receiver.status = 500;
  await reader.mention('before');
  await setup.run();
  clock.advance({ hours: -1 });
  reader.receiver.status = 200;

  await replaceFuturePositions(database, clock);
  clock.advance({ minutes: 10 });
  await reader.mention('after');
  clock.advance({ hours: 1 });
  await setup.run();

  expect(textsOf(reader)).toEqual([['before'], ['before'], ['after']]);
});

test('an item that came since the clock was set back makes a webhook due also if it could not be called for an hour', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  clock.advance({ hours: 1 });
  const webhook = await reader.create();
  clock.advance({ hours: -1 });

  await replaceFuturePositions(database, clock);
  await reader.mention('after');
  clock.advance({ hours: 1 });
  await reader.test(webhook);
  const { due } = await searchWebhooks(database, clock.now(), null);
  await setup.run();

  expect(due.length).toBe(1);
  expect(textsOf(reader)).toEqual([['after']]);
});
