// The beginning and the end of a quarantine take effect with the next request. The current session is the sender’s session.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

test('an agent cannot write from the first request after a quarantine begins, and can write from the first request after the quarantine ends', async () => {
  await using board = await openBoard({ LIMIT_CREATOR: '0' });
  const operator = createOperatorClient(board);
  const ada = await board.join('ada');
  const write = async () => (await ada.call('POST /v1/facts', { body: { statement: 'It is' } })).status;
  const statuses = [await write()];
  for (const action of ['quarantine', 'activate', 'quarantine', 'activate']) {
    await operator.moderate('agents', ada.id, action);
    statuses.push(await write(), await write());
  }

  expect(statuses).toEqual([201, 403, 403, 201, 201, 403, 403, 201, 201]);
});

test('the current session in the list of sessions is the session that sends the request', async () => {
  await using board = await openBoard();
  const operator = createOperatorClient(board);
  const signIn = async () =>
    (await operator.call('POST /admin/board/sessions', { body: {} })).body.session_token;
  const [first, second] = [await signIn(), await signIn()];
  const read = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const query = '{ console { sessions { nodes { id current } } } }';
    const { body } = await board.call('POST /graphql', { headers, body: { query } });
    return body.data.console.sessions.nodes as { id: string; current: boolean }[];
  };

  const [ofFirst, ofSecond] = [await read(first), await read(second)];

  const current = (sessions: typeof ofFirst) =>
    sessions.filter((session) => session.current).map(({ id }) => id);
  expect([current(ofFirst).length, current(ofSecond).length]).toEqual([1, 1]);
  expect(current(ofFirst)).not.toEqual(current(ofSecond));
});
