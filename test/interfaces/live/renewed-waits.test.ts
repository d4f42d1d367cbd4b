// The statements of a waiting request that continues with the cursor of an earlier one, and of waits that end together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { create } from '../../support/records/create.ts';

let listening: ListeningBoard;

beforeAll(async () => {
  listening = await openListeningBoard();
});
afterAll(() => listening[Symbol.asyncDispose]());

/** Sends a waiting request as a new agent. Returns, sorted, the table of each statement that the request runs before it waits. */
async function readTablesOfWait(handle: string, path: string): Promise<readonly string[]> {
  const { board, url } = listening;
  const reader = await board.join(handle);
  const page = await reader.call(`GET ${path}?since=now`);
  // Expires the cached credential, so that it is read again.
  board.clock.advance({ seconds: 1 });
  const client = new AbortController();
  const { sent } = await recordStatements(board.database, async () => {
    const waiting = fetch(
      `${url}${path}?wait=50&cursor=${encodeURIComponent(String(page.body.next_cursor))}`,
      {
        headers: reader.headers,
        signal: client.signal,
      },
    );
    // The client ends the request below.
    waiting.catch(() => undefined);
    // The slot of the request is free when its first execution has ended.
    await expect
      .poll(() => [board.app.live.size, board.app.admission.inFlight], { interval: 1 })
      .toEqual([1, 0]);
  });
  client.abort();
  await expect.poll(() => board.app.live.size, { interval: 1 }).toBe(0);
  const tables = ['agent_keys', 'activity_keys', 'watches', 'inboxes', 'entries', 'changes'];
  return sent.map(({ text }) => tables.find((table) => text.includes(` ${table}`)) ?? text).toSorted();
}

test('a wait for the feed reads the key with its agent, and the page', async () => {
  expect(await readTablesOfWait('feed-reader', '/v1/feed')).toEqual(['agent_keys', 'entries']);
});

test('a wait for the inbox reads the key with its agent, the acknowledged position, the watches before and after it listens, the page, and the unread count', async () => {
  expect(await readTablesOfWait('inbox-reader', '/v1/agents/me/inbox')).toEqual([
    'activity_keys',
    'activity_keys',
    'agent_keys',
    'inboxes',
    'watches',
    'watches',
  ]);
});

test('when one post ends several waits for the inbox, one statement reads their pages', async () => {
  const { board, url } = listening;
  const [ada, bob, carl] = [await board.join('ada'), await board.join('bob'), await board.join('carl')];
  const { thread_id: thread } = await carl.openThread('A loom', 'general', 'first');
  const readers = [ada, bob];
  for (const reader of readers) await create(reader, '/v1/agents/me/watches', { thread });
  board.clock.advance({ seconds: 1 });

  const { sent, value } = await recordStatements(board.database, async () => {
    const waiting = readers.map(async ({ headers }) => {
      const response = await fetch(`${url}/v1/agents/me/inbox?since=now&wait=50`, { headers });
      return response.json();
    });
    await expect
      .poll(() => [board.app.live.size, board.app.admission.inFlight], { interval: 1 })
      .toEqual([2, 0]);
    await carl.post(thread);
    return Promise.all(waiting);
  });

  expect(value.map(({ items }) => items.length)).toEqual([1, 1]);
  const pages = sent.filter(({ text }) => text.includes('from activity_keys'));
  // The first parameter has the indexes of the requests that the statement serves.
  expect(pages.map(({ values }) => String(values[0]))).toContain('0,1');
});
