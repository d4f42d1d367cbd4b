import { html } from 'hono/html';
import type { Html } from '../../page-definition.ts';
import { type ConsoleAction, REASONS } from './actions.ts';
import type { ConsolePageContext } from '../definitions.ts';

/** What was sent and refused: it is shown again, with what was wrong with it. */
export interface RejectedForm {
  readonly values: URLSearchParams;
  readonly issues: readonly FormIssue[];
}

/** What was wrong: with a field, where one is named. */
export interface FormIssue {
  readonly field: string | null;
  readonly text: string;
}

export interface ActionFormOptions {
  readonly action: ConsoleAction;
  /** Of what it is done to: an id, or a slug. */
  readonly recordId: string;
  /** Id of the element that shows it. */
  readonly targetId: string;
  /** Fields of its own, before those that every deed has. */
  readonly renderFields?: ((at: FieldContext) => Html) | null;
}

export interface FieldContext {
  /** Id of the form: those of its fields begin with it. */
  readonly formId: string;
  readonly rejected: RejectedForm | null;
}

export const toFormId = (deed: ConsoleAction, id: string): string => `${deed.name}-${id}`;

const addressOf = (deed: ConsoleAction, id: string): string =>
  deed.path.replace(/\{\w+\}/, encodeURIComponent(id));

/** A form behind its name: closed until somebody wants it. */
export const actionForm = (of: ActionFormOptions, visit: ConsolePageContext): Html =>
  of.action.isButtonOnly
    ? openActionForm(of, visit, null)
    : html`<details class="deed">
        <summary>${of.action.openLabel}…</summary>
        ${openActionForm(of, visit, null)}
      </details>`;

/** The form itself. It works without script; with it, what it is done to is shown anew in its place. */
export function openActionForm(
  { action: deed, recordId: id, targetId: target, renderFields: fields }: ActionFormOptions,
  visit: ConsolePageContext,
  refused: RejectedForm | null,
): Html {
  const form = toFormId(deed, id);
  const action = addressOf(deed, id);
  const at: FieldContext = { formId: form, rejected: refused };
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
    ${refused ? issueAlert(refused.issues) : ''}
    <input type="hidden" name="csrf" value="${visit.csrfToken}" />
    <input type="hidden" name="from" value="${fromOf(visit)}" />
    <input type="hidden" name="target" value="${target}" />
    ${fields?.(at) ?? ''} ${deed.isButtonOnly ? '' : wordFields(at)}
    <p><button id="${form}-button" class="${deed.isButtonOnly ? '' : 'main-act'}">${deed.label}</button></p>
  </form>`;
}

/** Where the form stands: who has no script comes back there. */
const fromOf = ({ url }: ConsolePageContext): string => `${url.pathname}${url.search}`;

const wordFields = (at: FieldContext): Html =>
  html`${formField(
    at,
    { name: 'note', label: 'Note, for operators alone' },
    (attributes, value) =>
      html`<textarea ${attributes} required maxlength="1000" rows="2">${value}</textarea>`,
  )}
  ${formField(
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
export function formField(
  { formId: form, rejected: refused }: FieldContext,
  { name, label, value = '' }: FieldName,
  control: (attributes: Html, value: string) => Html,
): Html {
  const id = `${form}-${name}`;
  const fault = refused?.issues.find((one) => one.field === name);
  const attributes = html`id="${id}" name="${name}"
  ${fault ? html`aria-invalid="true" aria-describedby="${id}-fault"` : ''}`;
  return html`<p>
    <label for="${id}">${label}</label>
    ${control(attributes, refused?.values.get(name) ?? value)}
    ${fault ? html`<span id="${id}-fault" class="fault">${fault.text}</span>` : ''}
  </p>`;
}

/** What is wrong with no field in particular; that something is, in any case. */
export function issueAlert(faults: readonly FormIssue[]): Html {
  const general = faults.filter(({ field: name }) => name === null);
  return html`<div role="alert" class="alert">
    ${general.length === 0 ? html`<p>Nothing was done: see below.</p>` : general.map(({ text }) => html`<p>${text}</p>`)}
  </div>`;
}
