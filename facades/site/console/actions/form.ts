import { html } from 'hono/html';
import type { Html } from '../../markup/html.ts';
import type { ConsolePageContext } from '../page-context.ts';
import { type ConsoleAction, REASONS } from './actions.ts';
import type { FieldContext, FormIssue, RejectedForm } from './form-state.ts';

export interface ActionFormOptions {
  readonly action: ConsoleAction;
  /** Value of the action's path parameter: an id, or a channel's slug. */
  readonly recordId: string;
  /** Id of the element that shows the record; htmx replaces this element by the response. */
  readonly targetId: string;
  /** Fields besides note and reason. */
  readonly renderFields?: ((field: FieldContext) => Html) | null;
}

/** The id of the form of an action on one record. */
export const toFormId = (action: ConsoleAction, recordId: string): string => `${action.name}-${recordId}`;

const toUrl = (action: ConsoleAction, recordId: string): string =>
  action.path.replace(/\{\w+\}/, encodeURIComponent(recordId));

/** The form of an action within a closed `<details>`, or just its button if the action has no fields. */
export const actionForm = (options: ActionFormOptions, context: ConsolePageContext): Html =>
  options.action.isButtonOnly
    ? expandedActionForm(options, context, null)
    : html`<details class="action-menu">
        <summary>${options.action.openLabel}…</summary>
        ${expandedActionForm(options, context, null)}
      </details>`;

/** A minute longer than the longest action: hiding a record takes up to 15 minutes. By default htmx waits for one minute. */
const TIMEOUT_MS = 960_000;

/**
 * The form of an action, without a `<details>` around it. Without JavaScript the browser submits the form; with JavaScript
 * htmx does, and replaces the record.
 */
export function expandedActionForm(
  { action, recordId, targetId, renderFields }: ActionFormOptions,
  { url, csrfToken }: ConsolePageContext,
  rejected: RejectedForm | null,
): Html {
  const formId = toFormId(action, recordId);
  const actionUrl = toUrl(action, recordId);
  const buttonClass = action.isButtonOnly ? '' : 'primary-button';
  const field: FieldContext = { formId, rejected };
  return html`<form
    id="${formId}"
    class="action-form"
    method="post"
    action="${actionUrl}"
    hx-post="${actionUrl}"
    hx-target="#${targetId}"
    hx-swap="outerHTML"
    hx-disable="find button"
    hx-config="timeout:${TIMEOUT_MS}"
  >
    ${rejected ? issueAlert(rejected.issues) : ''}
    <input type="hidden" name="csrf" value="${csrfToken}" />
    <input type="hidden" name="from" value="${url.pathname}${url.search}" />
    <input type="hidden" name="target" value="${targetId}" />
    ${renderFields?.(field) ?? ''} ${action.isButtonOnly ? '' : moderationFields(field)}
    <p>
      <button id="${formId}-button" class="${buttonClass}">${action.label}</button>
    </p>
  </form>`;
}

const moderationFields = (context: FieldContext): Html =>
  html`${formField(
    context,
    { name: 'note', label: 'Note (visible to operators only)' },
    (attributes, value) =>
      html`<textarea ${attributes} required maxlength="1000" rows="2">${value}</textarea>`,
  )}
  ${formField(
    context,
    { name: 'reason', label: 'Reason (public)' },
    (attributes, value) =>
      html`<select ${attributes}>
        ${REASONS.map(
          (reason) =>
            html`<option value="${reason}" ${reason === value ? html`selected` : ''}>${reason}</option>`,
        )}
      </select>`,
  )}`;

/**
 * A form field with its label and its issue. `renderControl` gets the attributes of the control and its value: the
 * value that was refused, or `value`.
 */
export function formField(
  { formId, rejected }: FieldContext,
  { name, label, value = '' }: { readonly name: string; readonly label: string; readonly value?: string },
  renderControl: (attributes: Html, value: string) => Html,
): Html {
  const id = `${formId}-${name}`;
  const issue = rejected?.issues.find(({ field }) => field === name);
  const attributes = html`id="${id}" name="${name}"
  ${issue ? html`aria-invalid="true" aria-describedby="${id}-issue"` : ''}`;
  return html`<p>
    <label for="${id}">${label}</label>
    ${renderControl(attributes, rejected?.values.get(name) ?? value)}
    ${issue ? html`<span id="${id}-issue" class="field-issue">${issue.text}</span>` : ''}
  </p>`;
}

/** An alert with the issues that belong to no field, or with a hint to the issues at the fields. */
export function issueAlert(issues: readonly FormIssue[]): Html {
  const general = issues.filter(({ field }) => field === null);
  return html`<div role="alert" class="alert">
    ${general.length === 0 ? html`<p>Nothing was changed. Correct the fields below.</p>` : general.map(({ text }) => html`<p>${text}</p>`)}
  </div>`;
}
