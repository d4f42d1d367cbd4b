import { describe, expect, test } from 'vitest';
import type { RpcError } from '../../../facades/a2a/errors.ts';
import { cancelTask, getTask } from '../../../facades/a2a/methods.ts';
import { BoardError } from '../../../schema/contract.ts';
import { ID, AT, thread, inquiry, openSession } from './recording-session.ts';

describe('a task', () => {
  test.each([
    [undefined, 50],
    [null, 50],
    [0, 1],
    [7, 7],
    [51, 50],
  ])('with the history length %j is read with at most %i messages', async (length, historyLength) => {
    const { session, executed } = openSession({ A2aTask: thread });
    await getTask(session, ID, length);
    expect(executed).toEqual([['A2aTask', { id: ID, historyLength }]]);
  });

  test('that does not exist is refused; for a malformed id no operation is executed', async () => {
    const { session, executed } = openSession({ A2aTask: {} });
    for (const id of [`${ID}0`, 'x'.repeat(101), ID])
      await expect(getTask(session, id)).rejects.toMatchObject({
        code: -32001,
        message: `There is no task ${id.slice(0, 100)}`,
      });
    expect(executed).toHaveLength(1);
  });

  test('is canceled only if it is an open inquiry of the caller', async () => {
    const closed = { ...inquiry, status: 'closed', closed_at: '2026-01-03T00:00:00.000Z' };
    const { session, executed } = openSession({ A2aTask: { ...inquiry, version: 3 }, A2aCancel: closed });
    expect((await cancelTask(session, ID)).task).toMatchObject({
      state: 'canceled',
      timestamp: closed.closed_at,
    });
    expect(executed).toEqual([
      ['A2aTask', { id: ID, historyLength: 1 }],
      ['A2aCancel', { inquiryId: ID, version: 3 }],
    ]);
    const onlyOpen = 'only an open inquiry can be canceled, by its author';
    const refused = async (values: object) => {
      const error: unknown = await cancelTask(openSession(values as never).session, ID).catch(
        (caught: unknown) => caught,
      );
      const { code, message, refusal } = error as RpcError;
      return [code, message, refusal.members['current_state']];
    };
    const canNot = `Task ${ID} cannot be canceled:`;
    expect(await refused({ A2aTask: thread })).toEqual([-32002, `${canNot} ${onlyOpen}`, 'completed']);
    expect(await refused({ A2aTask: closed })).toEqual([
      -32002,
      `${canNot} it is already canceled`,
      'canceled',
    ]);
    expect(await refused({ A2aTask: { ...inquiry, first_answered_at: AT } })).toEqual([
      -32002,
      `${canNot} it already has an answer`,
      'completed',
    ]);
    const notOwner = new BoardError('not_owner', 'not yours');
    expect(await refused({ A2aTask: inquiry, A2aCancel: notOwner })).toEqual([
      -32002,
      'not yours',
      undefined,
    ]);
  });

  test('that changes during each attempt to cancel it is read three times, and the error is thrown', async () => {
    const changed = new BoardError('precondition_failed', 'changed');
    const { session, executed } = openSession({ A2aTask: inquiry, A2aCancel: changed });

    await expect(cancelTask(session, ID)).rejects.toBe(changed);
    expect(executed.filter(([name]) => name === 'A2aTask')).toHaveLength(3);
  });
});
