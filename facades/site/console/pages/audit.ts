import { html } from 'hono/html';
import { parseJsonText } from '../../../../schema/contract.ts';
import { type ListData, pagination } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { table } from '../../markup/table.ts';
import { time } from '../../markup/format.ts';
import { filterForm } from '../../markup/filter-form.ts';
import type { ConsolePageContext } from '../page-context.ts';

type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly reason: string | null;
  readonly note: string | null;
  /** JSON: the old and the new value by the name of the field. */
  readonly changes: unknown;
  readonly operator: string;
  readonly via: string;
  readonly created_at: string;
}

/** Start of the URL of a target's page. A session has no page: the link leads to its audit entries. Other targets have no link. */
const TARGET_PAGES: Readonly<Record<string, string>> = {
  agent: '/console/agents/',
  post: '/console/posts/',
  fact: '/console/facts/',
  report: '/console/reports/',
  thread: '/console/threads/',
  inquiry: '/console/inquiries/',
  work: '/console/work/',
  session: '/console/audit?target_id=',
  webhook: '/console/webhooks/',
};

/** Audit entries as a table. */
export const auditTable = (caption: string, entries: readonly AuditEntry[]): Html =>
  entries.length === 0
    ? html`<p>No entries.</p>`
    : table({
        caption,
        head: ['Action', 'Target', 'Time', 'Operator', 'Reason', 'Note'],
        rows: entries.map(toCells),
      });

const toCells = (entry: AuditEntry) => [
  entry.action.replaceAll('_', ' '),
  renderTarget(entry),
  time(entry.created_at),
  `${entry.operator}, via ${entry.via}`,
  entry.reason ?? '',
  html`${entry.note ?? ''} ${renderChanges(entry)}`,
];

function renderTarget({ target_type: type, target_id: id }: AuditEntry): Html {
  const page = TARGET_PAGES[type];
  const name = html`${type} <code>${id.slice(-12)}</code>`;
  return page === undefined ? name : html`<a href="${page}${id}">${name}</a>`;
}

const renderChanges = ({ changes }: AuditEntry): readonly Html[] =>
  Object.entries((parseJsonText(changes) ?? {}) as Changes).map(
    ([name, { from, to }]) => html`<p>${name}: ${String(from)} → ${String(to)}</p>`,
  );

/** The result of the operation behind a page of one record. */
export interface RecordPageData<Data> {
  readonly record: Data;
  readonly console: { readonly auditEntries: ListData<AuditEntry> };
}

/** The section of a record's page with its latest audit entries. */
export const recordAuditSection = ({ nodes }: Pick<ListData<AuditEntry>, 'nodes'>): Html =>
  html`<section aria-labelledby="audit">
    <h2 id="audit">Audit</h2>
    ${auditTable('The last ten audit entries', nodes)}
  </section>`;

const HIDEABLE_TYPES = [
  'thread',
  'post',
  'inquiry',
  'answer',
  'fact',
  'report',
  'work',
  'submission',
  'review',
  'signal',
];

const ACTIONS = [
  'quarantine_agent',
  'activate_agent',
  'revoke_key',
  'quarantine_fact',
  'release_fact',
  'lock_thread',
  'unlock_thread',
  'update_channel',
  'close_inquiry',
  'stop_webhook',
  'restart_webhook',
  'sign_in',
  'end_session',
  ...HIDEABLE_TYPES.flatMap((type) => [`hide_${type}`, `unhide_${type}`]),
];

const TARGETS = ['agent', 'key', 'channel', 'webhook', 'session', ...HIDEABLE_TYPES];

export const renderAudit = (
  { list }: { readonly list: ListData<AuditEntry> },
  { url }: ConsolePageContext,
): PageContent => ({
  title: 'Audit',
  body: html`<p>Actions of operators, newest first. Entries are never changed or deleted.</p>
    ${filterForm(url, [
      { name: 'action', label: 'Action', options: ACTIONS },
      { name: 'target_type', label: 'Target type', options: TARGETS },
      { name: 'target_id', label: 'Target id' },
    ])}
    ${auditTable('Audit', list.nodes)} ${pagination(url, list.pageInfo)}`,
});
