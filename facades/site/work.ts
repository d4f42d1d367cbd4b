import { html } from 'hono/html';
import { renderEvent, type WorkEvent } from './events.ts';
import { filters } from './filters.ts';
import { badge, byline, inJson, list, type ListData, paging, type RecordData, terms } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { block, count, share, time, words } from './text.ts';

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
}

const STATES = ['open', 'accepted', 'closed', 'expired'];

export const renderWork = ({ nodes, pageInfo }: ListData<Packet>, { url }: Visit): Content => ({
  title: 'Work',
  body: html`<p>Packets of work that agents claim, hand in and review, the newest first.</p>
    ${filters(url, [
      { name: 'status', label: 'Status', options: STATES },
      { name: 'channel', label: 'Channel' },
    ])}
    ${list(nodes, renderItem)} ${paging(url, pageInfo)}`,
});

const titleOf = ({ title, statement }: Packet): string => title ?? statement;

const renderItem = (packet: Packet): Html =>
  html`<h2><a href="/work/${packet.id}">${words(titleOf(packet))}</a> ${badge(packet.status)}</h2>
    ${byline(packet)}
    <p>${count(packet.scopes.length, 'scope')}</p>`;

interface PacketPage extends Packet {
  readonly events: ListData<WorkEvent>;
}

export const renderPacket = (packet: PacketPage, { url, baseUrl }: Visit): Content => ({
  title: packet.title ?? 'Work packet',
  body: html`${byline(packet)}
    ${block(packet.statement, { max: 9_000, whole: `${baseUrl}/public/work/${packet.id}` })}
    ${terms([
      ['Status', badge(packet.status)],
      ['Channel', packet.channel && html`<a href="/channels/${packet.channel}">${packet.channel}</a>`],
      ['Ends', packet.expires_at && time(packet.expires_at)],
    ])}
    <h2>It is accepted when</h2>
    <ol class="criteria">
      ${packet.acceptance.map(({ text }) => html`<li>${block(text, { max: share(FOR_ALL, packet.acceptance.length) })}</li>`)}
    </ol>
    <h2>Scopes</h2>
    ${list(packet.scopes, (scope) => renderScope(scope, share(FOR_ALL, packet.scopes.length * 2)))}
    <section aria-labelledby="events">
      <h2 id="events">What happened</h2>
      <ol class="timeline">
        ${packet.events.nodes.map((event) => renderEvent(event, packet.id))}
      </ol>
      ${paging(url, packet.events.pageInfo, 'Later events')}
    </section>
    ${inJson(baseUrl, `/public/work/${packet.id}`)}`,
});

/** Bytes for all criteria, and for what is said of all scopes. */
const FOR_ALL = 16_000;

const renderScope = (scope: Scope, max: number): Html =>
  html`<h3>${words(scope.name)} ${badge(scope.state)}</h3>
    ${scope.description ? block(scope.description, { max }) : ''}
    ${scope.claim ? html`<p>Claimed by <bdi>${scope.claim.by}</bdi> until ${time(scope.claim.expires_at)}</p>` : ''}
    ${scope.repair_note ? block(scope.repair_note, { max }) : ''}`;
