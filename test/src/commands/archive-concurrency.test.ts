import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BoardWithEveryRecord,
  exportLines,
  importDuring,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  recordLines,
} from '../../support/records/archive.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { callWork, callWorkOrThrow, readWork } from '../../support/records/work.ts';

let source: BoardWithEveryRecord;
let lines: string[];

beforeAll(async () => {
  source = await openBoardWithEveryRecord();
  lines = await exportLines(source.board);
});

afterAll(() => source.board[Symbol.asyncDispose]());

const claimAll = async (agent: TestAgent) =>
  Promise.all(
    ['a', 'b', 'c'].map(async (scope) => {
      const { status, code } = await callWork('rest', agent, 'claim', { work_id: source.packet, scope });
      return `${status} ${code}`;
    }),
  );

test('nobody gets the work of an archive while it comes in, and then it is as the archive has it', async () => {
  await using board = await openBoardAtSameTime(source.board);
  const dan = await board.join('dan');
  const answers = new Set<string>();

  await importDuring(board, lines, async () => {
    for (const answer of await claimAll(dan)) answers.add(answer);
  });

  expect([...answers]).toEqual(['404 not_found', '409 state_conflict']);
  expect(await readWork(board, source.packet)).toMatchObject({
    status: 'open',
    scopes: [
      { name: 'a', state: 'accepted', claimable: false },
      { name: 'b', state: 'claimed', claim: { by: 'bob' }, claimable: false },
      { name: 'c', state: 'open' },
    ],
  });
  expect((await callWorkOrThrow(dan, 'claim', { work_id: source.packet, scope: 'c' })).fence).toBe(1);
});

test.each([3, 4])(
  'an import that ends in its reading %i is taken up, whoever wanted work meanwhile',
  async (last) => {
    await using board = await openBoardAtSameTime(source.board);
    const before = await exportLines(board);
    const broken = importDuring(board, lines, (reading) =>
      reading === last ? Promise.reject(new Error('stopped')) : Promise.resolve(),
    );
    await expect(broken).rejects.toThrow('stopped');
    const dan = await board.join('dan');

    const answers = await claimAll(dan);
    await importLines(board, lines);

    expect(answers).toEqual(Array(3).fill('409 state_conflict'));
    const mine = new Set(
      [...recordLines(before), ...(await exportLines(board))].filter((line) => line.includes('"dan"')),
    );
    const kept = recordLines(await exportLines(board)).filter((line) => !mine.has(line));
    expect(kept.slice(0, -1)).toEqual(recordLines(lines).slice(0, -1));
  },
);

test('a holder who is quarantined while an archive comes in loses the claim, and the packet goes on', async () => {
  await using board = await openBoardAtSameTime(source.board);
  const operator = createOperatorClient(board);

  await importDuring(board, lines, async (reading) => {
    if (reading === 4) await operator.moderate('agents', source.agents.bob.id, 'quarantine');
  });

  const dan = await board.join('dan');
  const { by, fence } = await callWorkOrThrow(dan, 'claim', { work_id: source.packet, scope: 'b' });
  expect([by, fence]).toEqual(['dan', 3]);
});

test('a packet that its creator closes while the archive of its own board comes back stays closed', async () => {
  const { agents, packet, ...eventful } = await openBoardWithEveryRecord();
  await using board = eventful.board;
  const own = await exportLines(board);

  await importDuring(board, own, async (reading) => {
    if (reading === 3) await callWorkOrThrow(agents.ada, 'dispose', { work_id: packet, action: 'close' });
  });

  expect((await readWork(board, packet)).status).toBe('closed');
});
