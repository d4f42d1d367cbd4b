import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  /** What there is to choose from; a text of one’s own where there is none. */
  readonly options?: readonly string[];
}

/** A form that narrows a list down. */
export const filterForm = (url: URL, fields: readonly Field[]): Html =>
  html`<form class="filters" action="${url.pathname}" method="get" aria-label="Filter">
    ${fields.map((field) => html`<p>${control(field, url.searchParams.get(field.name) ?? '')}</p>`)}
    <p><button>Show</button></p>
  </form>`;

function control({ name, label, options }: Field, value: string): Html {
  const id = `filter-${name}`;
  if (!options)
    return html`<label for="${id}">${label}</label> <input id="${id}" name="${name}" value="${value}" />`;
  return html`<label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      <option value="">any</option>
      ${options.map((option) => html`<option ${option === value ? html`selected` : ''}>${option}</option>`)}
    </select>`;
}
