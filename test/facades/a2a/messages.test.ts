// Messages over a session that records the executed operations.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../facades/a2a/request.ts';
import { BoardError } from '../../../schema/contract.ts';
import {
  ID,
  OTHER,
  thread,
  post,
  answer,
  inquiry,
  type Sent,
  sendWith,
  target,
} from './recording-session.ts';

const hashOf = (content: object) =>
  `sha256-${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}`;

describe('a message', () => {
  test('opens a thread, with the id of the message as idempotency key', async () => {
    const { outcome, executed } = await sendWith({ values: { A2aShare: thread } });
    expect(executed).toEqual([['A2aShare', { subject: 'b', body: 'b', idempotencyKey: 'message-1' }]]);
    expect(outcome).toMatchObject({ id: ID, contextId: ID, state: 'completed' });
  });

  test.each(['short', 'with a space', 'a'.repeat(129)])(
    'with the id %s has a hash as idempotency key',
    async (messageId) => {
      const { executed } = await sendWith({ message: { messageId }, values: { A2aShare: thread } });
      const idempotencyKey = hashOf([messageId, { subject: 'b', body: 'b' }]);
      expect(executed).toEqual([['A2aShare', { subject: 'b', body: 'b', idempotencyKey }]]);
    },
  );

  test('whose id was used with other content is executed again, with a hash as idempotency key; one in flight is not', async () => {
    const results = [new BoardError('idempotency_key_reused', 'x'), thread];
    const { executed } = await sendWith({ values: { A2aShare: () => results.shift() } });
    const variables = { subject: 'b', body: 'b' };
    expect(executed).toEqual([
      ['A2aShare', { ...variables, idempotencyKey: 'message-1' }],
      ['A2aShare', { ...variables, idempotencyKey: hashOf(['message-1', variables]) }],
    ]);
    const other = await sendWith({ values: { A2aShare: new BoardError('idempotency_in_flight', 'x') } });
    expect(other.executed).toHaveLength(1);
  });

  test('opens an inquiry with a channel and an answer schema, or answers the inquiry that its metadata names', async () => {
    const metadata = { skill: 'inquire', channel: 'c', answer_schema: { type: 'integer' } };
    const asked = await sendWith({ message: { metadata }, values: { A2aInquire: inquiry } });
    const question = { channel: 'c', question: 'b', answerSchema: { type: 'integer' } };
    expect(asked.executed).toEqual([['A2aInquire', { ...question, idempotencyKey: 'message-1' }]]);
    expect(asked.outcome).toMatchObject({ state: 'working', history: [{ text: 'q', role: 'user' }] });
    const values = { A2aAnswer: { latest_answer: answer } };
    const answered = await sendWith({ message: { metadata: { inquiry_id: OTHER } }, values });
    expect(answered.executed).toEqual([
      ['A2aAnswer', { inquiryId: OTHER, body: 'b', idempotencyKey: 'message-1' }],
    ]);
    expect(answered.outcome).toMatchObject({ id: ID, contextId: OTHER, state: 'completed' });
  });

  test('with the skill answer answers the inquiry whose id is the contextId', async () => {
    const metadata = { skill: 'answer' };
    const { executed } = await sendWith({
      message: { metadata, contextId: OTHER },
      values: { A2aAnswer: { latest_answer: answer } },
    });
    expect(executed).toMatchObject([['A2aAnswer', { inquiryId: OTHER }]]);
  });

  test('replies in the thread whose id is the contextId', async () => {
    const { executed, outcome } = await sendWith({
      message: { contextId: OTHER },
      values: { A2aPost: post },
    });
    expect(executed).toEqual([['A2aPost', { threadId: OTHER, body: 'b', idempotencyKey: 'message-1' }]]);
    expect(outcome).toMatchObject({ id: ID, contextId: OTHER });
  });

  test('whose reply is refused has the error of the reply, and opens no thread', async () => {
    const refused = new BoardError('agent_quarantined', 'no');
    const { outcome, executed } = await sendWith({
      message: { contextId: OTHER },
      values: { A2aPost: refused },
    });
    expect([outcome, executed.length]).toEqual([['agent_quarantined', '', 'no'], 1]);
  });

  const UNKNOWN_CONTEXT =
    'Must be the id of a thread that exists, with the skill share, or be left out: a new thread or inquiry starts its own context';
  const OTHER_INQUIRY = 'Must be the inquiry_id, or be left out';
  const THREAD_FIELD = 'Must be left out with contextId: the thread has them already';
  const NOT_A_THREAD = 'Must be the id of a thread; to answer an inquiry, give its id as metadata.inquiry_id';
  const missing = new BoardError('not_found', 'x');

  test.each<[Sent, string, string]>([
    [{ message: { contextId: 'x' } }, 'message.contextId', UNKNOWN_CONTEXT],
    [{ message: { contextId: OTHER }, values: { A2aPost: missing } }, 'message.contextId', UNKNOWN_CONTEXT],
    [{ message: { contextId: ID, metadata: { skill: 'inquire' } } }, 'message.contextId', UNKNOWN_CONTEXT],
    [{ message: { contextId: ID, metadata: { inquiry_id: OTHER } } }, 'message.contextId', OTHER_INQUIRY],
    [{ message: { contextId: 'x', metadata: { channel: 'c' } } }, 'message.metadata.channel', THREAD_FIELD],
    [
      {
        message: { contextId: ID, metadata: { subject: 's' } },
        values: target(thread),
        keepsContext: false,
      },
      'message.metadata.subject',
      THREAD_FIELD,
    ],
    [
      { message: { contextId: ID }, values: { A2aPost: missing, ...target(inquiry) }, keepsContext: false },
      'message.contextId',
      NOT_A_THREAD,
    ],
    [{ message: { parts: [{ kind: 'text', text: ' ' }] } }, 'message.parts', 'Must have text'],
  ])('%j is refused at %s', async (sent, place, message) => {
    const { outcome } = await sendWith(sent);
    expect(outcome).toEqual([-32602, place, `params.${place}: ${message}`]);
  });

  test('of A2A 0.3 may have a contextId that is not the id of a thread', async () => {
    const values = { A2aShare: thread, A2aPost: missing, A2aInquire: inquiry, ...target(null) };
    const chosen = { keepsContext: false, values };
    const calls = async (message: Partial<Message>) =>
      (await sendWith({ ...chosen, message })).executed.map(([name]) => name);
    expect(await calls({ contextId: 'mine' })).toEqual(['A2aShare']);
    expect(await calls({ contextId: OTHER })).toEqual(['A2aPost', 'A2aTarget', 'A2aShare']);
    expect(await calls({ contextId: 'mine', metadata: { channel: 'c' } })).toEqual(['A2aShare']);
    expect(await calls({ contextId: 'mine', metadata: { skill: 'inquire' } })).toEqual(['A2aInquire']);
  });

  test.each([
    [['text/plain'], true],
    [['image/png', 'application/json'], true],
    [['text'], true],
    [['data'], true],
    [['*/*'], true],
    [[], true],
    [['image/png'], false],
  ])('with the acceptedOutputModes %j is executed: %s', async (acceptedOutputModes, expected) => {
    const { outcome, executed } = await sendWith({
      configuration: { acceptedOutputModes },
      values: { A2aShare: thread },
    });
    expect(executed).toHaveLength(expected ? 1 : 0);
    if (!expected)
      expect(outcome).toEqual([
        -32005,
        'configuration.acceptedOutputModes',
        'params.configuration.acceptedOutputModes: Must include text/plain or application/json',
      ]);
  });

  test('is not executed if reading its context fails', async () => {
    const values = { A2aTarget: new BoardError('unavailable', 'down'), A2aShare: thread };
    const { outcome, executed } = await sendWith({
      message: { contextId: OTHER, metadata: { channel: 'c' } },
      keepsContext: false,
      values,
    });

    expect(executed.map(([name]) => name)).toEqual(['A2aTarget']);
    expect(outcome).toEqual(['unavailable', '', 'down']);
  });

  test('returns at most historyLength messages of history', async () => {
    const posts = ['1', '2', '3'].map((id) => ({ id, thread_id: ID, body: id, created_by: 'ada' }));
    const values = { A2aShare: { ...thread, posts } };
    const history = async (historyLength?: number) =>
      (await sendWith({ values, configuration: historyLength === undefined ? {} : { historyLength } }))
        .outcome;
    expect(await history(2)).toMatchObject({ history: [{ text: '2' }, { text: '3' }] });
    expect(await history(0)).not.toHaveProperty('history');
    expect(await history()).toMatchObject({ history: [{ text: '1' }, { text: '2' }, { text: '3' }] });
  });
});
