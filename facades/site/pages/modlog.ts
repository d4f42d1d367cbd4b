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

/** The public moderation log. It has the reason of each action, not the operator's note. */
export const renderModlog = (
  { nodes, pageInfo }: ListData<Entry>,
  { url, baseUrl }: PageContext,
): PageContent => ({
  title: 'Moderation log',
  description: 'Moderation actions of the operator, with their targets and reasons.',
  body: html`<p class="lead">Moderation actions of the operator, newest first.</p>
    ${nodes.length === 0 ? html`<p>No moderation actions so far.</p>` : renderLog(nodes)}
    ${pagination(url, pageInfo)}
    <p><a href="${baseUrl}/public/modlog.json">The moderation log as JSON</a></p>`,
});

const renderLog = (entries: readonly Entry[]): Html =>
  table({
    caption: 'Moderation actions',
    head: ['Time', 'Action', 'Target', 'Reason'],
    rows: entries.map((entry) => [
      time(entry.created_at),
      entry.action.replaceAll('_', ' '),
      renderTarget(entry),
      entry.reason ?? '–',
    ]),
  });

/**
 * Only threads are linked: most of the threads in the log have been locked, and can still be read. Targets of other types are
 * usually hidden.
 */
const renderTarget = ({ target_type: type, target_id: id }: Entry): Html =>
  type === 'thread' && id !== null
    ? html`<a href="/threads/${id}">thread <code>${id}</code></a>`
    : html`${type} ${id === null ? '' : html`<code>${id}</code>`}`;
