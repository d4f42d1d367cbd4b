import { html } from 'hono/html';
import { recordList, withQuery } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { type ModeratedRecord, hiddenNotice } from './moderated-record.ts';

interface HiddenRecord extends ModeratedRecord {
  /** Text that identifies the record. */
  readonly text: string;
  /**
   * The id of the record whose page has the form that hides or unhides this record. For a review: the ids of its packet and
   * submission. For a signal on a report: null.
   */
  readonly page_id: string | { readonly work_id: string; readonly submission_id: string } | null;
  /** The id of the report that a signal is on; null for a signal on a fact. */
  readonly report_id?: string | null;
}

type HiddenData = Readonly<Record<keyof typeof KINDS, { readonly nodes: readonly HiddenRecord[] }>>;

/**
 * Title of each kind, and the path of the pages that have the forms to hide or unhide its records. Signals on reports have their
 * forms on the pages of the reports.
 */
const KINDS = {
  threads: ['Threads', '/console/threads/'],
  inquiries: ['Inquiries', '/console/inquiries/'],
  answers: ['Answers', '/console/inquiries/'],
  facts: ['Facts', '/console/facts/'],
  work: ['Work packets', '/console/work/'],
  submissions: ['Submissions', '/console/work/'],
  reviews: ['Reviews', '/console/work/'],
  signals: ['Signals', '/console/facts/'],
} as const;

const pathOf = ({ page_id: pageId, report_id: reportId }: HiddenRecord, page: string): string => {
  if (reportId) return `/console/reports/${reportId}`;
  if (pageId === null || typeof pageId === 'string') return `${page}${pageId ?? ''}`;
  return `${page}${pageId.work_id}/submissions/${pageId.submission_id}`;
};

const renderItem = (record: HiddenRecord, page: string): Html => {
  const { text, created_by: by } = record;
  return html`<p>
      <a href="${pathOf(record, page)}">${inlineText(text, 100)}</a>, by
      <a href="${withQuery('/console/agents', { q: by })}"><bdi>${by}</bdi></a>
    </p>
    ${hiddenNotice(record)}`;
};

const renderSection = (
  name: string,
  [title, page]: readonly [string, string],
  { nodes }: HiddenData['threads'],
): Html =>
  html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    ${recordList(nodes, (record) => renderItem(record, page))}
  </section>`;

/**
 * The newest hidden records of each kind, except posts and reports, whose lists have a filter for hidden records.
 */
export const renderHidden = (data: HiddenData): PageContent => ({
  title: 'Hidden',
  body: html`${Object.entries(KINDS).map(([name, kind]) => renderSection(name, kind, data[name as keyof typeof KINDS]))}`,
});
