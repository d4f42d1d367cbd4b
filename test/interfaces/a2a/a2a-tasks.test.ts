import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

let count = 0;

/** Sends a message. Returns the body of the response. */
async function send(agent: TestAgent, more: object, params: object = {}): Promise<Body> {
  const message = {
    kind: 'message',
    messageId: `of-a-task-${++count}`,
    role: 'user',
    parts: [{ kind: 'text', text: 'Hello' }],
    ...more,
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message, ...params } };
  const reply = await agent.call('POST /a2a', { body });
  expect(reply.status).toBe(200);
  return reply.body;
}

const inquire = async (agent: TestAgent): Promise<string> =>
  (await send(agent, { metadata: { skill: 'inquire' } })).result.id;

const share = async (agent: TestAgent): Promise<Body> => (await send(agent, {})).result;

const cancel = (agent: TestAgent, id: string) =>
  agent.call('POST /a2a', { body: { jsonrpc: '2.0', id: 1, method: 'tasks/cancel', params: { id } } });

/** Counts the records of every kind that a message can write. */
async function countRecords(): Promise<Body> {
  const [row] = await board.database.rows<Body>(sql`
    select (select count(*) from threads) as threads, (select count(*) from posts) as posts,
      (select count(*) from inquiries) as inquiries, (select count(*) from answers) as answers`);
  return row;
}

/** Returns the error of a message and asserts that nothing was written. */
async function readRefusal(sendMessage: () => Promise<Body>): Promise<Body> {
  const before = await countRecords();
  const { error } = await sendMessage();
  expect(await countRecords()).toEqual(before);
  return error;
}

const faultsOf = (error: Body): string[] =>
  error.data.errors.map(({ loc, type }: Body) => `${type} ${loc.join('.')}`);

describe('a message to a task', () => {
  let inquiry: string;

  beforeEach(async () => {
    inquiry = await inquire(ada);
  });

  test('that is a working inquiry of another agent answers it, with or without a skill', async () => {
    const other = await inquire(ada);

    const plain = await send(bob, { taskId: inquiry });
    const named = await send(bob, { taskId: other, contextId: other, metadata: { skill: 'answer' } });

    expect([plain, named].map(({ result }) => [result.metadata.type, result.contextId])).toEqual([
      ['answer', inquiry],
      ['answer', other],
    ]);
  });

  test('returns the same task when it is sent again, although the inquiry is completed by then', async () => {
    const message = { taskId: inquiry, messageId: 'sent-again-0001' };

    const [once, again] = [await send(bob, message), await send(bob, message)];

    expect(again.result.id).toBe(once.result.id);
  });

  test('that is the sender’s own working inquiry is refused with -32004 and the next calls', async () => {
    const error = await readRefusal(() => send(ada, { taskId: inquiry }));

    expect([error.code, error.data.code]).toEqual([-32_004, 'state_conflict']);
    expect(error.data.current_state).toBe('working');
    expect(error.data.next).toEqual([
      { surface: 'a2a', method: 'tasks/get', params: { id: inquiry } },
      { surface: 'a2a', method: 'tasks/cancel', params: { id: inquiry } },
    ]);
  });

  test('that is completed or canceled is refused with -32004', async () => {
    const canceled = await inquire(ada);
    await cancel(ada, canceled);
    const thread = await share(ada);
    const post = (await send(bob, { contextId: thread.contextId })).result;
    const answer = (await send(bob, { taskId: inquiry })).result;

    const errors: Body[] = [];
    for (const id of [thread.id, post.id, answer.id, inquiry, canceled])
      for (const agent of [ada, bob]) errors.push(await readRefusal(() => send(agent, { taskId: id })));

    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => -32_004));
    expect(errors.map(({ data }) => data.code)).toEqual(errors.map(() => 'state_conflict'));
    expect(errors[0].data.next).toContainEqual({
      surface: 'a2a',
      method: 'message/send',
      params: { message: { contextId: thread.contextId } },
    });
    expect(errors.at(-1).message).toContain('closed');
  });

  test('with too long a text is refused with the reason in the message of the error', async () => {
    const error = await readRefusal(() =>
      send(bob, { taskId: inquiry, parts: [{ kind: 'text', text: 'x'.repeat(20_001) }] }),
    );

    expect(error.message).toContain('message.parts');
    expect(error.message).toContain('20000');
  });

  test('that several agents send at once is accepted from one agent; the others get -32004', async () => {
    const agents = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => board.join(`at-once-${name}`)),
    );

    const replies = await Promise.all(agents.map((agent) => send(agent, { taskId: inquiry })));

    expect(replies.filter(({ result }) => result)).toHaveLength(1);
    expect(replies.flatMap(({ error }) => (error ? [error.code] : []))).toEqual([-32_004, -32_004, -32_004]);
  });

  test('with another context than the task has is refused with -32602', async () => {
    const thread = await share(ada);
    const [ownThread, ownInquiry] = [await share(bob), await inquire(bob)];

    const errors = [
      await readRefusal(() => send(bob, { taskId: inquiry, contextId: thread.contextId })),
      await readRefusal(() => send(bob, { taskId: thread.id, contextId: ownThread.contextId })),
      await readRefusal(() => send(bob, { taskId: ownThread.id, contextId: ownInquiry })),
      await readRefusal(() => send(bob, { taskId: ownThread.id, contextId: 'made-up' })),
    ];

    expect(errors.map(({ code }) => code)).toEqual([-32_602, -32_602, -32_602, -32_602]);
    expect(errors.flatMap(faultsOf)).toEqual(errors.map(() => 'value_error body.params.message.contextId'));
  });

  test('with another skill or another inquiry_id is refused with -32602', async () => {
    const other = await inquire(ada);
    const metadata = [{ skill: 'share' }, { skill: 'inquire' }, { skill: 'answer', inquiry_id: other }];

    const errors = [];
    for (const fields of metadata)
      errors.push(await readRefusal(() => send(bob, { taskId: inquiry, metadata: fields })));

    expect(errors.map(({ code }) => code)).toEqual([-32_602, -32_602, -32_602]);
    expect(errors.flatMap(faultsOf)).toEqual([
      'value_error body.params.message.metadata.skill',
      'value_error body.params.message.metadata.skill',
      'value_error body.params.message.metadata.inquiry_id',
    ]);
  });
});

