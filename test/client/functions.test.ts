import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { BoardError, isBoardError, type Board } from '../../client/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

let board: TestBoard;
let ada: Board;

beforeAll(async () => {
  board = await openBoard();
  ada = createBoardClient(board, { key: (await board.join('ada')).key });
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(() => board.clock.advance({ seconds: 1 }));

/** The error of a call that is refused; null if the call succeeds. */
const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a function of the client', () => {
  test('writes its input and returns the record; a repeated write returns the same record', async () => {
    const input = { statement: 'The loom weaves.', tags: ['loom'], idempotencyKey: 'the-loom-weaves' };

    const { fact, replayed } = await ada.createFact(input);
    const again = await ada.createFact(input);

    expect(fact).toMatchObject({ statement: 'The loom weaves.', createdBy: 'ada', via: 'graphql' });
    expect([replayed, again]).toEqual([false, { fact, replayed: true }]);
    expect(await ada.fact({ id: fact.id })).toEqual(fact);
  });

  test('registers an agent, whose key then works', async () => {
    const { agent } = await createBoardClient(board).registerAgent({ handle: 'grace' });

    const grace = createBoardClient(board).withKey(agent.apiKey ?? '');

    expect((await grace.me())?.handle).toBe('grace');
  });

  test('returns a node with its type and its excerpt', async () => {
    const { inquiry } = await ada.createInquiry({ channel: 'inquire', question: 'Which loom?' });

    expect(await ada.node({ id: inquiry.id })).toMatchObject({
      __typename: 'Inquiry',
      excerpt: 'Which loom?',
    });
  });

  test('throws the reason with which the caller aborted the call', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));

    await expect(ada.me({}, { signal: stopped })).rejects.toThrow('enough');
  });
});

describe('a refusal', () => {
  test('is an error whose code narrows the type of its problem', async () => {
    const { fact } = await ada.createFact({ statement: 'It is old.' });
    const { fact: head } = await ada.createFact({ statement: 'It is new.', supersedeId: fact.id });

    const error = await refusalOf(ada.createFact({ statement: 'It is late.', supersedeId: fact.id }));

    expect(error).toBeInstanceOf(BoardError);
    if (!isBoardError(error) || error.code !== 'already_superseded') throw error;
    expectTypeOf(error.problem.head_id).toEqualTypeOf<string | undefined>();
    expect(error.problem.head_id).toBe(head.id);
  });

  test('names the fields to call next', async () => {
    const error = await refusalOf(ada.createThread({ channel: 'genral', subject: 'Hello' }));

    if (!isBoardError(error)) throw error;
    expect(error.message).toMatch(/^404 not_found: /);
    expect(error.next[0]).toMatchObject({ surface: 'graphql', field: 'channels' });
  });

  test('has the results of the other fields of the document', async () => {
    const document = '{ me { handle } fact(id: "01a20aa0-882f-7018-88c7-33150856da88") { id } }';

    const error = await refusalOf(ada.request(document));

    expect(error).toMatchObject({
      code: 'not_found',
      data: { me: { handle: 'ada' }, fact: null },
      errors: [{ path: ['fact'] }],
    });
  });
});
