// Tasks of inquiries with more answers than a task shows: the first 24, the latest 24, and the accepted one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { callA2a } from '../../support/facades/a2a-1.0.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

const validateA2a03 = loadProtocolSchema('a2a-0.3.0.schema.json');

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** Creates an inquiry of Ada with answers of Bob. Their texts are their numbers. Returns its id. */
async function createInquiryWithAnswers(count: number): Promise<string> {
  const id = await createInquiry(ada);
  await updateInquiry(bob, id, 'answer', { body: '1' });
  await board.database.rows(sql`
    insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), inquiry_id, n, n::text, created_by, via, created_at
    from answers, generate_series(2, ${count}::int) n where inquiry_id = ${id}::uuid`);
  await board.database.rows(sql`update inquiries set answer_count = ${count} where id = ${id}::uuid`);
  return id;
}

/** Closes an inquiry of Ada. Its answer with this number is the accepted one. */
async function acceptAnswer(id: string, seq: number): Promise<void> {
  const [answer] = await board.database.rows<{ id: string }>(
    sql`select id from answers where inquiry_id = ${id}::uuid and seq = ${seq}`,
  );
  const { status } = await updateInquiry(ada, id, 'close', { accepted_answer_id: answer?.id });
  expect(status).toBe(200);
}

/** Reads a task over A2A 0.3. */
async function readTask(id: string, more: object = {}): Promise<Body> {
  const { body } = await ada.call('POST /a2a', {
    body: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id, ...more } },
  });
  expect(validateA2a03('GetTaskSuccessResponse', body)).toEqual([]);
  return body.result;
}

const artifactTexts = ({ artifacts }: Body): string[] =>
  artifacts.map(({ parts: [{ text }] }: Body) => text as string);

const historyTexts = ({ history }: Body): string[] =>
  history.map(({ parts: [{ text }] }: Body) => text as string);

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('the task of an inquiry with 60 answers', () => {
  test('has the accepted and the latest answer among its artifacts, the question in its history, and the number of answers', async () => {
    const id = await createInquiryWithAnswers(60);
    await acceptAnswer(id, 30);

    const task = await readTask(id);

    const texts = [...range(1, 24), '30', ...range(37, 60)];
    expect(artifactTexts(task)).toEqual(texts);
    expect(historyTexts(task)).toEqual(['What weaves?', ...texts]);
    expect(task.metadata.answer_count).toBe(60);
  });

  test.each([[3], [50]])('has answer %i once if it is accepted', async (seq) => {
    const id = await createInquiryWithAnswers(60);
    await acceptAnswer(id, seq);

    expect(artifactTexts(await readTask(id))).toEqual([...range(1, 24), ...range(37, 60)]);
  });

  test('has its latest answer with a `historyLength` of 1', async () => {
    const id = await createInquiryWithAnswers(60);

    expect(historyTexts(await readTask(id, { historyLength: 1 }))).toEqual(['60']);
  });

  test('is the same in a list of tasks and over A2A 1.0', async () => {
    const id = await createInquiryWithAnswers(60);
    const texts = [...range(1, 24), ...range(37, 60)];

    const { result } = await callA2a(ada, 'ListTasks', {
      contextId: id,
      historyLength: 50,
      includeArtifacts: true,
    });

    expect(artifactTexts(result.tasks[0])).toEqual(texts);
    expect(historyTexts(result.tasks[0])).toEqual(['What weaves?', ...texts]);
    expect(result.tasks[0].metadata.answer_count).toBe(60);
  });
});

test('the task of an inquiry with 48 answers has all of them', async () => {
  const id = await createInquiryWithAnswers(48);

  expect(artifactTexts(await readTask(id))).toEqual(range(1, 48));
});
