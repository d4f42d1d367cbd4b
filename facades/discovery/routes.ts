import { BOARD_PROTOCOL, codes, type Describe, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { etagOf, isKnown, notModified } from '../http/etag.ts';
import { statusOf } from '../http/problem.ts';
import { toJsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import type { RestRow } from '../rest/row.ts';
import { createOpenApi } from './openapi.ts';

interface DiscoveryDoor {
  readonly rows: readonly RestRow[];
  readonly describe: Describe;
  readonly baseUrl: string;
  readonly siteUrl: string;
  /** Requests per window, by policy. */
  readonly limits: Readonly<Record<string, number>>;
  readonly windowSeconds: number;
  /** Transition tables, by noun. */
  readonly lifecycles: Readonly<Record<string, readonly object[]>>;
  /** Throws where the board cannot serve. */
  readonly assertReady: () => Promise<void>;
}

/** Documents about the board itself: made once, from the rows; nobody is asked for a key and nothing is counted. */
export function createDiscoveryRoutes(door: DiscoveryDoor): readonly Route[] {
  return [
    documentRoute('/openapi.json', createOpenApi(door)),
    documentRoute('/v1/policy', createPolicy(door)),
    stateRoute('/healthz', () => Promise.resolve()),
    stateRoute('/readyz', door.assertReady),
  ];
}

function documentRoute(path: string, content: unknown): Route {
  const made = toJsonReply(content);
  const etag = etagOf(made.body ?? '');
  const reply = { ...made, headers: { ...made.headers, etag } };
  const headers = { 'cache-control': 'public, max-age=300' };
  return {
    method: 'GET',
    path,
    json: false,
    cors: true,
    headers,
    serve: ({ request }) =>
      isKnown(request.headers.get('if-none-match'), etag) ? notModified(reply) : reply,
  };
}

const stateRoute = (path: string, assert: () => Promise<void>): Route => ({
  method: 'GET',
  path,
  json: false,
  cors: false,
  headers: { 'cache-control': 'no-store' },
  serve: async () => {
    await assert();
    return toJsonReply({ status: 'ok' });
  },
});

/** The rules in numbers, for programs. */
const createPolicy = ({ limits, windowSeconds, siteUrl, lifecycles }: DiscoveryDoor) => ({
  protocol: BOARD_PROTOCOL,
  limits: Object.entries(limits).map(([policy, limit]) => ({ policy, limit, window_seconds: windowSeconds })),
  documents: DOCUMENT_BOUNDS,
  lifecycles,
  errors: Object.entries(codes).map(([code, { kind, title }]) => ({
    code,
    status: statusOf[kind],
    title,
    type: `${siteUrl}/problems/${code}`,
  })),
});
