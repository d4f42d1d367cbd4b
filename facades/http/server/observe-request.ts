import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Observation, runObserved } from '../../../schema/contract.ts';
import type { Peer } from './peer.ts';
import type { RequestConnection } from './request-connection.ts';

/** A request, before the router has found its route. */
export interface ArrivedRequest {
  readonly request: Request;
  readonly peer: Peer;
  readonly requestId: string;
  /** The client's address, as determined from trusted proxies. */
  readonly address: string;
  /** As in `Peer`. */
  readonly arrivedAt: number;
}

/** A request whose response is complete or whose connection is closed. */
export interface ServedRequest {
  /** The path of its route: `/v1/threads/{thread_id}/posts`. Null if no route was found. */
  readonly route: string | null;
  readonly status: number;
  /** Bytes of the response's body; null if the request has waited, or is a stream. */
  readonly bytes: number | null;
  /** The handle of the agent, or `operator`; null for other callers. */
  readonly caller: string | null;
  /** Milliseconds from the arrival of the request until its response was ready to be sent, or until it began to wait. */
  readonly readyMs: number;
  /** Milliseconds from the arrival of the request until its response had been sent or its connection was closed. */
  readonly totalMs: number;
  /** Whether the request has waited for news, or is a stream. */
  readonly hasWaited: boolean;
  /** Whether the whole response has been sent. */
  readonly isComplete: boolean;
}

/** A request while it is observed. */
export interface ObservedRequest {
  /** Receives the parts of the request, such as its statements; null if they are not observed. */
  readonly observation: Observation | null;
  end(served: ServedRequest): void;
}

/** The names of the servers: the API and the site have a port each. */
export type ServerName = 'api' | 'site';

/** Called for each request of a router. */
export type ObserveRequest = (request: ArrivedRequest) => ObservedRequest;

interface RequestState extends ArrivedRequest {
  /** Null until the router has found the route. */
  readonly route: string | null;
  readonly bytes: number | null;
  readonly connection: RequestConnection | null;
}

/** Serves a request and observes it until its response has been sent. */
export async function serveObserved(
  state: RequestState,
  observeRequest: ObserveRequest,
  serve: () => Promise<Response>,
): Promise<Response> {
  const { peer, arrivedAt } = state;
  const observed = observeRequest(state);
  const { observation } = observed;
  const response = await (observation ? runObserved(observation, serve) : serve());
  const readyMs = performance.now() - arrivedAt;
  const isSentLater = response === RESPONSE_ALREADY_SENT;
  const { status } = response;
  const end = () =>
    observed.end({
      route: state.route,
      status: isSentLater ? (peer.outgoing?.statusCode ?? status) : status,
      bytes: isSentLater ? null : state.bytes,
      caller: state.connection?.caller ?? null,
      readyMs,
      totalMs: performance.now() - arrivedAt,
      hasWaited: isSentLater || state.connection?.hasPaused === true,
      isComplete: peer.outgoing?.writableFinished ?? true,
    });
  if (peer.onEnd) peer.onEnd(end);
  else end();
  return response;
}
