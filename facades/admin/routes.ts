import type { DescribeOperation, OpenSession } from '../../schema/contract.ts';
import { toCaller as toBearer } from '../http/binding/caller.ts';
import { createOriginCheck, toOperatorCaller } from '../http/binding/operator-session.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRoute } from '../http/binding/create-route.ts';
import { createRestNextCallFormatter } from '../http/binding/format-next-call.ts';
import { adminRouteDefinitions } from './route-definitions.ts';

interface AdminDoor {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/** The operator's routes, by token or by cookie: no handle goes along, nobody keeps an answer, and no other site's script may call. */
export function createAdminRoutes({ baseUrl, siteUrl, ...door }: AdminDoor): readonly Route[] {
  const isOurs = createOriginCheck([baseUrl, siteUrl]);
  const own = {
    ...door,
    formatNextCall: createRestNextCallFormatter(adminRouteDefinitions, door.describe),
    cors: false,
    cacheControl: 'private, no-store',
  };
  const toCaller = (exchange: Exchange) =>
    toOperatorCaller(exchange, ({ request: { headers } }) => ({
      csrfToken: headers.get('x-csrf-token'),
      isSameOrigin: isOurs(headers),
    }));
  // By bearer alone: other pages can make a browser send a cookie, and their failures would lock the operator out.
  const toSigner = (exchange: Exchange) => ({ ...toBearer('console', exchange), isSignIn: true });
  return adminRouteDefinitions.map((row) =>
    createRoute(row, { ...own, toCaller: row.signsIn ? toSigner : toCaller }),
  );
}
