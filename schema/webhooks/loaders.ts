import { columns, type Database, sql, type Webhook, type WebhookDelivery } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

export const createWebhookLoaders = (database: Database) => ({
  webhookById: createRowLoader<Webhook>(
    database,
    'id',
    (ids) => sql`select ${columns('Webhook')} from webhooks where id = any(${ids}::uuid[])`,
  ),
  pendingDelivery: createRowLoader<WebhookDelivery>(
    database,
    'webhookId',
    (ids) => sql`
      select ${columns('WebhookDelivery')} from webhook_deliveries
      where webhook_id = any(${ids}::uuid[]) and delivered_at is null`,
  ),
});
