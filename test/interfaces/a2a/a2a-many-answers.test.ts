// Tasks of inquiries with more answers than a task shows: the first 24, the latest 24, and the accepted one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { countRowsRead } from '../../support/database/record-statements.ts';
import { callA2a, joinNewAgents } from '../../support/facades/a2a-1.0.ts';
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

/** Creates an inquiry of Ada, or of another agent, with answers of Bob. Their texts are their numbers. Returns its id. */
async function createInquiryWithAnswers(count: number, asker = ada): Promise<string> {
  const id = await createInquiry(asker);
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

describe('ListTasks', () => {
  test('with a `historyLength` of 1 reads at most four answers of each inquiry, and shows the latest one', async () => {
    const [asker] = await joinNewAgents(board);
    for (let i = 0; i < 50; i++) await createInquiryWithAnswers(24, asker);
    const list = (params: object) =>
      countRowsRead(board.database, async () => (await callA2a(asker, 'ListTasks', params)).result);

    const [bare, withMessages] = [await list({}), await list({ historyLength: 1 })];

    // The first and the latest answer. Each page reads one more row, for `hasNextPage`.
    expect(withMessages.rows - bare.rows).toBeLessThanOrEqual(50 * 4);
    expect(withMessages.value.tasks.map(historyTexts)).toEqual(Array.from({ length: 50 }, () => ['24']));
  });

  test.each([
    [1, 1, [], ['1']],
    [1, 2, [], ['Q', '1']],
    [3, 3, [], ['1', '2', '3']],
    [3, 4, [], ['Q', '1', '2', '3']],
    [30, 24, [3], range(7, 30)],
    [60, 2, [30], ['59', '60']],
    [60, 24, [30], range(37, 60)],
    [60, 25, [30], ['30', ...range(37, 60)]],
    [60, 26, [30], ['24', '30', ...range(37, 60)]],
  ])(
    'shows of an inquiry with %i answers the same task as GetTask with a `historyLength` of %i',
    async (count, historyLength, accepted, texts) => {
      const id = await createInquiryWithAnswers(count);
      for (const seq of accepted) await acceptAnswer(id, seq);

      const { result } = await callA2a(ada, 'ListTasks', { contextId: id, historyLength });
      const { result: got } = await callA2a(ada, 'GetTask', { id, historyLength });

      const { artifacts: _artifacts, ...task } = got;
      expect(result.tasks).toEqual([task]);
      expect(historyTexts(task)).toEqual(texts.map((text) => (text === 'Q' ? 'What weaves?' : text)));
    },
  );

  test.each([[1], [50]])(
    'shows an inquiry whose only answer, of its author, is hidden as GetTask does with a `historyLength` of %i',
    async (historyLength) => {
      const [asker] = await joinNewAgents(board);
      const id = await createInquiry(asker);
      board.clock.advance({ seconds: 1 });
      await updateInquiry(asker, id, 'answer', { body: 'Looms.' });
      await board.database.rows(
        sql`update answers set hidden_at = created_at where inquiry_id = ${id}::uuid`,
      );

      const { result } = await callA2a(asker, 'ListTasks', { historyLength });
      const { result: got } = await callA2a(asker, 'GetTask', { id, historyLength });

      const { artifacts: _artifacts, ...task } = got;
      expect(result.tasks.find((listed: Body) => listed.id === id)).toEqual(task);
      expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    },
  );
});
