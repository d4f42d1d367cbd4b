import {
  type DescribeOperation,
  type OpenSession,
  type Operation,
  type OperationResult,
  type Parameter,
  sizeOf,
} from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { applyIfNoneMatch, etagOf } from '../http/codec/etag.ts';
import { createIssueLocator, readVariables, type ParsedInput } from '../http/binding/parameters/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import {
  toParameterLocations,
  withoutUnknownParameters,
} from '../http/binding/parameters/parameter-locations.ts';
import { loadOnce, once } from '../http/once.ts';
import { KeptValues } from '../http/kept-values.ts';
import { type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { TurnOwner, WaitForTurn } from '../http/response-turns.ts';
import type { PublicUrls } from './head.ts';
import { PAGE_HEADERS, STATIC_PAGE_HEADERS } from './headers.ts';
import { renderPage } from './layout.ts';
import type { PageContent, SitePage, PageContext } from './page-definition.ts';

export interface SiteOptions extends PublicUrls {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
}

interface PageOptions extends SiteOptions {
  /** Resolves when this page may be rendered. */
  readonly waitForTurn: WaitForTurn;
}

/** The GET route of a page. API keys are ignored: the page is the same for everyone and may be cached. */
export const createPageRoute = (page: SitePage, options: PageOptions): Route => {
  const loadPage = createPageLoader(page, options);
  return {
    ...PAGE_ROUTE,
    path: page.path,
    headers: PAGE_HEADERS,
    serve: async (exchange) => applyIfNoneMatch(exchange.request, await loadPage(exchange)),
  };
};

/** Creates the function that runs the operations of a page and renders it. */
function createPageLoader(
  { path, operation, defaults, followUp, renderWithoutParameters, render }: SitePage,
  { openSession, describe, baseUrl, siteUrl, waitForTurn }: PageOptions,
): (exchange: Exchange) => Promise<Reply> {
  const urls = { baseUrl, siteUrl };
  const renderOnce = createPageCache(waitForTurn);
  const prepare = once(() => {
    const locations = toParameterLocations(path, describe(operation).parameters);
    return { locations, locate: createIssueLocator(locations) };
  });

  return async (exchange) => {
    const { locations, locate } = prepare();
    const url = withoutUnknownParameters(withoutEmptyParameters(exchange.url), locations);
    const context: PageContext = { url, baseUrl };
    const pathAndQuery = `${url.pathname}${url.search}`;
    const isMissing = ({ required, wireName }: Parameter) => required && !url.searchParams.has(wireName);
    if (renderWithoutParameters && locations.query.some(isMissing))
      return toReply(renderWithoutParameters(context), pathAndQuery, urls);

    const caller = toCaller('rest', exchange);
    const run = (toRun: Operation, read: () => ParsedInput) =>
      runOperation({
        openSession,
        caller,
        operation: toRun,
        policy: 'siteReader',
        read,
        locate,
        onUnknown: 'ignore',
      });
    const { result, headers } = await run(operation, () => {
      const input = readVariables(locations, { path: exchange.params, query: url.searchParams, body: {} });
      return { ...input, variables: { ...defaults, ...input.variables } };
    });
    const second = followUp?.(result.value);
    const secondOutcome = second && (await run(second.operation, () => ({ ...second, unknownNames: [] })));
    const key = { result, followUpResult: secondOutcome?.result, pathAndQuery };
    const reply = await renderOnce(key, exchange, () =>
      toReply(render(result.value, context, key.followUpResult?.value), pathAndQuery, urls),
    );
    return { ...reply, headers: { ...headers, ...reply.headers } };
  };
}

/** Identifies the content of a page: requests with the same results and the same URL get the same page. */
interface PageKey {
  readonly result: OperationResult;
  readonly followUpResult: OperationResult | undefined;
  readonly pathAndQuery: string;
}

/**
 * Creates a function that renders at most one page per iteration of the event loop, and the page of a shared result only once.
 * Rendering a page of long texts takes up to 10 ms. Requests that wait for the same database read continue together when it
 * ends, and would all render in one iteration. So each request waits for a turn, and the first one renders a shared page for all.
 */
function createPageCache(waitForTurn: WaitForTurn) {
  const pages = new KeptValues<PageKey & { readonly reply: Promise<Reply> }>();
  const find = ({ result, followUpResult, pathAndQuery }: PageKey): Promise<Reply> | undefined => {
    const known = pages.get(result);
    return known?.followUpResult === followUpResult && known?.pathAndQuery === pathAndQuery
      ? known.reply
      : undefined;
  };
  return async (key: PageKey, owner: TurnOwner, toPage: () => Promise<Reply>): Promise<Reply> => {
    const results = [key.result.value, key.followUpResult?.value];
    if (!find(key)) await waitForTurn(owner, { characters: sizeOf(results) });
    const known = find(key);
    if (known) return known;
    const reply = toPage();
    const page = { ...key, reply };
    pages.set(key.result, page, 0);
    // The page has a size once it is rendered.
    const followUpSize = key.followUpResult ? sizeOf(key.followUpResult.value) : 0;
    const count = ({ body }: Reply) => {
      if (find(key) === reply) pages.set(key.result, page, Buffer.byteLength(body ?? '') + followUpSize);
    };
    reply.then(count, () => pages.delete(key.result, page));
    return reply;
  };
}

const PAGE_ROUTE = { method: 'GET', refusesHtml: false, cors: false } as const;

/** The GET route of a page that does not change while the process runs. It is rendered on the first request. */
export function createStaticPageRoute(path: string, render: () => PageContent, urls: PublicUrls): Route {
  const loadReply = loadOnce(() => toReply(render(), path, urls));
  return {
    ...PAGE_ROUTE,
    path,
    headers: STATIC_PAGE_HEADERS,
    serve: async ({ request }) => applyIfNoneMatch(request, await loadReply()),
  };
}

/** Removes parameters without a value: browsers send the empty fields of a form. */
export function withoutEmptyParameters(url: URL): URL {
  const result = new URL(url);
  result.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
  return result;
}

async function toReply(content: PageContent, pathAndQuery: string, urls: PublicUrls): Promise<Reply> {
  const page = await renderPage(content, { path: pathAndQuery, urls });
  return toEncodedReply(
    toTextReply(page, 'text/html', { headers: { ...content.headers, etag: etagOf(page) } }),
  );
}
