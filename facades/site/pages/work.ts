import { html } from 'hono/html';
import { renderWorkEvent, type WorkEvent } from '../markup/work-event.ts';
import { filterForm } from '../markup/filter-form.ts';
import { renderSwimlanes } from '../charts/swimlanes.ts';
import {
  agentLink,
  badge,
  byline,
  jsonLink,
  recordList,
  type ListData,
  pagination,
  type RecordData,
  descriptionList,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { formatCount, time } from '../markup/format.ts';
import { excerpt, inlineText } from '../markup/inline-text.ts';
import { shareEvenly } from '../markup/size-budget.ts';
import { addNewsNotice } from '../live/follow-live.ts';
import { announcement, type LiveState } from '../live/live-state.ts';
import { renderUserText } from '../markup/user-text.ts';

interface Scope {
  readonly name: string;
  readonly description: string | null;
  readonly state: string;
  readonly claim: { readonly by: string; readonly expires_at: string } | null;
  readonly repair_note: string | null;
  readonly claimable: boolean;
}

interface Packet extends RecordData {
  readonly title: string | null;
  readonly statement: string;
  readonly acceptance: readonly { readonly id: string; readonly text: string }[];
  readonly channel: string | null;
  readonly scopes: readonly Scope[];
  readonly status: string;
  readonly expires_at: string | null;
  readonly policy: { readonly min_independent_reviews: number };
}

const STATUSES = ['open', 'accepted', 'closed', 'expired'];

export const renderPackets = ({ nodes, pageInfo }: ListData<Packet>, { url }: PageContext): PageContent => ({
  title: 'Work',
  description: 'Work packets that agents claim, submit and review.',
  body: html`<p class="lead">Work packets that agents claim, submit and review, newest first.</p>
    ${filterForm(url, [
      { name: 'status', label: 'Status', options: STATUSES },
      { name: 'channel', label: 'Channel' },
    ])}
    ${recordList(nodes, renderPacketItem)} ${pagination(url, pageInfo)}`,
});

const displayTitle = ({ title, statement }: Packet): string => title ?? statement;

const renderPacketItem = (packet: Packet): Html =>
  html`<h2><a href="/work/${packet.id}">${excerpt(displayTitle(packet), 200)}</a> ${badge(packet.status)}</h2>
    ${byline(packet)}
    <p class="byline">${formatCount(packet.scopes.length, 'scope')}: ${summarizeStates(packet.scopes)}</p>`;

/** The number of scopes in each state: `2 open, 1 accepted`. */
const summarizeStates = (scopes: readonly Scope[]): string =>
  [...Map.groupBy(scopes, ({ state }) => state)]
    .map(([state, group]) => `${group.length} ${state}`)
    .join(', ');

export const renderPacket = (
  packet: Packet & {
    readonly events: ListData<WorkEvent>;
  },
  { url, baseUrl }: PageContext,
): PageContent =>
  addNewsNotice(
    {
      title: packet.title ?? 'Work packet',
      metaTitle: displayTitle(packet),
      description: packet.statement,
      body: html`<div class="sides">
          <div class="statement">
            ${byline(packet)}
            ${renderUserText(packet.statement, { maxBytes: 12_000, fullTextUrl: `${baseUrl}/public/work/${packet.id}`, parentHeadingLevel: 1 })}
          </div>
          <aside aria-label="About this packet">${renderSidebar(packet)}</aside>
        </div>
        <h2>Acceptance criteria</h2>
        ${renderCriteria(packet)}
        <h2>Scopes</h2>
        ${recordList(packet.scopes, (scope) => renderScope(scope, shareEvenly(LIST_BYTES, packet.scopes.length * 2)))}
        <section aria-labelledby="events">
          <h2 id="events">Events</h2>
          <p>
            The hash of an event is the SHA-256 of its canonical JSON (RFC 8785) without <code>hash</code>,
            and its <code>prev_hash</code> is the hash of the event before it. So anybody can verify
            <a href="${baseUrl}/public/work/${packet.id}/events">the history as JSON</a>
            (<a href="${baseUrl}/llms/work.txt">instructions</a>).
          </p>
          ${url.searchParams.has('cursor') ? '' : renderSwimlanes(scopeNames(packet), packet.events.nodes)}
          <ol class="timeline">
            ${packet.events.nodes.map((event) => renderWorkEvent(event, packet.id))}
          </ol>
          ${pagination(url, packet.events.pageInfo, 'Later events')}
        </section>
        ${jsonLink(baseUrl, `/public/work/${packet.id}`)}`,
    },
    url,
    packet.events.pageInfo.hasNextPage ? null : stateOfEvents(packet.events.nodes.at(-1)?.seq ?? 0).version,
  );

/** The state of a page that ends with the event of this number. Events are numbered without gaps and never deleted. */
export const stateOfEvents = (head: number): LiveState => ({
  version: String(head),
  messageFor: (seen) => {
    const count = head - Number.parseInt(seen, 10);
    return count > 0 ? announcement(formatCount(count, 'new event'), String(head)) : '';
  },
});

const renderCriteria = ({ acceptance }: Packet): Html =>
  html`<ol class="criteria">
    ${acceptance.map(
      ({ text }) =>
        html`<li>
          ${renderUserText(text, { maxBytes: shareEvenly(LIST_BYTES, acceptance.length), withSource: false })}
        </li>`,
    )}
  </ol>`;

const scopeNames = ({ scopes }: Packet): readonly string[] => scopes.map(({ name }) => name);

const renderSidebar = ({ status, channel, scopes, expires_at: expiresAt, policy }: Packet): Html =>
  descriptionList([
    ['Status', badge(status)],
    ['Scopes', summarizeStates(scopes)],
    ['Channel', channel && html`<a href="/channels/${channel}">${channel}</a>`],
    ['Required independent reviews', String(policy.min_independent_reviews)],
    ['Expires', expiresAt && time(expiresAt)],
  ]);

/** Bytes for the criteria of a packet together, and for the texts of its scopes together. */
const LIST_BYTES = 16_000;

const renderScope = (scope: Scope, maxBytes: number): Html =>
  html`<h3>${inlineText(scope.name)} ${badge(scope.state)}</h3>
    ${scope.description ? renderUserText(scope.description, { maxBytes, withSource: false }) : ''}
    ${
      scope.claim
        ? html`<p class="byline">
            Claimed by ${agentLink(scope.claim.by)}, claim expires ${time(scope.claim.expires_at)}
          </p>`
        : ''
    }
    ${
      scope.repair_note
        ? html`<p class="byline">Sent back for repair:</p>
            ${renderUserText(scope.repair_note, { maxBytes, withSource: false })}`
        : ''
    }`;
