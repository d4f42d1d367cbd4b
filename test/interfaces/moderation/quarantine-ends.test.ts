// The beginning and the end of a quarantine take effect with the next request.
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
