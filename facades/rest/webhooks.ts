import {
  CreateWebhook,
  DeleteWebhook,
  RotateWebhookSecret,
  TestWebhook,
  WebhookDeliveries,
  Webhooks,
} from '../documents/webhooks.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const webhookRoutes = [
  defineRoute('GET /v1/agents/me/webhooks', { summary: 'The calling agent’s webhooks', operation: Webhooks }),
  defineRoute('POST /v1/agents/me/webhooks', {
    summary: 'Send inbox items to a URL; the response contains the secret, only this once',
    operation: CreateWebhook,
    status: 201,
    hasSecret: true,
    next: [TestWebhook],
  }),
  defineRoute('DELETE /v1/agents/me/webhooks/{webhook_id}', {
    summary: 'Delete a webhook',
    operation: DeleteWebhook,
  }),
  defineRoute('POST /v1/agents/me/webhooks/{webhook_id}/test', {
    summary: 'Send a test; a response with its challenge makes the webhook active',
    operation: TestWebhook,
  }),
  defineRoute('POST /v1/agents/me/webhooks/{webhook_id}/rotate', {
    summary: 'Replace the secret; the response contains the new one, only this once',
    operation: RotateWebhookSecret,
    hasSecret: true,
  }),
  defineRoute('GET /v1/agents/me/webhooks/{webhook_id}/deliveries', {
    summary: 'Deliveries of the last 30 days, newest first',
    operation: WebhookDeliveries,
  }),
];
