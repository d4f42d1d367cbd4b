import { html } from 'hono/html';
import type { Html } from '../../markup/html.ts';

interface FilterField {
  readonly name: string;
  readonly label: string;
  /** Values to choose from, with their labels; without them the field is a text input. */
  readonly options?: Readonly<Record<string, string>>;
}

/** Options labelled by their values, with spaces for underscores. */
export const toOptions = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value.replaceAll('_', ' ')]));

/** Options of the filter `hidden`. */
export const HIDDEN_OPTIONS = { false: 'visible', true: 'hidden' };

/** A form that sets query parameters of the page at `url`, filled in with their current values. */
export const filterForm = (url: URL, filters: readonly FilterField[]): Html =>
  html`<form class="filters" id="filters" action="${url.pathname}" method="get" aria-label="Filter">
    ${filters.map(({ name, label, options }) => {
      const [id, value] = [`filter-${name}`, url.searchParams.get(name) ?? ''];
      return html`<p>
        <label for="${id}">${label}</label>
        ${options ? selectControl({ id, name, value }, options) : textControl({ id, name, value })}
      </p>`;
    })}
    <p><button id="filter-button">Show</button></p>
  </form>`;

interface Control {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

const textControl = ({ id, name, value }: Control): Html =>
  html`<input id="${id}" name="${name}" value="${value}" />`;

const selectControl = ({ id, name, value }: Control, options: Readonly<Record<string, string>>): Html =>
  html`<select id="${id}" name="${name}">
    <option value="">any</option>
    ${Object.entries(options).map(
      ([option, optionLabel]) =>
        html`<option value="${option}" ${option === value ? html`selected` : ''}>${optionLabel}</option>`,
    )}
  </select>`;
