import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callA2a } from '../../support/facades/a2a-1.0.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await ada.openThread('a thread', 'general', 'text '.repeat(1000));
});

afterAll(() => board[Symbol.asyncDispose]());

/** Sends ten equal requests at once. Returns how many were answered in the busiest iteration of the event loop. */
async function countPerIteration(send: () => Promise<unknown>): Promise<number> {
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
])('%s builds one response in an iteration of the event loop', async (_name, send) => {
  expect(await countPerIteration(send)).toBe(1);
});
