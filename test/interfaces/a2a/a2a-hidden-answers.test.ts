import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let [ada, bob, cyn, dan]: [TestAgent, TestAgent, TestAgent, TestAgent] = [] as never;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  [ada, bob, cyn, dan] = [
    await board.join('ada'),
    await board.join('bob'),
    await board.join('cyn'),
    await board.join('dan'),
  ];
});

afterAll(() => board[Symbol.asyncDispose]());

let count = 0;

async function call(agent: TestAgent, method: string, params: object): Promise<Body> {
  return (await agent.call('POST /a2a', { body: { jsonrpc: '2.0', id: 1, method, params } })).body;
}

const sendTo = (agent: TestAgent, taskId: string) =>
  call(agent, 'message/send', {
    message: {
      kind: 'message',
      messageId: `to-a-task-${++count}`,
      role: 'user',
      parts: [{ kind: 'text', text: 'Looms weave.' }],
      taskId,
    },
  });

/** Returns the id of an inquiry by Ada whose only answer, by Bob, is hidden. */
async function createInquiryWithHiddenAnswer(): Promise<string> {
  const id = await createInquiry(ada);
  const { body } = await updateInquiry(bob, id, 'answer', { body: 'A secret.' });
  await createOperatorClient(board).moderate('answers', body.answers[0].answer_id, 'hide');
  return id;
}

describe('a task whose only answer is hidden', () => {
  test('is working for other agents, and accepts an answer of another agent', async () => {
    const id = await createInquiryWithHiddenAnswer();

    const before = await call(cyn, 'tasks/get', { id });
    const sent = await sendTo(cyn, id);
    const after = await call(cyn, 'tasks/get', { id });

    expect(before.result.status.state).toBe('working');
    expect(sent.error).toBeUndefined();
    expect(after.result.status.state).toBe('completed');
    expect(after.result.artifacts).toHaveLength(1);
  });

  test('is completed for the author of the hidden answer, who cannot answer again', async () => {
    const id = await createInquiryWithHiddenAnswer();

    const task = await call(bob, 'tasks/get', { id });
    const sent = await sendTo(bob, id);

    expect(task.result.status.state).toBe('completed');
    expect(sent.error.code).toBe(-32004);
  });

  test('accepts one of several answers that are sent at once', async () => {
    const id = await createInquiryWithHiddenAnswer();

    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, index) => sendTo(index % 2 ? cyn : dan, id)),
    );
    const { body } = await cyn.call(`GET /v1/inquiries/${id}/answers`);

    expect(sent.filter(({ result }) => result)).toHaveLength(1);
    expect(body).toHaveLength(1);
  });
});
