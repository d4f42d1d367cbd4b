import {
  type BoardError,
  type DescribeOperation,
  type OpenSession,
  runUnobserved,
  type Session,
} from '../../../schema/contract.ts';
import { toCaller } from '../../http/binding/caller.ts';
import { toParameterLocations } from '../../http/binding/parameters/parameter-locations.ts';
import { runOperation } from '../../http/binding/run-operation.ts';
import { createIssueLocator, readVariables } from '../../http/binding/parameters/variables.ts';
import { EVENT_STREAM_TYPE } from '../../http/event-stream.ts';
import { once } from '../../http/once.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { STREAM_HEADERS } from '../headers.ts';
import { Broadcast, type BroadcastOptions } from './broadcast.ts';
import type { LivePage } from './live-page.ts';
import type { LiveState } from './live-state.ts';
import { LivePageViewer } from './live-page-viewer.ts';

export interface LiveOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  /** Opens the session of the reads for all viewers of a page. */
  readonly readForSite: () => Pick<Session, 'repeatOperation'>;
  /** Converts an error to one for the client; logs unexpected errors. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/**
 * The stream of a page, as server-sent events (WHATWG HTML, section 9.2): an event has the version of the page as its id and
 * markup as its data. The parameter `seen` is the version that the viewer's page shows, `Last-Event-ID` the version of the last
 * event. Opening the stream counts as one call. Viewers of a page share its reads (docs/decisions/0033-live-pages.md).
 */
export function createLiveRoute(page: LivePage, options: LiveOptions): Route {
  const broadcasts = new Map<string, Broadcast>();
  const readPage = createPageReader(page, options);
  return {
    method: 'GET',
    path: page.path,
    servesHead: false,
    refusesHtml: false,
    cors: false,
    headers: STREAM_HEADERS,
    serve: async (exchange) => {
      const { connection, requestId } = exchange;
      const { topics, state, session, read } = await readPage(exchange);
      const viewer = await createViewer(exchange, state);
      viewer.onEnd(session.livePageViewers.add());
      const key = topics.join();
      const broadcastOptions: BroadcastOptions = {
        read,
        delayMs: page.delayMs,
        listen: () => session.livePageViewers.listen(topics),
        onEnd: () => broadcasts.delete(key),
        onError: (error) => void options.toRefusal(error, requestId),
      };
      // Unobserved: its reads continue after this request, so the trace of the request would have no bound.
      const broadcast = broadcasts.get(key) ?? runUnobserved(() => new Broadcast(broadcastOptions));
      broadcasts.set(key, broadcast);
      broadcast.add(viewer);
      connection?.onEnd(() => viewer.end());
      // From here on the stream holds no admission slot.
      connection?.pause();
      return new Response(viewer.toByteStream(), { headers: { 'content-type': EVENT_STREAM_TYPE } });
    },
  };
}

/**
 * Returns a function that runs the page's operation for a request. `read` in its result runs the operation again, uncounted and not in
 * the queue of the caller's region: too many reads of one viewer's region must not end the streams of the others.
 */
function createPageReader(
  { path, operation, stateOf, topicsOf }: LivePage,
  { openSession, describe, readForSite }: LiveOptions,
) {
  const prepare = once(() => {
    const locations = toParameterLocations(path, describe(operation).parameters);
    return { locations, locate: createIssueLocator(locations) };
  });
  return async (exchange: Exchange) => {
    const { locations, locate } = prepare();
    const input = readVariables(locations, { path: exchange.params, query: new URLSearchParams(), body: {} });
    // The session listens for all viewers, so it must not end with the connection of the first viewer.
    const caller = { ...toCaller('rest', exchange), connection: null };
    const { result, session } = await runOperation({
      openSession,
      caller,
      operation,
      policy: 'siteReader',
      read: () => input,
      locate,
      onUnknown: 'ignore',
    });
    return {
      topics: topicsOf(result.value),
      state: stateOf(result.value),
      session,
      read: async () => stateOf((await readForSite().repeatOperation(operation, input.variables)).value),
    };
  };
}

/** Creates a viewer, and sends it the message about the news since its page was rendered, if there is any. */
async function createViewer({ request, url }: Exchange, state: LiveState): Promise<LivePageViewer> {
  const viewer = new LivePageViewer({
    seenVersion: url.searchParams.get('seen') ?? state.version,
    receivedVersion: request.headers.get('last-event-id'),
  });
  viewer.send(state.version, String(await state.messageFor(viewer.seenVersion)));
  return viewer;
}
