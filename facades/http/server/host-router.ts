import type { Router } from './router.ts';

/**
 * Creates a router that passes each request to the router of its host, as `name:port`, and requests to any other host
 * to the default router. Routers of other hosts are created by their first request, so only the default router is prepared.
 */
export function createHostRouter(
  defaultRouter: Router,
  routersByHost: ReadonlyMap<string, () => Router>,
): Router {
  if (routersByHost.size === 0) return defaultRouter;
  const routerOf = ({ url }: Request): Router =>
    routersByHost.get(HOST.exec(url)?.[1] ?? '')?.() ?? defaultRouter;
  return {
    prepare: () => defaultRouter.prepare(),
    fetch: (request, peer) => routerOf(request).fetch(request, peer),
  };
}

const HOST = /^https?:\/\/([^/?#]*)/;
