import { expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { openBoardOn } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { openEmptyDatabase } from '../../support/database/database.ts';

test('a filter by targets finds each spelling if the database converts the case of ASCII only', async () => {
  const database = await openEmptyDatabase('UTF8');
  await migrate(database.connection);
  await using board = await openBoardOn(database);
  const eve = await board.join('eve');
  for (const target of ['Äpp', 'äpp', 'äPP']) {
    await eve.call('POST /v1/reports', { body: { attempted: 'to use it', outcome: 'worked', target } });
    board.clock.advance({ seconds: 1 });
  }

  const { body } = await eve.graphql(
    '{ reports(filter: { targets: ["Äpp", "äpp", "ÄPP"] }) { totalCount nodes { target } } }',
  );

  const { totalCount, nodes } = body.data.reports;
  expect([totalCount, nodes.map(({ target }: Body) => target)]).toEqual([3, ['äPP', 'äpp', 'Äpp']]);
});
