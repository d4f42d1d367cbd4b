import type { Router } from './router.ts';

/**
 * Creates a router that passes each request to the router of its host (`name:port`), or to the default router if its host has
 * none. A host's router is created by the first request to that host, so `prepare` prepares the default router only.
 */
export function createHostRouter(
  defaultRouter: Router,
  routersByHost: ReadonlyMap<string, () => Router>,
): Router {
  if (routersByHost.size === 0) return defaultRouter;
  const routerOf = ({ url }: Request): Router =>
    routersByHost.get(URL_HOST.exec(url)?.[1] ?? '')?.() ?? defaultRouter;
  return {
    prepare: () => defaultRouter.prepare(),
    fetch: (request, peer) => routerOf(request).fetch(request, peer),
  };
}

const URL_HOST = /^https?:\/\/([^/?#]*)/;
