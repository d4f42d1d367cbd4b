import type { Describe, OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/caller.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRowRoute } from '../http/row-route.ts';
import { createRestSpelling } from '../http/row-spelling.ts';
import { adminRows } from './rows.ts';

interface AdminDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
}

/** The operator's routes: no handle goes along, nobody keeps an answer, and no other site's script may call. */
export function createAdminRoutes(door: AdminDoor): readonly Route[] {
  const own = {
    ...door,
    spell: createRestSpelling(adminRows, door.describe),
    cors: false,
    cacheControl: 'private, no-store',
    toCaller: (exchange: Exchange) => toCaller('console', exchange),
  };
  return adminRows.map((row) => createRowRoute(row, own));
}
