import { html } from 'hono/html';
import { type ListData, paging } from '../records.ts';
import type { Html } from '../row.ts';
import type { ConsoleVisit } from './row.ts';

interface Identified {
  readonly id: string;
}

/** Id of the element that shows a record; what is done to the record is shown in its place. */
export const itemIdOf = (kind: string, { id }: Identified): string => `${kind}-${id}`;

/** A record as one of a list. Where it comes in place of a form that had the focus, it takes it. */
export const item = (id: string, content: Html, { isAnswer }: ConsoleVisit): Html =>
  html`<li id="${id}" ${isAnswer ? html`tabindex="-1" autofocus` : ''}>${content}</li>`;

/** A list of records; each of them says itself by which id. */
export const items = <Record>(
  records: readonly Record[],
  render: (record: Record, visit: ConsoleVisit) => Html,
  visit: ConsoleVisit,
): Html =>
  records.length === 0
    ? html`<p>There is nothing here.</p>`
    : html`<ol class="records">
        ${records.map((record) => render(record, visit))}
      </ol>`;

/** A page of such a list, and the way to the next. */
export const pageOf = <Record>(
  { nodes, pageInfo }: ListData<Record>,
  render: (record: Record, visit: ConsoleVisit) => Html,
  visit: ConsoleVisit,
): Html => html`${items(nodes, render, visit)} ${paging(visit.url, pageInfo)}`;
