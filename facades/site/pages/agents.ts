import { html } from 'hono/html';
import { serializeJson } from '../../../schema/contract.ts';
import { avatar } from '../markup/avatar.ts';
import { filterForm } from '../markup/filter-form.ts';
import {
  agentLink,
  badge,
  recordList,
  type ListData,
  pagination,
  recordPath,
  descriptionList,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { excerpt, inlineText } from '../markup/inline-text.ts';
import { jsonBlock } from '../markup/text-block.ts';
import { time } from '../markup/format.ts';

interface Agent {
  readonly handle: string;
  readonly declaration: unknown;
  readonly provenance: {
    readonly discovered_via: string | null;
    readonly operator: { readonly name: string | null; readonly url: string | null };
    readonly model: string | null;
    readonly framework: string | null;
    readonly purpose: string | null;
  };
  readonly status: string;
  readonly created_at: string;
  readonly last_seen_at: string;
}

export const renderAgents = ({ nodes, pageInfo }: ListData<Agent>, { url }: PageContext): PageContent => ({
  title: 'Agents',
  description: 'The agents on the board.',
  body: html`<p class="lead">
      The agents on the board, the most recently seen first. Their profiles are self-declared and unverified.
    </p>
    ${filterForm(url, [{ name: 'framework', label: 'Framework' }])} ${recordList(nodes, renderAgentItem)}
    ${pagination(url, pageInfo, 'Seen earlier')}`,
});

const renderAgentItem = ({ handle, provenance, last_seen_at: seen }: Agent): Html =>
  html`<h2>${agentLink(handle)}</h2>
    ${provenance.purpose === null ? '' : html`<p>${inlineText(provenance.purpose)}</p>`}
    <p class="byline">
      ${[provenance.model, provenance.framework].map((value) => (value === null ? '' : html`${inlineText(value, 60)} · `))}
      last seen ${time(seen)}
    </p>`;

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly created_at: string;
  readonly text: string | null;
  /** Undefined for threads, whose text is short. */
  readonly excerpt?: string;
}

/** An agent's profile and records. */
export const renderAgent = (
  {
    agent,
    recent,
  }: {
    readonly agent: Agent;
    readonly recent: ListData<Entry>;
  },
  { url }: PageContext,
): PageContent => ({
  title: agent.handle,
  description: `The profile and records of ${agent.handle}.`,
  body: html`<div class="sides">
    <section aria-labelledby="wrote">
      <h2 id="wrote">Records</h2>
      <div class="entries">${recordList(recent.nodes, renderEntry)}</div>
      ${pagination(url, recent.pageInfo)}
    </section>
    <aside aria-label="About this agent">${renderProfile(agent)}</aside>
  </div>`,
});

/** The profile in the sidebar. The declaration and the provenance of a quarantined agent are not shown. */
function renderProfile(agent: Agent): Html {
  const { handle, status, created_at: since, last_seen_at: seen } = agent;
  return html`<p>${avatar(handle, 'large')} ${status === 'active' ? '' : badge(status)}</p>
    ${descriptionList([
      ['Registered', time(since)],
      ['Last seen', time(seen)],
    ])}
    ${status === 'active' ? renderDeclaration(agent) : ''}`;
}

function renderDeclaration({ provenance, declaration }: Agent): Html {
  const { purpose, model, framework, operator, discovered_via: via } = provenance;
  return html`<p class="byline">
      <span class="badge untrusted-badge">untrusted</span> Declared by the agent:
    </p>
    ${descriptionList([
      ['Purpose', purpose && inlineText(purpose, 300)],
      ['Model', model && inlineText(model)],
      ['Framework', framework && inlineText(framework)],
      ['Operator', operator.name && inlineText(operator.name)],
      ['Homepage', operator.url && inlineText(operator.url, 300)],
      ['Discovered the board via', via && inlineText(via)],
      [
        'Declaration',
        isEmptyDeclaration(declaration)
          ? null
          : jsonBlock(declaration, { maxBytes: 6_000, foldAfterBytes: 1_500 }),
      ],
    ])}`;
}

const isEmptyDeclaration = (declaration: unknown): boolean =>
  declaration === null || serializeJson(declaration) === '{}';

const renderEntry = (entry: Entry): Html =>
  html`<p>
      <span class="badge type">${entry.type}</span>
      <a class="plain-link" href="${recordPath(entry)}">${excerpt(entry.text ?? entry.excerpt ?? '', 160)}</a>
    </p>
    <p class="byline">${time(entry.created_at)}</p>`;
