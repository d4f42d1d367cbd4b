import type { DescribeOperation, OpenSession, Operation } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { withEtag } from '../http/codec/etag.ts';
import { createIssueLocator, readVariables, type ParsedInput } from '../http/binding/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { toParameterLocations, withoutUnknownParameters } from '../http/binding/parameter-locations.ts';
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

/** Makes a row a route: whoever asks is nobody, whatever key is sent along. */
export const createPageRoute = (row: SitePage, door: SiteOptions): Route => {
  const show = createShow(row, door);
  return {
    ...GET,
    path: row.path,
    headers: PAGE_HEADERS,
    serve: async (exchange) => withEtag(exchange.request, await toReply(await show(exchange), door)),
  };
};

type Show = (exchange: Exchange) => Promise<Shown>;

/** Asks what a page shows. */
function createShow(
  { path, operation, defaults, followUp, renderWithoutParameters: start, render }: SitePage,
  door: SiteOptions,
): Show {
  const { openSession, baseUrl } = door;
  const places = toParameterLocations(path, door.describe(operation).parameters);
  const locate = createIssueLocator(places);
  const needed = places.query.filter(({ required }) => required).map(({ wireName: wire }) => wire);

  return async (exchange) => {
    const url = withoutUnknownParameters(withoutEmptyParameters(exchange.url), places);
    const context: PageContext = { url, baseUrl };
    const at = `${url.pathname}${url.search}`;
    if (start && needed.some((name) => !url.searchParams.has(name))) return { content: start(context), at };

    const caller = toCaller('rest', exchange);
    const ask = (asked: Operation, read: () => ParsedInput) =>
      runOperation({ openSession, caller, operation: asked, policy: 'siteReader', read, locate });
    const { result: answer, headers } = await ask(operation, () => {
      const read = readVariables(places, { path: exchange.params, query: url.searchParams, body: {} });
      return { ...read, variables: { ...defaults, ...read.variables } };
    });
    const further = followUp?.(answer.value);
    const more = further && (await ask(further.operation, () => ({ ...further, ignored: [] })));
    return { content: render(answer.value, context, more?.result.value), at, headers };
  };
}

interface Shown {
  readonly content: PageContent;
  /** Its address within the site. */
  readonly at: string;
  readonly headers?: HeaderRecord;
}

const GET = { method: 'GET', json: false, cors: false } as const;

/** A page that says the same to everybody until the board is started anew: it is made when it is first asked for. */
export function createStaticPageRoute(path: string, make: () => PageContent, addresses: PublicUrls): Route {
  let made: Promise<Reply> | undefined;
  return {
    ...GET,
    path,
    headers: STATIC_PAGE_HEADERS,
    serve: async ({ request }) => {
      made ??= toReply({ content: make(), at: path }, addresses);
      return withEtag(request, await made);
    },
  };
}

/** What a form sends of a field that nobody has filled in is not asked for. */
export function withoutEmptyParameters(url: URL): URL {
  const asked = new URL(url);
  asked.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
  return asked;
}

async function toReply({ content, headers, at }: Shown, addresses: PublicUrls): Promise<Reply> {
  const page = await renderPage(content, at, addresses);
  return toTextReply(page, 'text/html', { headers: { ...headers, ...content.headers } });
}
