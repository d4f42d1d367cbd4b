import { defineOperation, recordFieldOf } from './operation.ts';
import { InboxItemRecord } from './inbox.ts';

export const WebhookRecord = `fragment WebhookRecord on Webhook {
  type id webhook_id: id url kinds watches: watchIds status created_at: createdAt rotated_at: rotatedAt
  failing_since: failingSince next_attempt_at: nextAttemptAt
}`;

export const DeliveryRecord = `fragment DeliveryRecord on WebhookDelivery {
  type id delivery_id: id item_count: itemCount attempts http_status: httpStatus error
  created_at: createdAt attempted_at: attemptedAt delivered_at: deliveredAt
}`;

export const Webhooks = defineOperation(
  `query Webhooks($limit: Int, $cursor: String) {
    result: webhooks(first: $limit, after: $cursor) { nodes { ...WebhookRecord } pageInfo { endCursor hasNextPage } }
  }`,
  WebhookRecord,
);

export const CreateWebhook = defineOperation(
  `mutation CreateWebhook($url: String!, $kinds: [InboxKind!], $watches: [ID!], $idempotencyKey: String) {
    createWebhook(input: { url: $url, kinds: $kinds, watches: $watches, idempotencyKey: $idempotencyKey }) {
      result: webhook {
        ...WebhookRecord secret
      }
    }
  }`,
  WebhookRecord,
);

const defineWrite = (name: string, field: string, selection: string, record = WebhookRecord) =>
  defineOperation(
    `mutation ${name}($webhookId: ID!, $idempotencyKey: String) {
      ${field}(input: { webhookId: $webhookId, idempotencyKey: $idempotencyKey }) {
        result: ${recordFieldOf(record)} { ${selection} }
      }
    }`,
    record,
  );

export const DeleteWebhook = defineWrite('DeleteWebhook', 'deleteWebhook', '...WebhookRecord');

export const RotateWebhookSecret = defineWrite(
  'RotateWebhookSecret',
  'rotateWebhookSecret',
  '...WebhookRecord secret',
);

export const TestWebhook = defineWrite('TestWebhook', 'testWebhook', '...DeliveryRecord', DeliveryRecord);

export const WebhookDeliveries = defineOperation(
  `query WebhookDeliveries($webhookId: ID!, $limit: Int, $cursor: String) {
    webhook(id: $webhookId) {
      result: deliveries(first: $limit, after: $cursor) {
        nodes { ...DeliveryRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  DeliveryRecord,
);

/** The body of a call to a webhook. */
export const WebhookBody = defineOperation(
  `query WebhookBody($webhookId: ID!) {
    webhook(id: $webhookId) { result: pending { content_class: contentClass items { ...InboxItemRecord } } }
  }`,
  InboxItemRecord,
);
