import { BOARD_PROTOCOL, codes, type Describe, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { etagOf, isKnown } from '../http/etag.ts';
import { statusOf } from '../http/problem.ts';
import type { Exchange, Route } from '../http/route.ts';
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
  const body = JSON.stringify(content);
  const etag = etagOf(body);
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300', ETag: etag };
  const serve = ({ request }: Exchange) =>
    isKnown(request.headers.get('if-none-match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  return { method: 'GET', path, json: false, cors: true, serve };
}

const stateRoute = (path: string, assert: () => Promise<void>): Route => ({
  method: 'GET',
  path,
  json: false,
  cors: false,
  serve: async () => {
    await assert();
    return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
  },
});

/** The rules in numbers, for programs. */
const createPolicy = ({ limits, windowSeconds, siteUrl }: DiscoveryDoor) => ({
  protocol: BOARD_PROTOCOL,
  limits: Object.entries(limits).map(([policy, limit]) => ({ policy, limit, window_seconds: windowSeconds })),
  documents: DOCUMENT_BOUNDS,
  errors: Object.entries(codes).map(([code, { kind, title }]) => ({
    code,
    status: statusOf[kind],
    title,
    type: `${siteUrl}/problems/${code}`,
  })),
});
