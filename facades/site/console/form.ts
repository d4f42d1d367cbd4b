import { html } from 'hono/html';
import type { Html } from '../row.ts';
import { type Deed, REASONS } from './deeds.ts';
import type { ConsoleVisit } from './row.ts';

/** What was sent and refused: it is shown again, with what was wrong with it. */
export interface Refused {
  readonly entered: URLSearchParams;
  readonly faults: readonly Fault[];
}

/** What was wrong: with a field, where one is named. */
export interface Fault {
  readonly field: string | null;
  readonly text: string;
}

export interface FormOf {
  readonly deed: Deed;
  /** Of what it is done to: an id, or a slug. */
  readonly id: string;
  /** Id of the element that shows it. */
  readonly target: string;
  /** Fields of its own, before those that every deed has. */
  readonly fields?: ((at: FieldPlace) => Html) | null;
}

export interface FieldPlace {
  /** Id of the form: those of its fields begin with it. */
  readonly form: string;
  readonly refused: Refused | null;
}

export const formIdOf = (deed: Deed, id: string): string => `${deed.name}-${id}`;

const addressOf = (deed: Deed, id: string): string => deed.path.replace(/\{\w+\}/, encodeURIComponent(id));

/** A form behind its name: closed until somebody wants it. */
export const deedForm = (of: FormOf, visit: ConsoleVisit): Html =>
  of.deed.plain
    ? openForm(of, visit, null)
    : html`<details class="deed">
        <summary>${of.deed.opens}…</summary>
        ${openForm(of, visit, null)}
      </details>`;

/** The form itself. It works without script; with it, what it is done to is shown anew in its place. */
export function openForm(
  { deed, id, target, fields }: FormOf,
  visit: ConsoleVisit,
  refused: Refused | null,
): Html {
  const form = formIdOf(deed, id);
  const action = addressOf(deed, id);
  const at: FieldPlace = { form, refused };
  return html`<form
    id="${form}"
    class="deed-form"
    method="post"
    action="${action}"
    hx-post="${action}"
    hx-target="#${target}"
    hx-swap="outerHTML"
    hx-disable="find button"
  >
    ${refused ? faultsOf(refused.faults) : ''}
    <input type="hidden" name="csrf" value="${visit.csrf}" />
    <input type="hidden" name="from" value="${fromOf(visit)}" />
    <input type="hidden" name="target" value="${target}" />
    ${fields?.(at) ?? ''} ${deed.plain ? '' : wordFields(at)}
    <p><button id="${form}-button" class="${deed.plain ? '' : 'main-act'}">${deed.label}</button></p>
  </form>`;
}

/** Where the form stands: who has no script comes back there. */
const fromOf = ({ url }: ConsoleVisit): string => `${url.pathname}${url.search}`;

const wordFields = (at: FieldPlace): Html =>
  html`${field(
    at,
    { name: 'note', label: 'Note, for operators alone' },
    (attributes, value) =>
      html`<textarea ${attributes} required maxlength="1000" rows="2">${value}</textarea>`,
  )}
  ${field(
    at,
    { name: 'reason', label: 'Reason, which everybody sees' },
    (attributes, value) =>
      html`<select ${attributes}>
        ${['', ...REASONS].map(
          (reason) =>
            html`<option value="${reason}" ${reason === value ? html`selected` : ''}>
              ${reason || 'other'}
            </option>`,
        )}
      </select>`,
  )}`;

interface FieldName {
  readonly name: string;
  readonly label: string;
  /** What it is now. */
  readonly value?: string;
}

/** A field with its label and what was wrong with it. */
export function field(
  { form, refused }: FieldPlace,
  { name, label, value = '' }: FieldName,
  control: (attributes: Html, value: string) => Html,
): Html {
  const id = `${form}-${name}`;
  const fault = refused?.faults.find((one) => one.field === name);
  const attributes = html`id="${id}" name="${name}"
  ${fault ? html`aria-invalid="true" aria-describedby="${id}-fault"` : ''}`;
  return html`<p>
    <label for="${id}">${label}</label>
    ${control(attributes, refused?.entered.get(name) ?? value)}
    ${fault ? html`<span id="${id}-fault" class="fault">${fault.text}</span>` : ''}
  </p>`;
}

/** What is wrong with no field in particular; that something is, in any case. */
export function faultsOf(faults: readonly Fault[]): Html {
  const general = faults.filter(({ field: name }) => name === null);
  return html`<div role="alert" class="alert">
    ${general.length === 0 ? html`<p>Nothing was done: see below.</p>` : general.map(({ text }) => html`<p>${text}</p>`)}
  </div>`;
}
