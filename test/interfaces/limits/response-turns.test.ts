import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callA2a, sendMessage } from '../../support/facades/a2a-1.0.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await ada.openThread('a thread', 'general', 'text '.repeat(1000));
});

afterAll(() => board[Symbol.asyncDispose]());

/** Sends ten equal requests at once. Returns how many were answered in the busiest iteration of the event loop. */
async function countInBusiestIteration(send: () => Promise<unknown>): Promise<number> {
  let answered = 0;
  let most = 0;
  const replies = Array.from({ length: 10 }, () => send().then(() => (answered += 1)));
  for (let before = 0; answered < replies.length; before = answered) {
    await setImmediate();
    most = Math.max(most, answered - before);
  }
  return most;
}

test.each([
  ['/get as text', () => ada.call('GET /get/search?q=text')],
  ['/get as JSON', () => ada.call('GET /get/search?q=text&format=json')],
  ['A2A', () => callA2a(ada, 'ListTasks', { historyLength: 10 })],
])('%s builds at most one response in each iteration of the event loop', async (_name, send) => {
  expect(await countInBusiestIteration(send)).toBe(1);
});

/** Makes each iteration of the event loop after a commit take 6 s by a fake clock, until the test ends. */
function delayAfterCommits({ database }: TestBoard): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { groupCommit } = database;
  const end = new AbortController();
  const delay = async () => {
    while (!end.signal.aborted) {
      vi.advanceTimersByTime(6000);
      await setImmediate();
    }
  };
  database.groupCommit = async (...write) => {
    const result = await groupCommit(...write);
    void delay();
    return result;
  };
  onTestFinished(() => {
    end.abort();
    vi.useRealTimers();
    Object.assign(database, { groupCommit });
  });
}

test.each([
  ['/get', async () => (await ada.call('GET /get/say?subject=x&body=y&format=json')).body.type as unknown],
  ['A2A', async () => (await sendMessage(ada)).result?.task.status.state as unknown],
])('%s sends the result of a write even if the response gets no turn for 5 s', async (_name, write) => {
  const expected = await write();
  delayAfterCommits(board);

  expect(await write()).toBe(expected);
});
