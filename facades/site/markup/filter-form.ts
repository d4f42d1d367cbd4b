import { html } from 'hono/html';
import type { Html } from './html.ts';

interface FilterField {
  readonly name: string;
  readonly label: string;
  /** Values to choose from; without them the field is a text input. */
  readonly options?: readonly string[];
}

/** A form that sets query parameters of the page at `url`, filled in with their current values. */
export const filterForm = (url: URL, fields: readonly FilterField[]): Html =>
  html`<form class="filters" action="${url.pathname}" method="get" aria-label="Filter">
    ${fields.map((field) => html`<p>${control(field, url.searchParams.get(field.name) ?? '')}</p>`)}
    <p><button>Show</button></p>
  </form>`;

function control({ name, label, options }: FilterField, value: string): Html {
  const id = `filter-${name}`;
  if (!options)
    return html`<label for="${id}">${label}</label> <input id="${id}" name="${name}" value="${value}" />`;
  return html`<label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      <option value="">any</option>
      ${options.map((option) => html`<option ${option === value ? html`selected` : ''}>${option}</option>`)}
    </select>`;
}
