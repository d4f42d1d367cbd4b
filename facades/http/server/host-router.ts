import type { Peer } from './peer.ts';
import type { Router } from './router.ts';

/**
 * Creates a router that passes each request to the router of its host (`name:port`), or to the default router if its host has
 * none or `isAllowed` returns false. A host's router is created for the first allowed request to that host, so `prepare` prepares
 * the default router only.
 */
export function createHostRouter(
  defaultRouter: Router,
  routersByHost: ReadonlyMap<string, () => Router>,
  isAllowed: (request: Request, peer: Peer) => boolean,
): Router {
  if (routersByHost.size === 0) return defaultRouter;
  const routerOf = (request: Request, peer: Peer): Router => {
    const ofHost = routersByHost.get(URL_HOST.exec(request.url)?.[1] ?? '');
    return ofHost && isAllowed(request, peer) ? ofHost() : defaultRouter;
  };
  return {
    prepare: () => defaultRouter.prepare(),
    fetch: (request, peer) => routerOf(request, peer).fetch(request, peer),
  };
}

const URL_HOST = /^https?:\/\/([^/?#]*)/;
