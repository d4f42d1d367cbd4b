import { html } from 'hono/html';
import type { BoardError, Caller } from '../../../../schema/contract.ts';
import { createIssueLocator, readVariables } from '../../../http/binding/parameters/variables.ts';
import { toOperatorCaller } from '../../../http/binding/operator-session.ts';
import { runOperation } from '../../../http/binding/run-operation.ts';
import { toParameterLocations } from '../../../http/binding/parameters/parameter-locations.ts';
import { once } from '../../../http/once.ts';
import { refusalHeaders, statusOf } from '../../../http/problem.ts';
import type { Reply } from '../../../http/reply.ts';
import type { Exchange, Route } from '../../../http/route.ts';
import type { Html } from '../../markup/html.ts';
import { setFlashCookie } from '../cookies.ts';
import { toFormId, expandedActionForm } from './form.ts';
import type { RejectedForm } from './form-state.ts';
import { CONSOLE_HEADERS } from '../headers.ts';
import { flashUpdate, renderConsoleDocument } from '../layout.ts';
import {
  type ConsoleOptions,
  toFormIssues,
  findSignedInOperator,
  isFailure,
  isSignedOut,
  toErrorReply,
  redirectToSignIn,
} from '../errors.ts';
import { toPageReply, toRedirect } from '../replies.ts';
import { isHtmxRequest, readForm, readConsoleUrl } from '../request.ts';
import type { ConsoleActionDefinition } from '../definitions.ts';
import type { ConsolePageContext } from '../page-context.ts';

/** A form as it was sent. */
interface SentForm {
  readonly exchange: Exchange;
  readonly form: URLSearchParams;
  readonly caller: Caller;
  /** The page that the form was on. */
  readonly from: URL;
}

/**
 * The POST route of an action. After the action, the browser is redirected to the page that the form was on; htmx gets
 * the record with its new state instead.
 */
export function createActionRoute(definition: ConsoleActionDefinition, options: ConsoleOptions): Route {
  const runAction = createActionHandler(definition, options);
  return {
    method: 'POST',
    path: definition.action.path,
    refusesHtml: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const form = readForm(exchange);
      const caller = toOperatorCaller(exchange, options.isSameOrigin, form);
      const sent = { exchange, form, caller, from: readConsoleUrl(form.get('from'), options.siteUrl) };
      if (caller.credential === null) return redirectToSignIn(exchange, sent.from, options);
      try {
        return await runAction(sent);
      } catch (error) {
        return renderRefusal(options.toRefusal(error, exchange.requestId), sent, { definition, options });
      }
    },
  };
}

function createActionHandler(
  { action, operation, renderRecord, outcomeOf }: ConsoleActionDefinition,
  options: ConsoleOptions,
) {
  const { openSession, describe, baseUrl, siteUrl } = options;
  const prepare = once(() => {
    const { parameters, policy } = describe(operation);
    const locations = toParameterLocations(action.path, parameters);
    return { policy: policy ?? 'operator', locations, locate: createIssueLocator(locations) };
  });

  return async ({ exchange, form, caller, from }: SentForm): Promise<Reply> => {
    const { policy, locations, locate } = prepare();
    const read = () => readVariables(locations, { path: exchange.params, query: form, body: {} });
    const { result } = await runOperation({
      openSession,
      caller,
      operation,
      policy,
      read,
      locate,
      onUnknown: 'ignore',
    });
    const outcome = outcomeOf?.(result.value) ?? action;
    if (!isHtmxRequest(exchange))
      return toRedirect(`${from.pathname}${from.search}`, setFlashCookie(outcome.name, siteUrl));
    const context = { url: from, baseUrl, csrfToken: form.get('csrf') ?? '', isFragment: true };
    const record = renderRecord(result.value, context);
    return toPageReply(String(await html`${record}${flashUpdate(outcome.doneMessage)}`));
  };
}

/** Text from the request that may be used as the id of an element. */
const ELEMENT_ID = /^[A-Za-z0-9-]{1,64}$/;

/**
 * The response to a refused form: the form with its values and issues, as a fragment for htmx or as a page. After a failure of the
 * board, the form keeps its CSRF token and the page has no navigation: both come from the signed-in operator, who is then not read.
 */
async function renderRefusal(
  error: BoardError,
  sent: SentForm,
  { definition, options }: { readonly definition: ConsoleActionDefinition; readonly options: ConsoleOptions },
): Promise<Reply> {
  const { exchange, caller, from } = sent;
  if (isSignedOut(error)) return redirectToSignIn(exchange, from, options);
  const signedInOperator = isFailure(error) ? null : await findSignedInOperator(options, caller);
  const csrfToken = isFailure(error) ? (sent.form.get('csrf') ?? '') : signedInOperator?.csrf_token;
  const [id = ''] = Object.values(exchange.params);
  if (csrfToken === undefined || !ELEMENT_ID.test(id) || mayBeForged(error, sent))
    return toErrorReply(error, signedInOperator);
  const context: ConsolePageContext = {
    url: from,
    baseUrl: options.baseUrl,
    csrfToken,
    isFragment: isHtmxRequest(exchange),
  };
  const form = renderRejectedForm(error, { definition, recordId: id, context, sent });
  const status = statusOf[error.kind];
  if (isHtmxRequest(exchange)) {
    const swap = { 'hx-retarget': `#${toFormId(definition.action, id)}`, 'hx-reswap': 'outerHTML' };
    return toPageReply(String(await html`${form}${flashUpdate('')}`), status, {
      ...refusalHeaders(error),
      ...swap,
    });
  }
  const body = html`${form}
    <p><a href="${from.pathname}${from.search}">Cancel</a></p>`;
  const text = await renderConsoleDocument(
    { title: definition.action.pageTitle, body },
    { path: from.pathname, signedInOperator },
  );
  return toPageReply(text, status, refusalHeaders(error));
}

/** Whether another site may have chosen the values of the form. Another site cannot send the header of htmx. */
const mayBeForged = (error: BoardError, { exchange }: SentForm): boolean =>
  error.code === 'csrf' && !isHtmxRequest(exchange);

function renderRejectedForm(
  error: BoardError,
  {
    definition: { action, renderFields },
    recordId,
    context,
    sent,
  }: {
    readonly definition: ConsoleActionDefinition;
    readonly recordId: string;
    readonly context: ConsolePageContext;
    readonly sent: SentForm;
  },
): Html {
  const targetId = sent.form.get('target') ?? '';
  const rejected: RejectedForm = { values: sent.form, issues: toFormIssues(error) };
  return expandedActionForm(
    {
      action,
      recordId,
      renderFields,
      targetId: ELEMENT_ID.test(targetId) ? targetId : toFormId(action, recordId),
    },
    context,
    rejected,
  );
}
