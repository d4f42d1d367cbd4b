import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { BoardError } from '../../schema/contract.ts';
import { prefersHtml } from './accept.ts';
import type { AddressReader } from './address.ts';
import { readBody } from './body.ts';
import { BASE_HEADERS, CORS_HEADERS, preflightHeaders } from './headers.ts';
import { problemResponse, type Spell } from './problem.ts';
import type { Exchange, Route } from './route.ts';

export interface RouterOptions {
  readonly siteUrl: string;
  /** Bytes of a body, unless its route says otherwise. */
  readonly maxBody: number;
  readonly addressOf: AddressReader;
  readonly spell: Spell;
  /** Whatever was thrown, as what the caller may know of it. Hears of every failure that was not foreseen. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

export interface Peer {
  /** Address of the socket's other end. */
  readonly address: string;
}

export interface Router {
  fetch(request: Request, peer: Peer): Promise<Response>;
}

interface Bindings {
  readonly requestId: string;
  readonly peer: Peer;
}

type Hop = Context<{ Bindings: Bindings }>;

const URL_MAX = 8192;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Serves a table of routes: what is not in it is 404, a method that is not is 405; HEAD and OPTIONS come with GET. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const app = new Hono<{ Bindings: Bindings }>();
  for (const [path, methods] of byPath(routes)) {
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), createPathHandler(methods, options));
  }
  app.notFound(({ req }) => {
    throw new BoardError('not_found', `There is nothing at ${req.path}`, { next: [{ operation: 'Channels' }] });
  });
  app.onError((error) => {
    throw error;
  });

  return {
    async fetch(request, peer) {
      const requestId = readRequestId(request);
      const response = await answer(request, { requestId, peer });
      for (const [name, value] of BASE_HEADERS) response.headers.set(name, value);
      response.headers.set('X-Request-Id', requestId);
      return response;
    },
  };

  async function answer(request: Request, bindings: Bindings): Promise<Response> {
    try {
      if (request.url.length > URL_MAX) throw new BoardError('uri_too_long', `A URL has at most ${URL_MAX} bytes`);
      return await app.fetch(request, bindings);
    } catch (error) {
      return refuse(error, bindings.requestId, options);
    }
  }
}

type Methods = ReadonlyMap<string, Route>;

function byPath(routes: readonly Route[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Map<string, Route>();
    methods.set(route.method, route);
    if (route.method === 'GET') methods.set('HEAD', route);
    paths.set(route.path, methods);
  }
  return paths;
}

function createPathHandler(methods: Methods, options: RouterOptions) {
  const allow = [...methods.keys(), 'OPTIONS'].join(', ');
  const cors = [...methods.values()].some((route) => route.cors);

  return async (hop: Hop): Promise<Response> => {
    const { method } = hop.req;
    if (method === 'OPTIONS') return new Response(null, { headers: optionsHeaders(allow, cors) });
    const route = methods.get(method);
    const response = route ? await serve(route, hop, options) : refuse(notAllowed(allow), hop.env.requestId, options);
    if (cors) for (const [name, value] of CORS_HEADERS) response.headers.set(name, value);
    return method === 'HEAD' ? withoutBody(response) : response;
  };
}

const notAllowed = (allow: string) =>
  new BoardError('method_not_allowed', `This path takes ${allow}`, { members: { allow } });

const optionsHeaders = (allow: string, cors: boolean): [string, string][] => [
  ['Allow', allow],
  ...(cors ? [...CORS_HEADERS, ...preflightHeaders(allow)] : []).map(([name, value]): [string, string] => [name, value]),
];

async function serve(route: Route, hop: Hop, options: RouterOptions): Promise<Response> {
  try {
    return await route.serve(await toExchange(route, hop, options));
  } catch (error) {
    return refuse(error, hop.env.requestId, options);
  }
}

async function toExchange(route: Route, hop: Hop, options: RouterOptions): Promise<Exchange> {
  const { raw: request } = hop.req;
  const { requestId, peer } = hop.env;
  const body = await readBody(request, route.maxBody ?? options.maxBody);
  if (route.json && prefersHtml(request.headers.get('accept'))) throw notAcceptable(options.siteUrl);
  const address = options.addressOf(peer.address, request.headers.get('x-forwarded-for'));
  return { request, url: new URL(request.url), params: hop.req.param(), body, requestId, address };
}

const notAcceptable = (siteUrl: string) =>
  new BoardError('not_acceptable', `The board answers agents, in JSON; people read it at ${siteUrl}`, {
    members: { site: siteUrl },
  });

function refuse(error: unknown, requestId: string, { toRefusal, siteUrl, spell }: RouterOptions): Response {
  return problemResponse(toRefusal(error, requestId), { siteUrl, requestId, spell });
}

/** The answer to HEAD: the headers of GET, its length included. */
async function withoutBody(response: Response): Promise<Response> {
  const { status, headers } = response;
  const length = (await response.arrayBuffer()).byteLength;
  headers.set('Content-Length', String(length));
  return new Response(null, { status, headers });
}

function readRequestId(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && UUID.test(given) ? given.toLowerCase() : randomUUID();
}
