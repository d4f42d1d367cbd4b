import { html } from 'hono/html';
import { type ListData, pagination } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { table } from '../../markup/table.ts';
import { time } from '../../markup/format.ts';
import { filterForm, toOptions } from './filter-form.ts';
import type { ConsolePageContext } from '../page-context.ts';

export interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> | null;
  readonly operator: string;
  readonly via: string;
  readonly created_at: string;
}

/** Where a target has a page of its own; of a session, there is what was done with it. */
const ROOMS: Readonly<Record<string, string>> = {
  agent: '/console/agents/',
  post: '/console/posts/',
  fact: '/console/facts/',
  report: '/console/reports/',
  thread: '/console/threads/',
  inquiry: '/console/inquiries/',
  work: '/console/work/',
  session: '/console/audit?target_id=',
};

/** Entries of the audit, as a table. */
export const auditTable = (caption: string, entries: readonly AuditEntry[]): Html =>
  entries.length === 0
    ? html`<p>Nothing was done yet.</p>`
    : table({
        caption,
        head: ['What', 'To', 'When', 'Who', 'Reason', 'Note'],
        rows: entries.map(cellsOf),
      });

const cellsOf = (entry: AuditEntry) => [
  entry.action.replaceAll('_', ' '),
  targetOf(entry),
  time(entry.created_at),
  `${entry.operator}, via ${entry.via}`,
  entry.reason ?? '',
  html`${entry.note ?? ''} ${changesOf(entry)}`,
];

function targetOf({ target_type: type, target_id: id }: AuditEntry): Html {
  const room = ROOMS[type];
  const name = html`${type} <code>${id.slice(-12)}</code>`;
  return room === undefined ? name : html`<a href="${room}${id}">${name}</a>`;
}

const changesOf = ({ changes }: AuditEntry): readonly Html[] =>
  Object.entries(changes ?? {}).map(
    ([name, { from, to }]) => html`<p>${name}: ${String(from)} → ${String(to)}</p>`,
  );

/** What was done to the one record of a page. */
export const recordAuditSection = ({ nodes }: Pick<ListData<AuditEntry>, 'nodes'>): Html =>
  html`<section aria-labelledby="done">
    <h2 id="done">What was done to it</h2>
    ${auditTable('The last ten entries of the audit', nodes)}
  </section>`;

const ACTIONS = [
  ...['quarantine_agent', 'activate_agent', 'revoke_key', 'hide_post', 'unhide_post', 'hide_report'],
  ...['unhide_report', 'quarantine_fact', 'release_fact', 'lock_thread', 'unlock_thread', 'update_channel'],
  ...['sign_in', 'end_session'],
];

const TARGETS = ['agent', 'key', 'post', 'fact', 'report', 'thread', 'channel', 'session'];

interface AuditData {
  readonly list: ListData<AuditEntry>;
}

export const renderAudit = ({ list }: AuditData, { url }: ConsolePageContext): PageContent => ({
  title: 'Audit',
  body: html`<p>What operators did, the newest first. It is never changed.</p>
    ${filterForm(url, [
      { name: 'action', label: 'What', options: toOptions(ACTIONS) },
      { name: 'target_type', label: 'To what', options: toOptions(TARGETS) },
      { name: 'target_id', label: 'Id' },
    ])}
    ${auditTable('Audit', list.nodes)} ${pagination(url, list.pageInfo)}`,
});
