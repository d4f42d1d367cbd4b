// Reads and changes the row of one webhook, and adds pages to it, at a fixed time.
import {
  columns,
  type Database,
  raw,
  sql,
  type Webhook,
  type WebhookDelivery,
} from '../../../prisma/client.ts';
import { createId } from '../../../schema/values/ids.ts';
import { savePage } from '../../../schema/webhooks/statements.ts';

/** Columns, with times in milliseconds from the fixed time. */
type Times = Readonly<Record<string, number | null>>;

const READY: Times = {
  ...{ verified_at: 0, failed_at: null, stopped_at: null, failing_since: null },
  ...{ next_attempt_at: null, leased_until: null },
};

export class WebhookRows {
  readonly #database: Database;
  readonly id: string;
  readonly now: Date;

  constructor(database: Database, id: string, now: Date) {
    this.#database = database;
    this.id = id;
    this.now = now;
  }

  inMs(ms: number): Date {
    return new Date(this.now.getTime() + ms);
  }

  async find(): Promise<Webhook> {
    const [webhook] = await this.#database.rows<Webhook>(
      sql`select ${columns('Webhook')} from webhooks where id = ${this.id}::uuid`,
    );
    return webhook!;
  }

  /** Sets columns of the webhook. */
  async change(times: Times): Promise<void> {
    for (const [column, ms] of Object.entries(times)) {
      const time = ms === null ? null : this.inMs(ms);
      await this.#database.rows(
        sql`update webhooks set ${raw(column)} = ${time}::timestamptz where id = ${this.id}::uuid`,
      );
    }
  }

  /** Deletes all deliveries, and makes the webhook ready to be called. */
  async reset(): Promise<void> {
    await this.#database.rows(sql`delete from webhook_deliveries`);
    await this.change(READY);
  }

  async findDelivery(id: string): Promise<WebhookDelivery> {
    const [delivery] = await this.#database.rows<WebhookDelivery>(
      sql`select ${columns('WebhookDelivery')} from webhook_deliveries where id = ${id}::uuid`,
    );
    return delivery!;
  }

  /** Stores a page of one item under the lease in `webhook`. Null if that lease was lost. */
  addPage(webhook: Webhook, createdAt = this.now): Promise<WebhookDelivery | null> {
    const page = { id: createId(createdAt), itemIds: [this.id], itemKinds: ['webhook'], createdAt };
    return this.#database.transaction((db) =>
      savePage(db, webhook, { ...page, position: '[]', hasMore: false }),
    );
  }
}
