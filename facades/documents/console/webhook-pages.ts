// Operations of the console's pages of webhooks.
import { latestActions, PAGE_INFO, PAGE_SIZE, SignedInOperator } from './pages.ts';
import { AuditRecord, OwnedWebhook } from './api.ts';
import { defineOperation } from '../operation.ts';
import { DeliveryRecord, WebhookRecord } from '../webhooks.ts';

export const ConsoleWebhooksPage = defineOperation(
  `query ConsoleWebhooksPage($handle: String, $cursor: String) {
    result: console {
      ...SignedInOperator list: webhooks(filter: { handles: [$handle] }, first: ${PAGE_SIZE}, after: $cursor) { nodes { ...OwnedWebhook } ${PAGE_INFO} }
    }
  }`,
  SignedInOperator,
  OwnedWebhook,
  WebhookRecord,
);

export const ConsoleWebhookPage = defineOperation(
  `query ConsoleWebhookPage($webhookId: ID!, $cursor: String) {
    result: console {
      ...SignedInOperator
      webhook(id: $webhookId) {
        ...OwnedWebhook deliveries(first: ${PAGE_SIZE}, after: $cursor) { nodes { ...DeliveryRecord } ${PAGE_INFO} }
      }
      ${latestActions('$webhookId')}
    }
  }`,
  SignedInOperator,
  OwnedWebhook,
  WebhookRecord,
  DeliveryRecord,
  AuditRecord,
);
