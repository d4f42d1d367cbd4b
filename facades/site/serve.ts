import type { Describe, OpenSession, Operation } from '../../schema/contract.ts';
import { toCaller } from '../http/caller.ts';
import { withEtag } from '../http/etag.ts';
import { createLocator, readVariables, type WireReading } from '../http/parameters.ts';
import { perform } from '../http/perform.ts';
import { placesOf, withKnown } from '../http/places.ts';
import { type HeaderRecord, type Reply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { Addresses } from './head.ts';
import { PAGE_HEADERS, STILL_HEADERS } from './headers.ts';
import { writePage } from './layout.ts';
import type { Content, SitePage, Visit } from './row.ts';

export interface SiteDoor extends Addresses {
  readonly openSession: OpenSession;
  readonly describe: Describe;
}

/** Makes a row a route: whoever asks is nobody, whatever key is sent along. */
export const createPageRoute = (row: SitePage, door: SiteDoor): Route => {
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
function createShow({ path, operation, defaults, followUp, start, render }: SitePage, door: SiteDoor): Show {
  const { openSession, baseUrl } = door;
  const places = placesOf(path, door.describe(operation).parameters);
  const locate = createLocator(places);
  const needed = places.query.filter(({ required }) => required).map(({ wire }) => wire);

  return async (exchange) => {
    const url = withKnown(withoutEmpty(exchange.url), places);
    const visit: Visit = { url, baseUrl };
    const at = `${url.pathname}${url.search}`;
    if (start && needed.some((name) => !url.searchParams.has(name))) return { content: start(visit), at };

    const caller = toCaller('rest', exchange);
    const ask = (asked: Operation, read: () => WireReading) =>
      perform({ openSession, caller, operation: asked, policy: 'people', read, locate });
    const { answer, headers } = await ask(operation, () => {
      const read = readVariables(places, { path: exchange.params, query: url.searchParams, body: {} });
      return { ...read, variables: { ...defaults, ...read.variables } };
    });
    const further = followUp?.(answer.value);
    const more = further && (await ask(further.operation, () => ({ ...further, ignored: [] })));
    return { content: render(answer.value, visit, more?.answer.value), at, headers };
  };
}

interface Shown {
  readonly content: Content;
  /** Its address within the site. */
  readonly at: string;
  readonly headers?: HeaderRecord;
}

const GET = { method: 'GET', json: false, cors: false } as const;

/** A page that says the same to everybody until the board is started anew: it is made when it is first asked for. */
export function createStillRoute(path: string, make: () => Content, addresses: Addresses): Route {
  let made: Promise<Reply> | undefined;
  return {
    ...GET,
    path,
    headers: STILL_HEADERS,
    serve: async ({ request }) => {
      made ??= toReply({ content: make(), at: path }, addresses);
      return withEtag(request, await made);
    },
  };
}

/** What a form sends of a field that nobody has filled in is not asked for. */
export function withoutEmpty(url: URL): URL {
  const asked = new URL(url);
  asked.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
  return asked;
}

async function toReply({ content, headers, at }: Shown, addresses: Addresses): Promise<Reply> {
  const page = await writePage(content, at, addresses);
  return toTextReply(page, 'text/html', { headers: { ...headers, ...content.headers } });
}
