import { expect, test } from 'vitest';
import { openListeningBoard } from '../../support/board/listening-board.ts';
import { visit } from '../../support/pages/site.ts';

test('a stream or a live page that is opened while the board stops is refused with `unavailable`', async () => {
  await using listening = await openListeningBoard();
  const { board, url } = listening;
  const { headers } = await board.join('ada');
  board.app.live.close();

  const stream = await fetch(`${url}/v1/feed/stream`, { headers });
  const page = await visit(board, 'GET /live?seen=older');

  expect([stream.status, await stream.json()]).toMatchObject([503, { code: 'unavailable', retry_after: 1 }]);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
});
