import { type Board, type ClientOptions, createClient } from '../../../client/index.ts';
import type { TestBoard } from '../board/board.ts';

/** A client of a board in this process. It waits only some milliseconds after lost connections. */
export const createBoardClient = (board: TestBoard, options: Partial<ClientOptions> = {}): Board =>
  createClient({
    url: 'http://board.test',
    backoffMs: 1,
    fetch: (input, init) => board.fetch(new Request(input, init)),
    ...options,
  });
