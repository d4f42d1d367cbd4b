import { html } from 'hono/html';
import type { BoardError, Caller } from '../../../schema/contract.ts';
import { createLocator, readVariables } from '../../http/parameters.ts';
import { perform } from '../../http/perform.ts';
import { placesOf } from '../../http/places.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import type { Html } from '../row.ts';
import { keepFlash } from './cookies.ts';
import { formIdOf, openForm, type Refused } from './form.ts';
import { CONSOLE_HEADERS } from './headers.ts';
import { flashBeside, type Me, writeConsole } from './layout.ts';
import {
  type ConsoleDoor,
  faultsIn,
  findMe,
  isStranger,
  readRefusal,
  toRefusalPage,
  toSignIn,
} from './refusal.ts';
import { toPageReply, toRedirect } from './replies.ts';
import { isScripted, readForm, readPlace, toWriter } from './request.ts';
import type { ConsoleAction, ConsoleVisit } from './row.ts';

/** What came with a form. */
interface Sent {
  readonly exchange: Exchange;
  readonly form: URLSearchParams;
  readonly caller: Caller;
  /** The page it stood on. */
  readonly from: URL;
}

/** Makes a row a route: does it, then shows the page again, or with our script the record in its place. */
export function createConsoleAct(row: ConsoleAction, door: ConsoleDoor): Route {
  const act = createAct(row, door);
  return {
    method: 'POST',
    path: row.deed.path,
    json: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const form = readForm(exchange);
      const caller = toWriter(exchange, form, door.isOurs);
      const sent = { exchange, form, caller, from: readPlace(form.get('from'), door.siteUrl) };
      if (caller.credential === null) return toSignIn(exchange, sent.from, door);
      try {
        return await act(sent);
      } catch (error) {
        return refuse(readRefusal(error), sent, { row, door });
      }
    },
  };
}

function createAct({ deed, operation, item }: ConsoleAction, door: ConsoleDoor) {
  const { openSession, describe, baseUrl, siteUrl } = door;
  const places = placesOf(deed.path, describe(operation).parameters);
  const locate = createLocator(places);

  return async ({ exchange, form, caller, from }: Sent): Promise<Reply> => {
    const read = () => readVariables(places, { path: exchange.params, query: form, body: {} });
    const { answer } = await perform({ openSession, caller, operation, policy: 'creator', read, locate });
    if (!isScripted(exchange))
      return toRedirect(`${from.pathname}${from.search}`, keepFlash(deed.name, siteUrl));
    const visit = { url: from, baseUrl, csrf: form.get('csrf') ?? '', isAnswer: true };
    return toPageReply(String(await html`${item(answer.value, visit)}${flashBeside(deed.done)}`));
  };
}

interface Refusing {
  readonly row: ConsoleAction;
  readonly door: ConsoleDoor;
}

/** What can be an id within a page. */
const ID = /^[A-Za-z0-9-]{1,64}$/;

/** The form again, with what was wrong and what was entered: in its place, or on a page of its own. */
async function refuse(error: BoardError, sent: Sent, { row, door }: Refusing): Promise<Reply> {
  const { exchange, caller, from } = sent;
  if (isStranger(error)) return toSignIn(exchange, from, door);
  const me = await findMe(door, caller);
  const [id = ''] = Object.values(exchange.params);
  if (!me || !ID.test(id)) return toRefusalPage(error, me);
  const form = formAgain(error, { row, id, visit: { url: from, baseUrl: door.baseUrl, ...TOKEN(me) }, sent });
  const status = statusOf[error.kind];
  if (isScripted(exchange)) {
    const place = { 'hx-retarget': `#${formIdOf(row.deed, id)}`, 'hx-reswap': 'outerHTML' };
    return toPageReply(String(await html`${form}${flashBeside('')}`), status, {
      ...refusalHeaders(error),
      ...place,
    });
  }
  const body = html`${form}
    <p><a href="${from.pathname}${from.search}">Back, without doing it</a></p>`;
  const text = await writeConsole({ title: row.deed.title, body }, { at: from.pathname, me });
  return toPageReply(text, status, refusalHeaders(error));
}

const TOKEN = ({ csrf_token: csrf }: Me) => ({ csrf, isAnswer: true });

interface Again {
  readonly row: ConsoleAction;
  readonly id: string;
  readonly visit: ConsoleVisit;
  readonly sent: Sent;
}

function formAgain(error: BoardError, { row: { deed, fields }, id, visit, sent }: Again): Html {
  const target = sent.form.get('target') ?? '';
  const refused: Refused = { entered: sent.form, faults: faultsIn(error) };
  return openForm(
    { deed, id, fields, target: ID.test(target) ? target : formIdOf(deed, id) },
    visit,
    refused,
  );
}
