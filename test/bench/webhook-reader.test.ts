import { expect, test } from 'vitest';
import { WebhookReader } from '../../bench/live/webhook-reader.ts';
import { openListeningBoard } from '../support/board/listening-board.ts';
import { WEBHOOKS } from '../support/records/webhooks.ts';

test('a webhook reader rejects and counts calls without a valid signature', async () => {
  await using listening = await openListeningBoard({ WEBHOOKS: 'loopback' });
  const ada = await listening.board.join('ada');
  const reader = new WebhookReader({ handle: ada.handle, key: ada.key, address: '10.0.0.1' });
  await reader.start(Number(new URL(listening.url).port));
  const { url } = (await ada.call(`GET ${WEBHOOKS}`)).body[0];

  const { status } = await fetch(url, { method: 'POST', body: '{"items":[]}' });
  reader.close();

  // The accepted call is the test call of `start`.
  expect([status, reader.rejectedCalls, reader.acceptedCalls]).toEqual([400, 1, 1]);
});
