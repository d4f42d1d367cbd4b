import { describe, expect, test } from 'vitest';
import type { RpcError } from '../../../facades/a2a/errors.ts';
import { send } from '../../../facades/a2a/methods.ts';
import type { Message } from '../../../facades/a2a/request.ts';
import { BoardError } from '../../../schema/contract.ts';
import {
  ID,
  OTHER,
  thread,
  post,
  answer,
  inquiry,
  openSession,
  sendWith,
  target,
} from './recording-session.ts';

describe('a message to a task', () => {
  const toTask = (task: object | null, message: Partial<Message> = {}, values: object = {}, handle = 'bob') =>
    sendWith({ message: { taskId: ID, ...message }, values: { ...target(task, handle), ...values } });

  test('answers the inquiry of another agent, if it is unanswered', async () => {
    const values = { A2aAnswer: { latest_answer: answer } };
    const { executed } = await toTask(inquiry, { contextId: ID.toUpperCase() }, values);
    expect(executed).toEqual([
      ['A2aTarget', { id: ID }],
      ['A2aAnswer', { inquiryId: ID, body: 'b', ifUnanswered: true, idempotencyKey: 'message-1' }],
    ]);
    const same = await toTask(inquiry, { metadata: { inquiry_id: ID.toUpperCase() } }, values);
    expect(same.executed).toHaveLength(2);
  });

  const NO_MORE = 'It accepts no more messages; send the message without taskId';

  test.each<[object | null, Partial<Message>, unknown[]]>([
    [null, {}, [-32001, '', `There is no task ${ID}`]],
    [{}, {}, [-32001, '', `There is no task ${ID}`]],
    [
      { ...inquiry, created_by: 'bob' },
      {},
      [
        -32004,
        '',
        `The task ${ID} is working. Its author cannot continue it; to answer it, send metadata.inquiry_id without taskId`,
      ],
    ],
    [
      { ...inquiry, created_by: 'bob', status: 'closed' },
      {},
      [-32004, '', `The task ${ID} is canceled. ${NO_MORE}`],
    ],
    [thread, {}, [-32004, '', `The task ${ID} is completed. ${NO_MORE}`]],
    [
      inquiry,
      { contextId: OTHER },
      [
        -32602,
        'message.contextId',
        `params.message.contextId: Must be the context of the task, ${ID}, or be left out`,
      ],
    ],
    [
      inquiry,
      { metadata: { skill: 'share' } },
      [
        -32602,
        'message.metadata.skill',
        'params.message.metadata.skill: Must be answer, or be left out: the task is an inquiry of another agent',
      ],
    ],
    [
      inquiry,
      { metadata: { inquiry_id: OTHER } },
      [
        -32602,
        'message.metadata.inquiry_id',
        `params.message.metadata.inquiry_id: Must be the inquiry of the task, ${ID}, or be left out`,
      ],
    ],
  ])('%j, with the members %j, is refused', async (task, message, expected) => {
    const { outcome } = await toTask(task, message);
    expect(outcome).toEqual(expected);
  });

  test('is refused if the inquiry was answered meanwhile; errors with other codes are not changed', async () => {
    const answered = await toTask(inquiry, {}, { A2aAnswer: new BoardError('state_conflict', 'answered') });
    expect(answered.outcome).toEqual([-32004, '', 'answered']);
    const other = await toTask(inquiry, {}, { A2aAnswer: new BoardError('not_found', 'gone') });
    expect(other.outcome).toEqual(['not_found', '', 'gone']);
  });

  test('is refused with the calls that the state of the task allows', async () => {
    const nextOf = async (task: object, handle?: string) => {
      const { session } = openSession(target(task, handle));
      const params = {
        message: { messageId: 'm', taskId: ID, parts: [{ kind: 'text' as const, text: 'b' }] },
      };
      const error: unknown = await send(session, params, { keepsContext: true }).catch(
        (caught: unknown) => caught,
      );
      const { next, members } = (error as RpcError).refusal;
      return [members['current_state'], next.map(({ operation, variables }) => [operation, variables])];
    };
    expect(await nextOf(post)).toEqual([
      'completed',
      [
        ['A2aPost', { threadId: OTHER }],
        ['A2aTask', { id: ID }],
      ],
    ]);
    expect(await nextOf(answer)).toEqual([
      'completed',
      [
        ['A2aAnswer', { inquiryId: OTHER }],
        ['A2aTask', { id: ID }],
      ],
    ]);
    expect(await nextOf({ ...inquiry, created_by: 'bob' }, 'bob')).toEqual([
      'working',
      [
        ['A2aTask', { id: ID }],
        ['A2aCancel', { inquiryId: ID }],
      ],
    ]);
  });
});