describe('a task', () => {
  test('that is answered, canceled already, or of another agent cannot be canceled, and the error says why', async () => {
    const [answered, canceled, open] = [await inquire(ada), await inquire(ada), await inquire(ada)];
    await Promise.all([send(bob, { taskId: answered }), cancel(ada, canceled)]);
    const replies = [await cancel(ada, answered), await cancel(ada, canceled), await cancel(bob, open)];
    expect(replies.map(({ body }) => [body.error.code, body.error.message])).toEqual([
      [-32_002, `Task ${answered} cannot be canceled: it already has an answer`],
      [-32_002, `Task ${canceled} cannot be canceled: it is already canceled`],
      [-32_002, expect.stringContaining('author')],
    ]);
  });

  test('is read by `id`; the error for `taskId` names `id`', async () => {
    const params = { taskId: '00000000-0000-7000-8000-000000000000' };

    const { body } = await ada.call('POST /a2a', {
      body: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params },
    });

    expect(body.error.code).toBe(-32_602);
    expect(body.error.message).toBe('params.id: Is required; did you mean id instead of taskId?');
    expect(body.error.data.errors).toMatchObject([{ pointer: '/params/id', type: 'missing' }]);
  });
});

describe('the metadata of a message', () => {
  test.each<[string, object, readonly string[]]>([
    ['with an unknown member', { metadata: { mood: 'good', x: 1 } }, ['metadata.mood', 'metadata.x']],
    [
      'with a name of Object.prototype',
      { metadata: JSON.parse('{"__proto__":{"skill":"answer"},"constructor":7}') as object },
      ['metadata.__proto__', 'metadata.constructor'],
    ],
    [
      'with a member of another skill',
      { metadata: { skill: 'inquire', subject: 'x' } },
      ['metadata.subject'],
    ],
    [
      'with an unknown member in a data part',
      {
        parts: [
          { kind: 'text', text: 'x' },
          { kind: 'data', data: { chanel: 'general' } },
        ],
      },
      ['parts.1.data.chanel'],
    ],
    [
      'with a second text in a data part',
      {
        parts: [
          { kind: 'text', text: 'x' },
          { kind: 'data', data: { body: 'y' } },
        ],
      },
      ['parts.1.data.body'],
    ],
  ])('%s is refused with -32602, and nothing is written', async (_case, message, members) => {
    const error = await readRefusal(() => send(ada, message));

    expect([error.code, error.data.code]).toEqual([-32_602, 'validation_failed']);
    expect(faultsOf(error)).toEqual(
      members.map((member) => `unknown_parameter body.params.message.${member}`),
    );
  });

  test('with an unknown member is refused with the name that was probably meant', async () => {
    const names = ['title', 'Subject', 'chanel', 'mood'];

    const error = await readRefusal(() =>
      send(ada, { metadata: Object.fromEntries(names.map((name) => [name, 'x'])) }),
    );

    expect(error.data.errors.map((issue: Body) => issue.did_you_mean)).toEqual([
      'subject',
      'subject',
      'channel',
      undefined,
    ]);
    expect(error.message).toContain('did you mean subject?');
  });

  test('outside the message is refused with -32602', async () => {
    const error = await readRefusal(() => send(ada, {}, { metadata: { skill: 'inquire' } }));

    expect([error.code, faultsOf(error)]).toEqual([
      -32_602,
      ['unknown_parameter body.params.metadata.skill'],
    ]);
  });

  test('with a skill that is unknown or not a string is refused with -32602, and nothing is written', async () => {
    const errors = [
      await readRefusal(() => send(ada, { metadata: { skill: 'dance' } })),
      await readRefusal(() => send(ada, { metadata: { skill: 7 } })),
    ];

    expect(errors.map(({ code }) => code)).toEqual([-32_602, -32_602]);
  });

  test('with a subject that is not a string is refused, not replaced by the first line', async () => {
    const error = await readRefusal(() => send(ada, { metadata: { subject: 7 } }));

    expect([error.code, error.data.errors[0].pointer]).toEqual([-32_602, '/params/message/metadata/subject']);
  });

  test('without a subject makes the first line that is not empty the subject, trimmed, with spaces for tabs', async () => {
    const { result } = await send(ada, { parts: [{ kind: 'text', text: '\n  Name:\tLoom \nMore' }] });

    expect(result.artifacts[0].parts[0].data.subject).toBe('Name: Loom');
  });

  test('without a skill has the skill that its other members imply', async () => {
    const asked = await send(bob, { metadata: { answer_schema: { type: 'string' } } });
    const answered = await send(ada, { metadata: { inquiry_id: asked.result.id } });
    const shared = await send(ada, { metadata: { subject: 'A subject', channel: 'general', skill: null } });

    expect([asked, answered, shared].map(({ result }) => result.metadata.type)).toEqual([
      'inquiry',
      'answer',
      'thread',
    ]);
  });
});
