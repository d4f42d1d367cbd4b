import type { Caller } from '../../../schema/contract.ts';
import { createIssueLocator, readVariables } from '../../http/binding/parameters/variables.ts';
import { toOperatorCaller } from '../../http/binding/operator-session.ts';
import { runOperation } from '../../http/binding/run-operation.ts';
import {
  toParameterLocations,
  withoutUnknownParameters,
} from '../../http/binding/parameters/parameter-locations.ts';
import { once } from '../../http/once.ts';
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
import type { ConsolePage } from './definitions.ts';
import { findDoneMessage } from './actions/console-actions.ts';

/** The GET route of a page. Requests without a session are redirected to the sign-in. */
export function createConsolePageRoute(page: ConsolePage, options: ConsoleOptions): Route {
  const servePage = createPageHandler(page, options);
  return {
    method: 'GET',
    path: page.path,
    refusesHtml: false,
    cors: false,
    headers: CONSOLE_HEADERS,
    serve: async (exchange) => {
      const caller = toOperatorCaller(exchange, options.isSameOrigin);
      if (caller.credential === null) return redirectToSignIn(exchange, exchange.url, options);
      try {
        return await servePage(exchange, caller);
      } catch (error) {
        const refusal = toDisplayableError(error);
        if (isSignedOut(refusal)) return redirectToSignIn(exchange, exchange.url, options);
        return toErrorReply(refusal, await findSignedInOperator(options, caller));
      }
    },
  };
}

/** The signed-in operator: at the top of the result, or in its field `console`. */
function readSignedInOperator(value: unknown): SignedInOperator {
  const { console } = value as { readonly console?: SignedInOperator };
  return console ?? (value as SignedInOperator);
}

function createPageHandler({ path, operation, render }: ConsolePage, options: ConsoleOptions) {
  const { openSession, describe, baseUrl, siteUrl } = options;
  const prepare = once(() => {
    const locations = toParameterLocations(path, describe(operation).parameters);
    return { locations, locate: createIssueLocator(locations) };
  });

  return async (exchange: Exchange, caller: Caller): Promise<Reply> => {
    const { locations, locate } = prepare();
    const url = withoutUnknownParameters(withoutEmptyParameters(exchange.url), locations);
    const read = () => readVariables(locations, { path: exchange.params, query: url.searchParams, body: {} });
    const { result } = await runOperation({
      openSession,
      caller,
      operation,
      policy: 'operator',
      read,
      locate,
      onUnknown: 'ignore',
    });
    const signedInOperator = readSignedInOperator(result.value);
    const content = render(result.value, {
      url,
      baseUrl,
      csrfToken: signedInOperator.csrf_token,
      isFragment: false,
    });
    const actionName = readFlashCookie(exchange.request.headers);
    const text = await renderConsoleDocument(content, {
      path: url.pathname,
      signedInOperator,
      flash: findDoneMessage(actionName),
    });
    return toPageReply(text, 200, actionName === null ? {} : clearFlashCookie(siteUrl));
  };
}
