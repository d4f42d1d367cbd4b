import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import type { Fetch } from '../../../facades/http/server/router.ts';
import { openBoard, type TestBoard } from './board.ts';

const OPERATOR_LIMIT_OFF = { LIMIT_CREATOR: '0' };

/** A board that listens on two loopback ports, one for the API and one for the site. */
export interface ListeningSite extends AsyncDisposable {
  readonly board: TestBoard;
  /** Origin of the API: `http://127.0.0.1:41234`. */
  readonly api: string;
  /** Origin of the site. */
  readonly site: string;
}

/** A listener whose handler is set later, because the board's configuration contains the listener's address. */
interface DeferredListener {
  readonly origin: string;
  readonly listener: Listener;
  setHandler(fetch: Fetch): void;
}

async function openDeferredListener(): Promise<DeferredListener> {
  let handler: Fetch = () => Promise.reject(new Error('no handler is set yet'));
  const listener = await listen((request, peer) => handler(request, peer), { host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    listener,
    setHandler: (fetch) => (handler = fetch),
  };
}

/** Opens a board on two free ports. Their addresses are its BASE_URL and SITE_URL. */
export async function openListeningSite(
  settings: Readonly<Record<string, string>> = {},
): Promise<ListeningSite> {
  const [api, site] = [await openDeferredListener(), await openDeferredListener()];
  const board = await openBoard({
    ...OPERATOR_LIMIT_OFF,
    BASE_URL: api.origin,
    SITE_URL: site.origin,
    ...settings,
  });
  api.setHandler(board.app.api.fetch);
  site.setHandler(board.app.site.fetch);
  return {
    board,
    api: api.origin,
    site: site.origin,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([api.listener.close(0), site.listener.close(0)]);
      await board[Symbol.asyncDispose]();
    },
  };
}
