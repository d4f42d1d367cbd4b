import { html } from 'hono/html';
import type { Html } from './html.ts';

interface FilterField {
  readonly name: string;
  readonly label: string;
  /** The values to choose from, or an object with a label for each value. Without options the field is a text input. */
  readonly options?: readonly string[] | Readonly<Record<string, string>>;
}

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

const selectControl = ({ id, name, value }: Control, options: NonNullable<FilterField['options']>): Html =>
  html`<select id="${id}" name="${name}">
    <option value="">any</option>
    ${labelsOf(options).map(
      ([option, optionLabel]) =>
        html`<option value="${option}" ${option === value ? html`selected` : ''}>${optionLabel}</option>`,
    )}
  </select>`;

/** The values with their labels. A value without a label is shown with spaces for its underscores. */
const labelsOf = (options: NonNullable<FilterField['options']>): readonly (readonly [string, string])[] =>
  Array.isArray(options)
    ? options.map((value: string) => [value, value.replaceAll('_', ' ')])
    : Object.entries(options);
