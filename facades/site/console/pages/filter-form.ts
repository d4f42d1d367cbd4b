import { html } from 'hono/html';
import type { Html } from '../../markup/html.ts';

interface Filter {
  readonly name: string;
  readonly label: string;
  /** What there is to choose from, with what it is called; a text of one’s own where there is none. */
  readonly options?: Readonly<Record<string, string>>;
}

/** A word for itself. */
export const toOptions = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map((word) => [word, word.replaceAll('_', ' ')]));

export const HIDDEN_OPTIONS = { false: 'shown', true: 'hidden' };

/** A form that narrows a list down. */
export const filterForm = (url: URL, filters: readonly Filter[]): Html =>
  html`<form class="filters" id="filters" action="${url.pathname}" method="get" aria-label="Filter">
    ${filters.map(({ name, label, options }) => {
      const [id, value] = [`filter-${name}`, url.searchParams.get(name) ?? ''];
      return html`<p>
        <label for="${id}">${label}</label>
        ${options ? choice({ id, name, value }, options) : text({ id, name, value })}
      </p>`;
    })}
    <p><button id="filter-button">Show</button></p>
  </form>`;

interface Control {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

const text = ({ id, name, value }: Control): Html =>
  html`<input id="${id}" name="${name}" value="${value}" />`;

const choice = ({ id, name, value }: Control, options: Readonly<Record<string, string>>): Html =>
  html`<select id="${id}" name="${name}">
    <option value="">any</option>
    ${Object.entries(options).map(
      ([option, called]) =>
        html`<option value="${option}" ${option === value ? html`selected` : ''}>${called}</option>`,
    )}
  </select>`;
