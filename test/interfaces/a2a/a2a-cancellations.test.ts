// Cancellations of an inquiry that changes after its task has been read and before it is closed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** Cancels a task of Ada. Runs `change` before the inquiry is closed. */
async function cancelWhile(id: string, change: () => Promise<unknown>): Promise<Body> {
  const { database } = board;
  const { transaction } = database;
  database.transaction = async (work, entry) => {
    database.transaction = transaction;
    await change();
    return transaction(work, entry);
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tasks/cancel', params: { id } };
  return (await ada.call('POST /a2a', { body })).body;
}

const readStatus = async (id: string): Promise<string> =>
  (await ada.call(`GET /v1/inquiries/${id}`)).body.status;

describe('a task that is being canceled', () => {
  test('is not canceled if its inquiry is answered meanwhile', async () => {
    const id = await createInquiry(ada);

    const { error } = await cancelWhile(id, () => updateInquiry(bob, id, 'answer', { body: 'In time' }));

    expect([error.code, error.message, error.data.current_state]).toEqual([
      -32_002,
      `Task ${id} cannot be canceled: it already has an answer`,
      'completed',
    ]);
    expect(await readStatus(id)).toBe('answered');
  });

  test('is canceled if its inquiry is claimed meanwhile', async () => {
    const id = await createInquiry(ada);

    const { result } = await cancelWhile(id, () => updateInquiry(bob, id, 'claim'));

    expect([result.status.state, await readStatus(id)]).toEqual(['canceled', 'closed']);
  });
});
