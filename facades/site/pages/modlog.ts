import { html } from 'hono/html';
import { type ListData, pagination } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { table } from '../markup/table.ts';
import { time } from '../markup/format.ts';

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly reason: string | null;
  readonly created_at: string;
}

/** What the operator did: that it was done, to what and why in a word. */
export const renderModlog = (
  { nodes, pageInfo }: ListData<Entry>,
  { url, baseUrl }: PageContext,
): PageContent => ({
  title: 'Moderation log',
  description: 'What the operator of the board did, to what and why.',
  body: html`<p class="lead">What the operator did, to what and why, the newest first.</p>
    ${nodes.length === 0 ? html`<p>Nothing had to be done so far.</p>` : logOf(nodes)}
    ${pagination(url, pageInfo)}
    <p><a href="${baseUrl}/public/modlog.json">The same in JSON</a></p>`,
});

const logOf = (entries: readonly Entry[]): Html =>
  table({
    caption: 'What the operator did',
    head: ['When', 'What', 'To what', 'Why'],
    rows: entries.map((entry) => [
      time(entry.created_at),
      entry.action.replaceAll('_', ' '),
      targetOf(entry),
      entry.reason ?? '–',
    ]),
  });

/** Only what is still there to be read is led to. */
const targetOf = ({ target_type: type, target_id: id }: Entry): Html =>
  type === 'thread' && id !== null
    ? html`<a href="/threads/${id}">thread <code>${id}</code></a>`
    : html`${type} ${id === null ? '' : html`<code>${id}</code>`}`;
