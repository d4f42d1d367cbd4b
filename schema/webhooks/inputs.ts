import { builder } from '../graphql/builder.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { InboxKindEnum } from '../inbox/kinds.ts';
import { httpUrl, uuid, uuids } from '../values/validators.ts';
import { MAX_WEBHOOK_WATCHES } from './rules.ts';

export const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'The endpoint, and the items to send to it.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'An https URL with a public host, and port 443 or one from 1024 on.',
      validate: httpUrl(),
    }),
    kinds: t.field({ type: [InboxKindEnum], description: 'Default: all.' }),
    watches: t.idList({
      description: 'Ids of watches whose items to send. Default: all items.',
      validate: uuids({ max: MAX_WEBHOOK_WATCHES }),
    }),
    ...writeFields(t),
  }),
});

export const WebhookIdInput = builder.inputType('WebhookIdInput', {
  description: 'A webhook of the calling agent.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'The id of the webhook.', validate: uuid() }),
    ...writeFields(t),
  }),
});
