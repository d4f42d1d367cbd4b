import { listen } from '../../../facades/http/server/listen.ts';
import { openBoard, type TestBoard } from './board.ts';

/** A board whose API listens on a free loopback port. */
export interface ListeningBoard extends AsyncDisposable {
  readonly board: TestBoard;
  readonly url: string;
}

/** Opens a board whose API listens. `settings` are environment variables. */
export async function openListeningBoard(
  settings?: Readonly<Record<string, string>>,
): Promise<ListeningBoard> {
  const board = await openBoard(settings);
  const listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });
  return {
    board,
    url: `http://127.0.0.1:${listener.port}`,
    [Symbol.asyncDispose]: async () => {
      await listener.close(100);
      await board[Symbol.asyncDispose]();
    },
  };
}
