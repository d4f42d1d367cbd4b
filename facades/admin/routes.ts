import type { DescribeOperation, OpenSession } from '../../schema/contract.ts';
import { toCaller as toBearerCaller } from '../http/binding/caller.ts';
import { createSameOriginCheck, toOperatorCaller } from '../http/binding/operator-session.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRoute } from '../http/binding/create-route.ts';
import { createRestNextCallFormatter } from '../http/binding/format-next-call.ts';
import { adminRouteDefinitions } from './route-definitions.ts';

/**
 * Creates the routes of the console's API, for the operator token or the session cookie. Responses must not be cached, and
 * scripts of other origins may not call the routes.
 */
export function createAdminRoutes({
  baseUrl,
  siteUrl,
  ...gateway
}: {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly baseUrl: string;
  readonly siteUrl: string;
}): readonly Route[] {
  const isSameOrigin = createSameOriginCheck([baseUrl, siteUrl]);
  const options = {
    ...gateway,
    formatNextCall: createRestNextCallFormatter(adminRouteDefinitions, gateway.describe),
    cors: false,
    cacheControl: 'private, no-store',
  };
  const toCaller = (exchange: Exchange) => toOperatorCaller(exchange, isSameOrigin);
  // Signing in ignores cookies: browsers also send them with requests of other pages of the same site, and failed sign-ins count
  // against the client's network.
  const toSignInCaller = (exchange: Exchange) => ({ ...toBearerCaller('console', exchange), isSignIn: true });
  return adminRouteDefinitions.map((definition) =>
    createRoute(definition, { ...options, toCaller: definition.signsIn ? toSignInCaller : toCaller }),
  );
}
