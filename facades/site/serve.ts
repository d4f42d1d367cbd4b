import type { Describe, OpenSession, Operation } from '../../schema/contract.ts';
import { toCaller } from '../http/caller.ts';
import { withEtag } from '../http/etag.ts';
import { createLocator, readVariables, type WireReading } from '../http/parameters.ts';
import { perform } from '../http/perform.ts';
import { placesOf, withKnown } from '../http/places.ts';
import { type HeaderRecord, type Reply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { PAGE_HEADERS, STILL_HEADERS } from './headers.ts';
import { writePage } from './layout.ts';
import type { Content, SitePage, Visit } from './row.ts';

export interface SiteDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly baseUrl: string;
}

/** Makes a row a route: whoever asks is nobody, whatever key is sent along. */
export const createPageRoute = (row: SitePage, door: SiteDoor): Route => {
  const show = createShow(row, door);
  return {
    ...GET,
    path: row.path,
    headers: PAGE_HEADERS,
    serve: async (exchange) => toPageReply(exchange, await show(exchange)),
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
    if (start && needed.some((name) => !url.searchParams.has(name)))
      return { content: start(visit), headers: {} };

    const caller = toCaller('rest', exchange);
    const ask = (asked: Operation, read: () => WireReading) =>
      perform({ openSession, caller, operation: asked, policy: 'public', read, locate });
    const { answer, headers } = await ask(operation, () => {
      const read = readVariables(places, { path: exchange.params, query: url.searchParams, body: {} });
      return { ...read, variables: { ...defaults, ...read.variables } };
    });
    const further = followUp?.(answer.value);
    const more = further && (await ask(further.operation, () => ({ ...further, ignored: [] })));
    return { content: render(answer.value, visit, more?.answer.value), headers };
  };
}

interface Shown {
  readonly content: Content;
  readonly headers: HeaderRecord;
}

const GET = { method: 'GET', json: false, cors: false } as const;

/** A page that says the same to everybody until the board is started anew: it is made when it is first asked for. */
export function createStillRoute(path: string, make: () => Content): Route {
  let made: Promise<string> | undefined;
  return {
    ...GET,
    path,
    headers: STILL_HEADERS,
    serve: async ({ request, url }) => {
      made ??= writePage(make(), url.pathname);
      return withEtag(request, toTextReply(await made, 'text/html'));
    },
  };
}

/** What a form sends of a field that nobody has filled in is not asked for. */
export function withoutEmpty(url: URL): URL {
  const asked = new URL(url);
  asked.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
  return asked;
}

async function toPageReply({ request, url }: Exchange, { content, headers }: Shown): Promise<Reply> {
  return withEtag(request, toTextReply(await writePage(content, url.pathname), 'text/html', { headers }));
}
