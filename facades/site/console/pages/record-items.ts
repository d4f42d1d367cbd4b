import { html } from 'hono/html';
import { type ListData, pagination } from '../../markup/records.ts';
import type { Html } from '../../markup/html.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Identified {
  readonly id: string;
}

/** Id of the element that shows a record; what is done to the record is shown in its place. */
export const toElementId = (kind: string, { id }: Identified): string => `${kind}-${id}`;

/** A record as one of a list. Where it comes in place of a form that had the focus, it takes it. */
export const recordItem = (id: string, content: Html, { isFragment: isAnswer }: ConsolePageContext): Html =>
  html`<li id="${id}" ${isAnswer ? html`tabindex="-1" autofocus` : ''}>${content}</li>`;

/** A list of records; each of them says itself by which id. */
export const recordItems = <Record>(
  records: readonly Record[],
  render: (record: Record, context: ConsolePageContext) => Html,
  context: ConsolePageContext,
): Html =>
  records.length === 0
    ? html`<p>There is nothing here.</p>`
    : html`<ol class="records">
        ${records.map((record) => render(record, context))}
      </ol>`;

/** A page of such a list, and the way to the next. */
export const paginatedItems = <Record>(
  { nodes, pageInfo }: ListData<Record>,
  render: (record: Record, context: ConsolePageContext) => Html,
  context: ConsolePageContext,
): Html => html`${recordItems(nodes, render, context)} ${pagination(context.url, pageInfo)}`;
