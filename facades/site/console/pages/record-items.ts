import { html } from 'hono/html';
import { type ListData, NOTHING_TO_SHOW, pagination } from '../../markup/records.ts';
import type { Html } from '../../markup/html.ts';
import type { ConsolePageContext } from '../page-context.ts';

/** The id of the element that shows a record. htmx replaces this element after an action. */
export const toElementId = (kind: string, { id }: { readonly id: string }): string => `${kind}-${id}`;

/** A record as an item of a list. A fragment takes the focus, which the form had before htmx replaced it. */
export const recordItem = (id: string, content: Html, { isFragment }: ConsolePageContext): Html =>
  html`<li id="${id}" ${isFragment ? html`tabindex="-1" autofocus` : ''}>${content}</li>`;

/** A list of records. `render` returns a list item with an id (`recordItem`). */
export const recordItems = <Item>(
  records: readonly Item[],
  render: (record: Item, context: ConsolePageContext) => Html,
  context: ConsolePageContext,
): Html =>
  records.length === 0
    ? NOTHING_TO_SHOW
    : html`<ol class="records">
        ${records.map((record) => render(record, context))}
      </ol>`;

/** A page of a list, with links to the first and the next page. The default of `nextLabel` fits lists with the newest first. */
export const paginatedItems = <Item>(
  { nodes, pageInfo }: ListData<Item>,
  render: (record: Item, context: ConsolePageContext) => Html,
  context: ConsolePageContext,
  nextLabel?: string,
): Html => html`${recordItems(nodes, render, context)} ${pagination(context.url, pageInfo, nextLabel)}`;
