import type { Caller } from '../../../schema/contract.ts';
import { createIssueLocator, readVariables } from '../../http/binding/variables.ts';
import { runOperation } from '../../http/binding/run-operation.ts';
import { toParameterLocations, withoutUnknownParameters } from '../../http/binding/parameter-locations.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { withoutEmptyParameters } from '../page-routes.ts';
import { clearFlashCookie, readFlashCookie } from './cookies.ts';
import { CONSOLE_HEADERS } from './headers.ts';
import { type SignedInOperator, renderConsoleDocument } from './layout.ts';
import {
  type ConsoleOptions,
  findSignedInOperator,
  isSignedOut,
  toDisplayableError,
  toErrorReply,
  redirectToSignIn,
} from './errors.ts';
import { toPageReply } from './replies.ts';
import { toReadingCaller } from './request.ts';
import type { ConsolePage } from './definitions.ts';
import { findDoneMessage } from './console-pages.ts';

/** Makes a row a route: whoever is not signed in is led to where they can be. */
export function createConsolePageRoute(row: ConsolePage, door: ConsoleOptions): Route {
  const show = createShow(row, door);
  return {
    method: 'GET',
    path: row.path,
    json: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const caller = toReadingCaller(exchange);
      if (caller.credential === null) return redirectToSignIn(exchange, exchange.url, door);
      try {
        return await show(exchange, caller);
      } catch (error) {
        const refusal = toDisplayableError(error);
        if (isSignedOut(refusal)) return redirectToSignIn(exchange, exchange.url, door);
        return toErrorReply(refusal, await findSignedInOperator(door, caller));
      }
    },
  };
}

/** Who is signed in: what the console says of itself, be that all that was asked for or a part of it. */
function meIn(value: unknown): SignedInOperator {
  const { console } = value as { readonly console?: SignedInOperator };
  return console ?? (value as SignedInOperator);
}

/** Asks what the page shows, and writes it. */
function createShow({ path, operation, render }: ConsolePage, door: ConsoleOptions) {
  const { openSession, describe, baseUrl, siteUrl } = door;
  const places = toParameterLocations(path, describe(operation).parameters);
  const locate = createIssueLocator(places);

  return async (exchange: Exchange, caller: Caller): Promise<Reply> => {
    const url = withoutUnknownParameters(withoutEmptyParameters(exchange.url), places);
    const read = () => readVariables(places, { path: exchange.params, query: url.searchParams, body: {} });
    const { result: answer } = await runOperation({
      openSession,
      caller,
      operation,
      policy: 'operator',
      read,
      locate,
    });
    const me = meIn(answer.value);
    const content = render(answer.value, { url, baseUrl, csrfToken: me.csrf_token, isFragment: false });
    const done = readFlashCookie(exchange.request.headers);
    const text = await renderConsoleDocument(content, { at: url.pathname, me, flash: findDoneMessage(done) });
    return toPageReply(text, 200, done === null ? {} : clearFlashCookie(siteUrl));
  };
}
