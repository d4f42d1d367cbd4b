import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import type { Fetch } from '../../../facades/http/server/router.ts';
import { openBoard, type TestBoard } from './board.ts';

const LIMITS_OFF = { LIMIT_CREATOR: '0' };

/** A board on two sockets of this machine, as browsers and other programs reach it. */
export interface ListeningSite extends AsyncDisposable {
  readonly board: TestBoard;
  /** `http://127.0.0.1:41234`. */
  readonly api: string;
  readonly site: string;
}

/** A listener whose address is known before what answers there: the board has to be told its addresses first. */
interface Socket {
  readonly origin: string;
  readonly listener: Listener;
  answerWith(fetch: Fetch): void;
}

async function openSocket(): Promise<Socket> {
  let answer: Fetch = () => Promise.reject(new Error('nobody answers yet'));
  const listener = await listen((request, peer) => answer(request, peer), { host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    listener,
    answerWith: (fetch) => (answer = fetch),
  };
}

/** Opens a board that listens on any free ports, and knows them. */
export async function openListeningSite(
  settings: Readonly<Record<string, string>> = {},
): Promise<ListeningSite> {
  const [api, site] = [await openSocket(), await openSocket()];
  const board = await openBoard({ ...LIMITS_OFF, BASE_URL: api.origin, SITE_URL: site.origin, ...settings });
  api.answerWith(board.app.api.fetch);
  site.answerWith(board.app.site.fetch);
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
