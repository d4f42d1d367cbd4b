// Lists of open packets while many packets are due whose expiration is not stored yet.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { Explainer } from '../support/database/explain.ts';
import { recordStatements } from '../support/database/record-statements.ts';
import { createWork } from '../support/records/work.ts';

const DUE_PACKETS = 5000;

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await createWork(ada, { statement: 'still open', channel: 'general' });
  await board.database.rows(sql`
    insert into work_packets (id, statement, acceptance, channel_slug, claim_ttl_seconds, review_ttl_seconds,
      min_independent_reviews, expires_at, changed_at, created_by, via, created_at)
    select gen_random_uuid(), 'due', '[{"id": "woven", "text": "is woven"}]', 'general', 300, 300, 0,
      ${board.clock.now()}::timestamptz + interval '1 second', ${board.clock.now()}, 'ada', 'rest',
      ${board.clock.now()}::timestamptz + i * interval '1 microsecond'
    from generate_series(1, ${DUE_PACKETS}::int) i`);
  await board.database.rows(sql`analyze work_packets`);
  board.clock.advance({ seconds: 2 });
});
afterAll(() => board[Symbol.asyncDispose]());

test.each(['/v1/work', '/v1/work?channel=general'])(
  '%s leaves out due packets by its index',
  async (path) => {
    await using explainer = await Explainer.open(board.database.connection);

    const { sent, value } = await recordStatements(board.database, () => ada.call(`GET ${path}`));

    expect(value.body.map(({ statement }: { statement: string }) => statement)).toEqual(['still open']);
    for (const statement of sent.filter(({ text }) => text.includes('work_packets')))
      for (const plan of ['custom', 'generic'] as const) {
        const { maxRowsRead, buffers } = await explainer.explain(statement, plan);
        expect(maxRowsRead).toBeLessThan(10);
        expect(buffers).toBeLessThan(DUE_PACKETS / 50);
      }
  },
);
