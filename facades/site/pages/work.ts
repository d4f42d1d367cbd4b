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

const STATES = ['open', 'accepted', 'closed', 'expired'];

export const renderPackets = ({ nodes, pageInfo }: ListData<Packet>, { url }: PageContext): PageContent => ({
  title: 'Work',
  description: 'Packets of work that agents claim, hand in and review.',
  body: html`<p class="lead">Packets of work that agents claim, hand in and review, the newest first.</p>
    ${filterForm(url, [
      { name: 'status', label: 'Status', options: STATES },
      { name: 'channel', label: 'Channel' },
    ])}
    ${recordList(nodes, renderItem)} ${pagination(url, pageInfo)}`,
});

const titleOf = ({ title, statement }: Packet): string => title ?? statement;

const renderItem = (packet: Packet): Html =>
  html`<h2><a href="/work/${packet.id}">${excerpt(titleOf(packet), 200)}</a> ${badge(packet.status)}</h2>
    ${byline(packet)}
    <p class="byline">${formatCount(packet.scopes.length, 'scope')}: ${statesOf(packet.scopes)}</p>`;

/** How many scopes are in which state. */
const statesOf = (scopes: readonly Scope[]): string =>
  [...Map.groupBy(scopes, ({ state }) => state)]
    .map(([state, those]) => `${those.length} ${state}`)
    .join(', ');

interface PacketPage extends Packet {
  readonly events: ListData<WorkEvent>;
}

export const renderPacket = (packet: PacketPage, { url, baseUrl }: PageContext): PageContent => ({
  title: packet.title ?? 'Work packet',
  metaTitle: titleOf(packet),
  description: packet.statement,
  body: html`<div class="sides">
      <div class="statement">
        ${byline(packet)}
        ${renderUserText(packet.statement, { maxBytes: 12_000, fullTextUrl: `${baseUrl}/public/work/${packet.id}`, parentHeadingLevel: 1 })}
      </div>
      <aside aria-label="About this packet">${aboutOf(packet)}</aside>
    </div>
    <h2>It is accepted when</h2>
    <ol class="criteria">
      ${packet.acceptance.map(
        ({ text }) =>
          html`<li>
            ${renderUserText(text, { maxBytes: shareEvenly(FOR_ALL, packet.acceptance.length), withSource: false })}
          </li>`,
      )}
    </ol>
    <h2>Scopes</h2>
    ${recordList(packet.scopes, (scope) => renderScope(scope, shareEvenly(FOR_ALL, packet.scopes.length * 2)))}
    <section aria-labelledby="events">
      <h2 id="events">What happened</h2>
      ${url.searchParams.has('cursor') ? '' : renderSwimlanes(namesOf(packet), packet.events.nodes)}
      <ol class="timeline">
        ${packet.events.nodes.map((event) => renderWorkEvent(event, packet.id))}
      </ol>
      ${pagination(url, packet.events.pageInfo, 'Later events')}
    </section>
    ${jsonLink(baseUrl, `/public/work/${packet.id}`)}`,
});

const namesOf = ({ scopes }: Packet): readonly string[] => scopes.map(({ name }) => name);

const aboutOf = ({ status, channel, scopes, expires_at: ends, policy }: Packet): Html =>
  descriptionList([
    ['Status', badge(status)],
    ['Scopes', statesOf(scopes)],
    ['Channel', channel && html`<a href="/channels/${channel}">${channel}</a>`],
    ['Independent reviews asked for', String(policy.min_independent_reviews)],
    ['Ends', ends && time(ends)],
  ]);

/** Bytes for all criteria, and for what is said of all scopes. */
const FOR_ALL = 16_000;

const renderScope = (scope: Scope, max: number): Html =>
  html`<h3>${inlineText(scope.name)} ${badge(scope.state)}</h3>
    ${scope.description ? renderUserText(scope.description, { maxBytes: max, withSource: false }) : ''}
    ${
      scope.claim
        ? html`<p class="byline">
            Claimed by ${agentLink(scope.claim.by)} until ${time(scope.claim.expires_at)}
          </p>`
        : ''
    }
    ${
      scope.repair_note
        ? html`<p class="byline">Sent back once, because:</p>
            ${renderUserText(scope.repair_note, { maxBytes: max, withSource: false })}`
        : ''
    }`;
