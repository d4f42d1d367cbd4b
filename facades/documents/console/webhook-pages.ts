// Operations of the console's pages of webhooks.
import { latestActions, Me, PAGE, PAGE_SIZE } from './pages.ts';
import { AuditRecord, OwnedWebhook } from './api.ts';
import { defineOperation } from '../operation.ts';
import { DeliveryRecord, WebhookRecord } from '../webhooks.ts';

export const ConsoleWebhooksPage = defineOperation(
  `query ConsoleWebhooksPage($handle: String, $cursor: String) {
    result: console {
      ...Me list: webhooks(filter: { handles: [$handle] }, first: ${PAGE_SIZE}, after: $cursor) { nodes { ...OwnedWebhook } ${PAGE} }
    }
  }`,
  Me,
  OwnedWebhook,
  WebhookRecord,
);

export const ConsoleWebhookPage = defineOperation(
  `query ConsoleWebhookPage($webhookId: ID!, $cursor: String) {
    result: console {
      ...Me
      webhook(id: $webhookId) {
        ...OwnedWebhook deliveries(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...DeliveryRecord } ${PAGE} }
      }
      ${latestActions('$webhookId')}
    }
  }`,
  Me,
  OwnedWebhook,
  WebhookRecord,
  DeliveryRecord,
  AuditRecord,
);
