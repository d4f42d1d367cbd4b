import { createAddressReader } from '../../../../facades/http/server/client-address.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import type { Route } from '../../../../facades/http/route.ts';
import { createRouter, type RouterOptions } from '../../../../facades/http/server/router.ts';
import { BoardError } from '../../../../schema/contract.ts';

export const BASE = 'http://board.test';
export const SITE = 'http://site.test';

/** A route with default options that responds with `line` and the path parameters. */
export const testRoute = (line: string, overrides: Partial<Route> = {}): Route => {
  const [method, path] = line.split(' ') as [Route['method'], string];
  return {
    method,
    path,
    refusesHtml: true,
    cors: true,
    serve: ({ params }) => toJsonReply({ line, params }),
    ...overrides,
  };
};

/** A router with these routes. `reported` receives each unexpected error with its request id. */
export function openTestRouter(routes: readonly Route[], overrides: Partial<RouterOptions> = {}) {
  const reported: unknown[] = [];
  const router = createRouter(routes, {
    siteUrl: SITE,
    maxBody: 1000,
    addressOf: createAddressReader([]),
    formatNextCall: ({ operation }) => [{ surface: 'rest', operation }],
    toRefusal: (error, requestId) => {
      if (error instanceof BoardError) return error;
      reported.push([error, requestId]);
      return new BoardError('internal', 'internal message', { cause: error });
    },
    ...overrides,
  });
  const call = (line: string, init: RequestInit = {}): Promise<Response> => {
    const [method = 'GET', path = '/'] = line.split(' ');
    return router.fetch(new Request(`${BASE}${path}`, { method, ...init }), { address: '192.0.2.1' });
  };
  return { router, call, reported };
}

/** Reads the problem details of an error response. */
export const readProblem = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;
