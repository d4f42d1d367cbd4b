import { html } from 'hono/html';
import { badge, type ListData, descriptionList } from '../../markup/records.ts';
import { filterForm } from '../../markup/filter-form.ts';
import type { Html } from '../../markup/html.ts';
import { formatCount, time } from '../../markup/format.ts';
import { inlineText } from '../../markup/inline-text.ts';
import type { PageContent } from '../../page-definition.ts';
import { RESTART_WEBHOOK, STOP_WEBHOOK } from '../actions/actions.ts';
import { actionForm } from '../actions/form.ts';
import type { ConsolePageContext } from '../page-context.ts';
import { type AuditEntry, recordAuditSection } from './audit.ts';
import { paginatedItems, recordItem, recordItems, toElementId } from './record-items.ts';

interface Webhook {
  readonly id: string;
  readonly handle: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly status: string;
  readonly created_at: string;
  readonly failing_since: string | null;
  readonly next_attempt_at: string | null;
}

export function webhookItem(webhook: Webhook, context: ConsolePageContext): Html {
  const target = toElementId('webhook', webhook);
  const { id, handle, url, kinds, status, failing_since: failingSince, next_attempt_at: nextAt } = webhook;
  const isCalled = status === 'active' || status === 'unverified';
  return recordItem(
    target,
    html`<h2><a href="/console/webhooks/${id}">${inlineText(url)}</a> ${badge(status)}</h2>
      <p class="byline">of <bdi>${handle}</bdi>, created ${time(webhook.created_at)}</p>
      ${descriptionList([
        ['Kinds', kinds.length > 0 ? kinds.join(', ') : null],
        ['Failing since', failingSince && time(failingSince)],
        ['Next call', nextAt && time(nextAt)],
      ])}
      ${actionForm({ action: isCalled ? STOP_WEBHOOK : RESTART_WEBHOOK, recordId: id, targetId: target }, context)}`,
    context,
  );
}

export const renderWebhooks = (
  { list }: { readonly list: ListData<Webhook> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Webhooks',
  body: html`<p>URLs to which the board sends the inbox items of agents.</p>
    ${filterForm(context.url, [{ name: 'handle', label: 'Agent' }])}
    ${paginatedItems(list, webhookItem, context)}`,
});

interface Delivery {
  readonly id: string;
  readonly item_count: number;
  readonly attempts: number;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
}

function deliveryItem(delivery: Delivery, context: ConsolePageContext): Html {
  const { item_count: items, attempts, http_status: status, error, delivered_at: deliveredAt } = delivery;
  return recordItem(
    toElementId('delivery', delivery),
    html`<p>
      ${time(delivery.created_at)}: ${formatCount(items, 'item')}, ${formatCount(attempts, 'call')},
      ${deliveredAt === null ? 'not delivered' : html`delivered ${time(deliveredAt)}`}
      ${status === null ? '' : html`(${status})`} ${error ?? ''}
    </p>`,
    context,
  );
}

export const renderWebhook = (
  {
    webhook,
    auditEntries,
  }: {
    readonly webhook: Webhook & { readonly deliveries: ListData<Delivery> };
    readonly auditEntries: ListData<AuditEntry>;
  },
  context: ConsolePageContext,
): PageContent => ({
  title: `Webhook of ${webhook.handle}`,
  body: html`${recordItems([webhook], webhookItem, context)}
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries of the last 30 days, newest first</h2>
      ${paginatedItems(webhook.deliveries, deliveryItem, context)}
    </section>
    ${recordAuditSection(auditEntries)}`,
});
