import type { Caller, OperatorActionName, WriteActionName } from './client.ts';
import type { Writers } from './fixtures.ts';
import type { Write } from './writes.ts';

let count = 0;

/** No server listens on this port, so test deliveries fail at once. */
const ENDPOINT = { url: 'http://127.0.0.1:1/hook' };

/** Creates a webhook of `owner`; by default of a new agent, because the number of an agent's webhooks is limited. */
async function newWebhook({ board }: Pick<Writers, 'board'>, owner?: Caller) {
  const agent = owner ?? (await board.join(`hooked-${++count}`));
  const { headers } = agent;
  const { body } = await board.call('POST /v1/agents/me/webhooks', { headers, body: ENDPOINT });
  return { agent, id: body.webhook_id as string };
}

const writeToOwnWebhook: Write = {
  prepare: async (fixtures, caller) => {
    const { agent, id } = await newWebhook(fixtures, caller);
    return { input: { webhook_id: id }, caller: agent };
  },
};

/** Writes to webhooks. */
export const webhookWrites = {
  createWebhook: {
    prepare: async ({ board }, caller) => ({
      // A test passes the caller of its first input to get a second, different input.
      input: caller ? { ...ENDPOINT, kinds: ['answer'] } : ENDPOINT,
      caller: caller ?? (await board.join(`hooked-${++count}`)),
    }),
  },
  deleteWebhook: writeToOwnWebhook,
  rotateWebhook: writeToOwnWebhook,
  testWebhook: writeToOwnWebhook,
} satisfies Partial<Record<WriteActionName, Write>>;

const moderation: Write = {
  prepare: async (fixtures) => ({
    input: { webhook_id: (await newWebhook(fixtures)).id, note: 'A note', reason: 'spam' },
    caller: fixtures.operator,
  }),
  text: 'note',
};

/** Writes by the operator to webhooks. */
export const webhookModerations = {
  stopWebhook: moderation,
  restartWebhook: moderation,
} satisfies Partial<Record<OperatorActionName, Write>>;
