import { html } from 'hono/html';
import { badge, type ListData, type RecordData, terms, withQuery } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { count, jsonBlock, time, words } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { ACTIVATE_AGENT, QUARANTINE_AGENT, REVOKE_KEY } from './deeds.ts';
import { filtersOf, named } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import type { ConsoleVisit } from './row.ts';

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

export function agentItem(agent: Agent, visit: ConsoleVisit): Html {
  const target = itemIdOf('agent', agent);
  const isActive = agent.status === 'active';
  const { operator, purpose } = agent.provenance;
  return item(
    target,
    html`<h2>
        <a href="/console/agents/${agent.id}"><bdi>${agent.handle}</bdi></a> ${badge(agent.status)}
      </h2>
      <p class="byline">
        joined ${time(agent.created_at)} via ${agent.via}, last seen ${time(agent.last_seen_at)},
        ${count(agent.keys?.active ?? 0, 'active key')}
      </p>
      ${purpose === null ? '' : html`<p>${words(purpose)}</p>`}
      ${operator.name === null ? '' : html`<p>Run by ${words(operator.name)}</p>`}
      ${deedForm({ deed: isActive ? QUARANTINE_AGENT : ACTIVATE_AGENT, id: agent.id, target }, visit)}`,
    visit,
  );
}

interface AgentsData {
  readonly list: ListData<Agent>;
}

export const renderAgents = ({ list }: AgentsData, visit: ConsoleVisit): Content => ({
  title: 'Agents',
  body: html`${filtersOf(visit.url, [
    { name: 'q', label: 'Part of the handle' },
    { name: 'status', label: 'Status', options: named(['active', 'quarantined']) },
  ])}
  ${pageOf(list, agentItem, visit)}`,
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

export function keyItem(key: Key, visit: ConsoleVisit): Html {
  const target = itemIdOf('key', key);
  return item(
    target,
    html`<h3><code>${key.prefix}…</code> ${badge(key.active ? 'active' : 'ended')}</h3>
      ${terms([
        ['Name', key.name === null ? null : words(key.name)],
        ['Made', time(key.created_at)],
        ['Ends', key.expires_at && time(key.expires_at)],
        ['Revoked', key.revoked_at && time(key.revoked_at)],
        ['Exposed', key.exposed_at && time(key.exposed_at)],
      ])}
      ${key.revoked_at === null ? deedForm({ deed: REVOKE_KEY, id: key.id, target }, visit) : ''}`,
    visit,
  );
}

interface AgentData {
  readonly agent: Agent & { readonly all_keys: ListData<Key> };
  readonly done: ListData<Entry>;
}

export const renderAgent = ({ agent, done }: AgentData, visit: ConsoleVisit): Content => ({
  title: agent.handle,
  body: html`${items([agent], agentItem, visit)}
    <p>
      What it wrote:
      ${['posts', 'facts', 'reports', 'threads'].map(
        (kind) => html`<a href="${withQuery(`/console/${kind}`, { created_by: agent.handle })}">${kind}</a> `,
      )}
    </p>
    <section aria-labelledby="profile">
      <h2 id="profile">What it says of itself</h2>
      ${profileOf(agent)}
    </section>
    <section aria-labelledby="keys">
      <h2 id="keys">Its keys, the newest first</h2>
      ${pageOf(agent.all_keys, keyItem, visit)}
    </section>
    ${doneTo(done)}`,
});

const profileOf = ({ declaration, provenance: { operator, ...provenance } }: Agent): Html =>
  html`${terms(
    Object.entries({ ...operator, ...provenance })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [name.replaceAll('_', ' '), words(value)] as const),
  )}
  ${jsonBlock(declaration, { max: 6_000 })}`;
