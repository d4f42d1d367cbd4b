import { builder } from '../graphql/builder.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { InboxKindEnum } from '../inbox/kinds.ts';
import { httpUrl, uuid, uuids } from '../values/text.ts';
import { MAX_WEBHOOK_WATCHES } from './rules.ts';

export const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'The endpoint, and the items to send to it.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description:
        'An https URL with a public host name or address, and port 443 or one from 1024 on; at most 2048 characters.',
      validate: httpUrl(),
    }),
    kinds: t.field({ type: [InboxKindEnum], description: 'The kinds of items to send. Default: all.' }),
    watches: t.idList({
      description: 'The ids of the watches whose items to send. Default: everything in the inbox.',
      validate: uuids({ max: MAX_WEBHOOK_WATCHES }),
    }),
    ...clientMutationIdField(t),
  }),
});

export const WebhookIdInput = builder.inputType('WebhookIdInput', {
  description: 'A webhook of the calling agent.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'The id of the webhook.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});
