import type { DescribeOperation, OpenSession, Operation, Parameter } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { withEtag } from '../http/codec/etag.ts';
import { createIssueLocator, readVariables, type ParsedInput } from '../http/binding/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { toParameterLocations, withoutUnknownParameters } from '../http/binding/parameter-locations.ts';
import { once } from '../http/once.ts';
import { type HeaderRecord, type Reply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { PublicUrls } from './head.ts';
import { PAGE_HEADERS, STATIC_PAGE_HEADERS } from './headers.ts';
import { renderPage } from './layout.ts';
import type { PageContent, SitePage, PageContext } from './page-definition.ts';

export interface SiteOptions extends PublicUrls {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
}

/** The GET route of a page. API keys are ignored: the page is the same for everyone and may be cached. */
export const createPageRoute = (page: SitePage, options: SiteOptions): Route => {
  const loadPage = createPageLoader(page, options);
  return {
    ...GET,
    path: page.path,
    headers: PAGE_HEADERS,
    serve: async (exchange) => withEtag(exchange.request, await toReply(await loadPage(exchange), options)),
  };
};

/** Runs the operations of a page and renders its content. */
function createPageLoader(
  { path, operation, defaults, followUp, renderWithoutParameters, render }: SitePage,
  { openSession, describe, baseUrl }: SiteOptions,
): (exchange: Exchange) => Promise<LoadedPage> {
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
      return { content: renderWithoutParameters(context), pathAndQuery };

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
    const next = followUp?.(result.value);
    const nextResult = next && (await run(next.operation, () => ({ ...next, unknown: [] })));
    return { content: render(result.value, context, nextResult?.result.value), pathAndQuery, headers };
  };
}

interface LoadedPage {
  readonly content: PageContent;
  readonly pathAndQuery: string;
  readonly headers?: HeaderRecord;
}

const GET = { method: 'GET', json: false, cors: false } as const;

/** The GET route of a page that does not change while the process runs. It is rendered on the first request. */
export function createStaticPageRoute(path: string, render: () => PageContent, urls: PublicUrls): Route {
  let reply: Promise<Reply> | undefined;
  return {
    ...GET,
    path,
    headers: STATIC_PAGE_HEADERS,
    serve: async ({ request }) => {
      reply ??= toReply({ content: render(), pathAndQuery: path }, urls);
      return withEtag(request, await reply);
    },
  };
}

/** Removes parameters without a value: browsers send the empty fields of a form. */
export function withoutEmptyParameters(url: URL): URL {
  const result = new URL(url);
  result.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
  return result;
}

async function toReply({ content, headers, pathAndQuery }: LoadedPage, urls: PublicUrls): Promise<Reply> {
  const page = await renderPage(content, pathAndQuery, urls);
  return toTextReply(page, 'text/html', { headers: { ...headers, ...content.headers } });
}
