// Idempotency keys of operators.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../../schema/operators/tokens.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { readAudit } from '../../support/board/operator.ts';

const PEPPER = 'a pepper for tests that is long enough';

let board: TestBoard;
let alice: string;
let bob: string;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0', KEY_PEPPER: PEPPER });
  [alice, bob] = [await createToken('alice'), await createToken('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

async function createToken(name: string): Promise<string> {
  return (await createOperator(board.database, { pepper: PEPPER, name, now: board.clock.now() })) ?? '';
}

const send = (request: string, token: string, key: string, body: object = {}) =>
  board.call(request, { body, headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': key } });

const signIn = (token: string, key: string) => send('POST /admin/board/sessions', token, key);

describe('an idempotency key of an operator', () => {
  test('is scoped to the operator: the same key of another operator creates a new session', async () => {
    const [first, again, other] = [
      await signIn(alice, 'sign-in-0001'),
      await signIn(alice, 'sign-in-0001'),
      await signIn(bob, 'sign-in-0001'),
    ];

    expect([again.body.session_token, again.headers.get('idempotency-replayed')]).toEqual([
      first.body.session_token,
      'true',
    ]);
    expect([other.status, other.body.operator, other.headers.get('idempotency-replayed')]).toEqual([
      201,
      'bob',
      null,
    ]);
    expect(other.body.session_token).not.toBe(first.body.session_token);
  });

  test('does not replay the action of another operator', async () => {
    const { id } = await board.join('replayed');
    const path = `POST /admin/board/agents/${id}`;
    await send(`${path}/quarantine`, alice, 'quarantine-01', { note: 'x' });
    await send(`${path}/activate`, alice, 'activate-0001', { note: 'x' });

    const byBob = await send(`${path}/quarantine`, bob, 'quarantine-01', { note: 'x' });

    expect([byBob.body.status, byBob.headers.get('idempotency-replayed')]).toEqual(['quarantined', null]);
    expect(await readAudit(board, id)).toHaveLength(3);
  });

  test('does not replay a sign-in to a caller that sends the session token of this sign-in', async () => {
    const { body } = await signIn(alice, 'sign-in-0002');

    const replayed = await signIn(body.session_token, 'sign-in-0002');

    expect([replayed.status, replayed.body.session_token]).toEqual([403, undefined]);
  });
});
