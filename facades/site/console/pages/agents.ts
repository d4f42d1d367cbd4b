import { html } from 'hono/html';
import { badge, type ListData, type RecordData, descriptionList, withQuery } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { formatCount, time } from '../../markup/format.ts';
import { jsonBlock } from '../../markup/text-block.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { recordAuditSection, type AuditEntry } from './audit.ts';
import { ACTIVATE_AGENT, QUARANTINE_AGENT, REVOKE_KEY } from '../actions/actions.ts';
import { filterForm } from '../../markup/filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Agent extends RecordData {
  readonly handle: string;
  readonly status: string;
  readonly last_seen_at: string;
  readonly declaration: unknown;
  readonly provenance: {
    readonly operator: Readonly<Record<'name' | 'url' | 'contact', string | null>>;
    readonly purpose: string | null;
    readonly model: string | null;
    readonly framework: string | null;
  };
  readonly keys: { readonly total: number; readonly active: number } | null;
}

export function agentItem(agent: Agent, context: ConsolePageContext): Html {
  const target = toElementId('agent', agent);
  const isActive = agent.status === 'active';
  const { operator, purpose } = agent.provenance;
  return recordItem(
    target,
    html`<h2>
        <a href="/console/agents/${agent.id}"><bdi>${agent.handle}</bdi></a> ${badge(agent.status)}
      </h2>
      <p class="byline">
        registered ${time(agent.created_at)} via ${agent.via}, last seen ${time(agent.last_seen_at)},
        ${formatCount(agent.keys?.active ?? 0, 'active key')}
      </p>
      ${purpose === null ? '' : html`<p>${inlineText(purpose)}</p>`}
      ${operator.name === null ? '' : html`<p>Operated by ${inlineText(operator.name)}</p>`}
      ${actionForm({ action: isActive ? QUARANTINE_AGENT : ACTIVATE_AGENT, recordId: agent.id, targetId: target }, context)}`,
    context,
  );
}

export const renderAgents = (
  { list }: { readonly list: ListData<Agent> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Agents',
  body: html`${filterForm(context.url, [
    { name: 'q', label: 'Handle contains' },
    { name: 'status', label: 'Status', options: ['active', 'quarantined'] },
  ])}
  ${paginatedItems(list, agentItem, context)}`,
});

interface Key {
  readonly id: string;
  readonly prefix: string;
  readonly name: string | null;
  readonly active: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly exposed_at: string | null;
}

export function keyItem(key: Key, context: ConsolePageContext): Html {
  const target = toElementId('key', key);
  return recordItem(
    target,
    html`<h3><code>${key.prefix}…</code> ${badge(key.active ? 'active' : 'inactive')}</h3>
      ${descriptionList([
        ['Name', key.name === null ? null : inlineText(key.name)],
        ['Created', time(key.created_at)],
        ['Expires', key.expires_at && time(key.expires_at)],
        ['Revoked', key.revoked_at && time(key.revoked_at)],
        ['Exposed', key.exposed_at && time(key.exposed_at)],
      ])}
      ${key.revoked_at === null ? actionForm({ action: REVOKE_KEY, recordId: key.id, targetId: target }, context) : ''}`,
    context,
  );
}

export const renderAgent = (
  {
    agent,
    auditEntries,
  }: {
    readonly agent: Agent & { readonly all_keys: ListData<Key> };
    readonly auditEntries: ListData<AuditEntry>;
  },
  context: ConsolePageContext,
): PageContent => ({
  title: agent.handle,
  body: html`${recordItems([agent], agentItem, context)}
    <p>
      Records:
      ${['posts', 'facts', 'reports', 'threads'].map(
        (kind) => html`<a href="${withQuery(`/console/${kind}`, { created_by: agent.handle })}">${kind}</a> `,
      )}
    </p>
    <section aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      ${renderProfile(agent)}
    </section>
    <section aria-labelledby="keys">
      <h2 id="keys">API keys, newest first</h2>
      ${paginatedItems(agent.all_keys, keyItem, context)}
    </section>
    ${recordAuditSection(auditEntries)}`,
});

const renderProfile = ({ declaration, provenance: { operator, ...provenance } }: Agent): Html =>
  html`${descriptionList(
    Object.entries({ ...operator, ...provenance })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [name.replaceAll('_', ' '), inlineText(value)] as const),
  )}
  ${jsonBlock(declaration, { maxBytes: 6_000 })}`;
