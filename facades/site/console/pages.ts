import type { Caller } from '../../../schema/contract.ts';
import { createLocator, readVariables } from '../../http/parameters.ts';
import { perform } from '../../http/perform.ts';
import { placesOf, withKnown } from '../../http/places.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { withoutEmpty } from '../serve.ts';
import { forgetFlash, readFlash } from './cookies.ts';
import { CONSOLE_HEADERS } from './headers.ts';
import { type Me, writeConsole } from './layout.ts';
import { type ConsoleDoor, findMe, isStranger, readRefusal, toRefusalPage, toSignIn } from './refusal.ts';
import { toPageReply } from './replies.ts';
import { toReader } from './request.ts';
import type { ConsolePage } from './row.ts';
import { tellDone } from './rows.ts';

/** Makes a row a route: whoever is not signed in is led to where they can be. */
export function createConsolePage(row: ConsolePage, door: ConsoleDoor): Route {
  const show = createShow(row, door);
  return {
    method: 'GET',
    path: row.path,
    json: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const caller = toReader(exchange);
      if (caller.credential === null) return toSignIn(exchange, exchange.url, door);
      try {
        return await show(exchange, caller);
      } catch (error) {
        const refusal = readRefusal(error);
        if (isStranger(refusal)) return toSignIn(exchange, exchange.url, door);
        return toRefusalPage(refusal, await findMe(door, caller));
      }
    },
  };
}

/** Who is signed in: what the console says of itself, be that all that was asked for or a part of it. */
function meIn(value: unknown): Me {
  const { console } = value as { readonly console?: Me };
  return console ?? (value as Me);
}

/** Asks what the page shows, and writes it. */
function createShow({ path, operation, render }: ConsolePage, door: ConsoleDoor) {
  const { openSession, describe, baseUrl, siteUrl } = door;
  const places = placesOf(path, describe(operation).parameters);
  const locate = createLocator(places);

  return async (exchange: Exchange, caller: Caller): Promise<Reply> => {
    const url = withKnown(withoutEmpty(exchange.url), places);
    const read = () => readVariables(places, { path: exchange.params, query: url.searchParams, body: {} });
    const { answer } = await perform({ openSession, caller, operation, policy: 'creator', read, locate });
    const me = meIn(answer.value);
    const content = render(answer.value, { url, baseUrl, csrf: me.csrf_token, isAnswer: false });
    const done = readFlash(exchange.request.headers);
    const text = await writeConsole(content, { at: url.pathname, me, flash: tellDone(done) });
    return toPageReply(text, 200, done === null ? {} : forgetFlash(siteUrl));
  };
}
