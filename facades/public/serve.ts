import { type Answer, BoardError, type Describe, type OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/caller.ts';
import { etagOf, unlessTagged } from '../http/etag.ts';
import { linkNext } from '../http/headers.ts';
import { lastModified, newestIn } from '../http/last-modified.ts';
import { createLocator, readVariables } from '../http/parameters.ts';
import { perform } from '../http/perform.ts';
import { placesOf, withKnown } from '../http/places.ts';
import { assertQuery } from '../http/query.ts';
import { type Reply, toBytes, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { createUnfolding, type Unfolded, type Unfolding } from '../http/unfold.ts';
import { PublicBoard } from '../operations/public.ts';
import type { Page, PublicRow } from './row.ts';

export interface PublicDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly now: () => Date;
}

const HEADERS = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60' };

/** Makes a row a route: whoever asks is nobody, whatever key is sent along. */
export function createPublicRoute(row: PublicRow, door: PublicDoor): Route {
  const { operation } = row;
  const { openSession } = door;
  const description = door.describe(operation);
  const places = placesOf(row.path, description.parameters);
  const locate = createLocator(places);
  const { unfold } = createUnfolding(description);
  const write = createWriter(row, door, unfold);

  return {
    method: 'GET',
    path: row.path,
    json: !hasExtension(row.path),
    cors: true,
    headers: HEADERS,
    serve: async (exchange) => {
      const { params: path, url } = exchange;
      const caller = toCaller('rest', exchange);
      const read = () => {
        assertQuery(url);
        return readVariables(places, { path, query: url.searchParams, body: {} });
      };
      const call = { openSession, caller, operation, policy: 'public', read, locate } as const;
      const performed = await perform(call).catch(refuse);
      const written = write(performed.answer, withKnown(url, places));
      const reply = { ...written, headers: { ...performed.headers, ...written.headers } };
      return unlessTagged(exchange.request, reply);
    },
  };
}

/** Who looks for what is not there is shown what is, and needs no key to see it. */
function refuse(error: unknown): never {
  if (!(error instanceof BoardError) || error.kind !== 'missing') throw error;
  throw error.with({ next: [{ operation: PublicBoard.name }] });
}

/** A document whose media type its name says is served to whoever asks for it. */
const hasExtension = (path: string): boolean => /\.\w+$/.test(path);

function toPage({ value, cursor }: Unfolded, { url, door }: { url: URL; door: PublicDoor }): Page {
  const { baseUrl, siteUrl } = door;
  const next = new URL(url);
  next.searchParams.set('cursor', cursor ?? '');
  const absolute = ({ pathname, search }: URL) => `${baseUrl}${pathname}${search}`;
  return {
    value,
    cursor,
    self: absolute(url),
    next: cursor === null ? null : absolute(next),
    madeAt: door.now().toISOString(),
    baseUrl,
    siteUrl,
  };
}

/**
 * Writes an answer down. One that was given to several is written once: it is the same object, and says the same at the
 * same address.
 */
function createWriter(row: PublicRow, door: PublicDoor, unfold: Unfolding['unfold']) {
  const written = new WeakMap<Answer, { readonly address: string; readonly reply: Reply }>();
  return (answer: Answer, url: URL): Reply => {
    const known = written.get(answer);
    if (known?.address === url.href) return known.reply;
    const reply = toBytes(toReply(row, toPage(unfold(answer.value), { url, door }), url));
    written.set(answer, { address: url.href, reply });
    return reply;
  };
}

/** Two documents that differ in nothing but when they were made are one, and their tag says so: it is a weak one. */
function toReply({ write, mediaType, isDated }: PublicRow, page: Page, url: URL): Reply {
  const body = write(page);
  const headers = {
    ...linkNext(url, page.cursor),
    etag: isDated ? `W/${etagOf(body.replace(page.madeAt, ''))}` : etagOf(body),
    ...lastModified(newestIn(page.value, page.madeAt), page.madeAt),
  };
  if (mediaType.endsWith('json'))
    return { status: 200, headers: { 'content-type': mediaType, ...headers }, body };
  return toTextReply(body, mediaType, { headers });
}
