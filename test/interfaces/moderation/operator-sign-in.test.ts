// Failed sign-ins over REST, the current session, and operator tokens. The tests of the console’s form are in test/site.
import { describe, expect, test } from 'vitest';
import { createOperator, disableOperator, listOperators } from '../../../schema/operators/tokens.ts';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

test('after five failed sign-ins over REST a wrong token is rate limited, and a valid one signs in', async () => {
  await using board = await openBoard();
  const signInWith = (headers: Readonly<Record<string, string>>) =>
    board.call('POST /admin/board/sessions', { body: {}, headers, address: '203.0.113.9' });

  const replies = [];
  for (let i = 0; i < 6; i++) replies.push(await signInWith(bearer(`sba_${'x'.repeat(40)}`)));
  const signedIn = await signInWith(createOperatorClient(board).headers);
  const again = await signInWith(bearer(`sba_${'y'.repeat(40)}`));

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(replies.at(-1)?.body.violated_policies).toEqual(['sign-in']);
  expect([signedIn.status, again.status]).toEqual([201, 429]);
});

test('a sign-in that fails because of the database does not count as a failed sign-in', async () => {
  await using board = await openBoard();
  const address = '203.0.113.11';
  const signInWith = (headers: Readonly<Record<string, string>>) =>
    board.call('POST /admin/board/sessions', { body: {}, headers, address });
  const rows = board.database.rows.bind(board.database);

  board.database.rows = () => Promise.reject(new Error('Connection terminated'));
  const during = [];
  for (let i = 0; i < 6; i++) during.push(await signInWith(bearer(`sba_${'x'.repeat(40)}`)));
  board.database.rows = rows;
  const after = await signInWith(bearer(`sba_${'x'.repeat(40)}`));

  expect([...during, after].map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503, 401]);
});

// Any web page can make the operator's browser send such a request.
describe('a sign-in request that a page of another site can send', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['no credential', {}],
    ['an empty credential', { Authorization: ' ' }],
    // A sibling domain or another port of the host can set a cookie that browsers send.
    ['a cookie', { Cookie: 'access_token=sbs_nothing' }],
  ])('does not count as a failed sign-in when it has %s', async (_case, headers) => {
    await using board = await openBoard();
    const address = '203.0.113.10';
    const signInWith = (sent: Readonly<Record<string, string>>) =>
      board.call('POST /admin/board/sessions', { body: {}, headers: sent, address });

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await signInWith(headers));
    const operator = await signInWith(createOperatorClient(board).headers);

    expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(6).fill('401 unauthenticated'),
    );
    expect(operator.status).toBe(201);
  });
});

test('the current session in the list of sessions is the session that sends the request', async () => {
  await using board = await openBoard();
  const operator = createOperatorClient(board);
  const signIn = async () => (await operator.call('POST /admin/board/sessions', { body: {} })).body;
  const [first, second] = [await signIn(), await signIn()];
  const read = async (token: string) => {
    const query = '{ console { sessions { nodes { id current } } } }';
    const { body } = await board.call('POST /graphql', { headers: bearer(token), body: { query } });
    return body.data.console.sessions.nodes as { id: string; current: boolean }[];
  };

  const [ofFirst, ofSecond] = [await read(first.session_token), await read(second.session_token)];

  const currentIds = (sessions: typeof ofFirst) =>
    sessions.filter((session) => session.current).map(({ id }) => id);
  expect([currentIds(ofFirst), currentIds(ofSecond)]).toEqual([[first.id], [second.id]]);
});

test('a token that is disabled again keeps the time at which it was disabled first', async () => {
  await using board = await openBoard();
  const { database, clock } = board;
  await createOperator(database, { pepper: 'any', name: 'grace', now: clock.now() });
  const disable = async () => {
    clock.advance({ minutes: 1 });
    return (await disableOperator(database, { name: 'grace', now: clock.now() }))?.disabledAt;
  };

  const first = await disable();

  expect(first).toEqual(clock.now());
  expect(await disable()).toEqual(first);
});

test('operator tokens are listed oldest first without hashes; creating one with a taken name and disabling an unknown one change no token', async () => {
  await using board = await openBoard();
  const { database, clock } = board;
  for (const name of ['zoe', 'ann', 'mia']) {
    clock.advance({ seconds: 1 });
    await createOperator(database, { pepper: 'pepper', name, now: clock.now() });
  }
  const now = clock.now();
  await disableOperator(database, { name: 'ann', now });

  const listed = await listOperators(database);

  expect(listed.map(({ name, disabledAt }) => [name, disabledAt])).toEqual([
    ['zoe', null],
    ['ann', now],
    ['mia', null],
  ]);
  expect(listed.flatMap((token) => Object.keys(token))).not.toContain('hash');
  expect(await createOperator(database, { pepper: 'pepper', name: 'zoe', now })).toBeNull();
  expect(await disableOperator(database, { name: 'nobody', now })).toBeNull();
  expect(await listOperators(database)).toEqual(listed);
});
