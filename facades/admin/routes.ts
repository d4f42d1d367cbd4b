import type { Describe, OpenSession } from '../../schema/contract.ts';
import { toCaller as toBearer } from '../http/caller.ts';
import { createOriginCheck, toOperator } from '../http/cookie.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRowRoute } from '../http/row-route.ts';
import { createRestSpelling } from '../http/row-spelling.ts';
import { adminRows } from './rows.ts';

interface AdminDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/** The operator's routes, by token or by cookie: no handle goes along, nobody keeps an answer, and no other site's script may call. */
export function createAdminRoutes({ baseUrl, siteUrl, ...door }: AdminDoor): readonly Route[] {
  const isOurs = createOriginCheck([baseUrl, siteUrl]);
  const own = {
    ...door,
    spell: createRestSpelling(adminRows, door.describe),
    cors: false,
    cacheControl: 'private, no-store',
  };
  const toCaller = (exchange: Exchange) =>
    toOperator(exchange, ({ request: { headers } }) => ({
      csrf: headers.get('x-csrf-token'),
      sameOrigin: isOurs(headers),
    }));
  // By bearer alone: other pages can make a browser send a cookie, and their failures would lock the operator out.
  const toSigner = (exchange: Exchange) => ({ ...toBearer('console', exchange), signsIn: true });
  return adminRows.map((row) => createRowRoute(row, { ...own, toCaller: row.signsIn ? toSigner : toCaller }));
}
