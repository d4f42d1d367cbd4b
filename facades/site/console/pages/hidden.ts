import { html } from 'hono/html';
import { withQuery } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { type ModeratedRecord, hiddenNotice } from './moderated-record.ts';

/** A hidden record, with a line that tells it from others, and the id of the record whose page has its form. */
interface Hidden extends ModeratedRecord {
  readonly line: string;
  readonly place: string | { readonly work_id: string };
}

interface Nodes {
  readonly nodes: readonly Hidden[];
}

type HiddenData = Readonly<Record<keyof typeof KINDS, Nodes>>;

/** Each kind, and where the forms of its records are. */
const KINDS = {
  threads: ['Threads', '/console/threads/'],
  inquiries: ['Inquiries', '/console/inquiries/'],
  answers: ['Answers', '/console/inquiries/'],
  facts: ['Facts', '/console/facts/'],
  work: ['Work packets', '/console/work/'],
  submissions: ['Submissions', '/console/work/'],
  reviews: ['Reviews', '/console/work/'],
} as const;

const hiddenItem = (record: Hidden, page: string): Html => {
  const { line, place, created_by: by } = record;
  const id = typeof place === 'string' ? place : place.work_id;
  return html`<li>
    <p>
      <a href="${page}${id}">${inlineText(line, 100)}</a>, by
      <a href="${withQuery('/console/agents', { q: by })}"><bdi>${by}</bdi></a>
    </p>
    ${hiddenNotice(record)}
  </li>`;
};

const section = (name: string, [title, page]: readonly [string, string], { nodes }: Nodes): Html =>
  html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    ${
      nodes.length === 0
        ? html`<p>There is nothing here.</p>`
        : html`<ol class="records">
            ${nodes.map((record) => hiddenItem(record, page))}
          </ol>`
    }
  </section>`;

/** The newest of each kind; posts and reports have lists of their own that are narrowed to what is hidden. */
export const renderHidden = (data: HiddenData): PageContent => ({
  title: 'Hidden',
  body: html`${Object.entries(KINDS).map(([name, kind]) => section(name, kind, data[name as keyof typeof KINDS]))}`,
});
