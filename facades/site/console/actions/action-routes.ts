import { html } from 'hono/html';
import type { BoardError, Caller } from '../../../../schema/contract.ts';
import { createIssueLocator, readVariables } from '../../../http/binding/variables.ts';
import { runOperation } from '../../../http/binding/run-operation.ts';
import { toParameterLocations } from '../../../http/binding/parameter-locations.ts';
import { refusalHeaders, statusOf } from '../../../http/problem.ts';
import type { Reply } from '../../../http/reply.ts';
import type { Exchange, Route } from '../../../http/route.ts';
import type { Html } from '../../page-definition.ts';
import { setFlashCookie } from '../cookies.ts';
import { toFormId, openActionForm, type RejectedForm } from './form.ts';
import { CONSOLE_HEADERS } from '../headers.ts';
import { flashUpdate, type SignedInOperator, renderConsoleDocument } from '../layout.ts';
import {
  type ConsoleOptions,
  toFormIssues,
  findSignedInOperator,
  isSignedOut,
  toDisplayableError,
  toErrorReply,
  redirectToSignIn,
} from '../errors.ts';
import { toPageReply, toRedirect } from '../replies.ts';
import { isHtmxRequest, readForm, readConsoleUrl, toWritingCaller } from '../request.ts';
import type { ConsoleActionRoute, ConsolePageContext } from '../definitions.ts';

/** What came with a form. */
interface Sent {
  readonly exchange: Exchange;
  readonly form: URLSearchParams;
  readonly caller: Caller;
  /** The page it stood on. */
  readonly from: URL;
}

/** Makes a row a route: does it, then shows the page again, or with our script the record in its place. */
export function createActionRoute(row: ConsoleActionRoute, door: ConsoleOptions): Route {
  const act = createAct(row, door);
  return {
    method: 'POST',
    path: row.action.path,
    json: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const form = readForm(exchange);
      const caller = toWritingCaller(exchange, form, door.isOwnOrigin);
      const sent = { exchange, form, caller, from: readConsoleUrl(form.get('from'), door.siteUrl) };
      if (caller.credential === null) return redirectToSignIn(exchange, sent.from, door);
      try {
        return await act(sent);
      } catch (error) {
        return refuse(toDisplayableError(error), sent, { row, door });
      }
    },
  };
}

function createAct(
  { action: deed, operation, renderRecord: item }: ConsoleActionRoute,
  door: ConsoleOptions,
) {
  const { openSession, describe, baseUrl, siteUrl } = door;
  const places = toParameterLocations(deed.path, describe(operation).parameters);
  const locate = createIssueLocator(places);

  return async ({ exchange, form, caller, from }: Sent): Promise<Reply> => {
    const read = () => readVariables(places, { path: exchange.params, query: form, body: {} });
    const { result: answer } = await runOperation({
      openSession,
      caller,
      operation,
      policy: 'operator',
      read,
      locate,
    });
    if (!isHtmxRequest(exchange))
      return toRedirect(`${from.pathname}${from.search}`, setFlashCookie(deed.name, siteUrl));
    const visit = { url: from, baseUrl, csrfToken: form.get('csrf') ?? '', isFragment: true };
    return toPageReply(String(await html`${item(answer.value, visit)}${flashUpdate(deed.doneMessage)}`));
  };
}

interface Refusing {
  readonly row: ConsoleActionRoute;
  readonly door: ConsoleOptions;
}

/** What can be an id within a page. */
const ID = /^[A-Za-z0-9-]{1,64}$/;

/** The form again, with what was wrong and what was entered: in its place, or on a page of its own. */
async function refuse(error: BoardError, sent: Sent, { row, door }: Refusing): Promise<Reply> {
  const { exchange, caller, from } = sent;
  if (isSignedOut(error)) return redirectToSignIn(exchange, from, door);
  const me = await findSignedInOperator(door, caller);
  const [id = ''] = Object.values(exchange.params);
  if (!me || !ID.test(id)) return toErrorReply(error, me);
  const form = formAgain(error, { row, id, visit: { url: from, baseUrl: door.baseUrl, ...TOKEN(me) }, sent });
  const status = statusOf[error.kind];
  if (isHtmxRequest(exchange)) {
    const place = { 'hx-retarget': `#${toFormId(row.action, id)}`, 'hx-reswap': 'outerHTML' };
    return toPageReply(String(await html`${form}${flashUpdate('')}`), status, {
      ...refusalHeaders(error),
      ...place,
    });
  }
  const body = html`${form}
    <p><a href="${from.pathname}${from.search}">Back, without doing it</a></p>`;
  const text = await renderConsoleDocument({ title: row.action.pageTitle, body }, { at: from.pathname, me });
  return toPageReply(text, status, refusalHeaders(error));
}

const TOKEN = ({ csrf_token: csrf }: SignedInOperator) => ({ csrfToken: csrf, isFragment: true });

interface Again {
  readonly row: ConsoleActionRoute;
  readonly id: string;
  readonly visit: ConsolePageContext;
  readonly sent: Sent;
}

function formAgain(
  error: BoardError,
  { row: { action: deed, renderFields: fields }, id, visit, sent }: Again,
): Html {
  const target = sent.form.get('target') ?? '';
  const refused: RejectedForm = { values: sent.form, issues: toFormIssues(error) };
  return openActionForm(
    {
      action: deed,
      recordId: id,
      renderFields: fields,
      targetId: ID.test(target) ? target : toFormId(deed, id),
    },
    visit,
    refused,
  );
}
