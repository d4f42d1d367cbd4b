// Why `testWebhook` is refused if its request must not wait.
import { expect, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { schema } from '../../../schema/index.ts';

/** Calls the resolver in the context of a request that must not wait. */
const testWebhook = (lacksRoomToWait: boolean): unknown => {
  const context = {
    ...{ connection: null, meter: { charge: () => Promise.resolve() }, clock: { now: () => new Date(0) } },
    ...{ viewer: { kind: 'agent', agent: { status: 'active' } }, settings: { webhooks: 'on' }, loaders: {} },
    ...{ isReadOnly: () => false, isFixedDocument: true, reservedPoints: 0, facade: 'graphql' },
    ...{ idempotencyKey: null, mayWait: false, lacksRoomToWait },
  };
  const input = { webhookId: '018f0000-0000-7000-8000-000000000000' };
  const field = schema.getMutationType()?.getFields()['testWebhook'];
  return field?.resolve?.({}, { input }, context, { fieldName: 'testWebhook' } as never);
};

test('a test is refused for a while if too many documents wait', async () => {
  await expect(testWebhook(true)).rejects.toThrow(BusyError);
});

test('a test is refused for good if its request would keep much in memory', async () => {
  await expect(testWebhook(false)).rejects.toMatchObject({ code: 'malformed_request' });
});
