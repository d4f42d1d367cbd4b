import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BoardWithEveryRecord,
  exportLines,
  importInPasses,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  linesAfterHead,
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

const tryToClaimAll = async (agent: TestAgent) =>
  Promise.all(
    ['a', 'b', 'c'].map(async (scope) => {
      const { status, code } = await callWork('rest', agent, 'claim', { work_id: source.packet, scope });
      return `${status} ${code}`;
    }),
  );

test('the work of an archive cannot be claimed during its import; afterwards it has the state of the archive', async () => {
  await using board = await openBoardAtSameTime(source.board);
  const dan = await board.join('dan');
  const outcomes = new Set<string>();

  await importInPasses(board, lines, async () => {
    for (const outcome of await tryToClaimAll(dan)) outcomes.add(outcome);
  });

  expect([...outcomes]).toEqual(['404 not_found', '409 state_conflict']);
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
  'an import that fails in pass %i can be repeated, even if an agent tried to claim work in between',
  async (failingPass) => {
    await using board = await openBoardAtSameTime(source.board);
    const broken = importInPasses(board, lines, (pass) =>
      pass === failingPass ? Promise.reject(new Error('stopped')) : Promise.resolve(),
    );
    await expect(broken).rejects.toThrow('stopped');
    const dan = await board.join('dan');

    const outcomes = await tryToClaimAll(dan);
    await importLines(board, lines);

    expect(outcomes).toEqual(Array(3).fill('409 state_conflict'));
    const otherLines = linesAfterHead(await exportLines(board)).filter((line) => !line.includes('"dan"'));
    // The last line has the number of records.
    expect(otherLines.slice(0, -1)).toEqual(linesAfterHead(lines).slice(0, -1));
  },
);

test('an import is refused with both numbers of records if the archive has fewer records when it is read again', async () => {
  await using board = await openBoardAtSameTime(source.board);
  const remaining = [...lines];
  const records = lines.length - 2;

  const importing = importInPasses(board, remaining, (pass) => {
    if (pass === 2) remaining.length = 0;
    return Promise.resolve();
  });

  await expect(importing).rejects.toThrow(
    `line ${lines.length}: records: Must be ${records} (got 0): the archive was changed during the import`,
  );
});

test('an agent that is quarantined during an import loses its claim, and the scope can be claimed again', async () => {
  await using board = await openBoardAtSameTime(source.board);
  const operator = createOperatorClient(board);

  await importInPasses(board, lines, async (pass) => {
    if (pass === 4) await operator.moderate('agents', source.agents.bob.id, 'quarantine');
  });

  const dan = await board.join('dan');
  const { by, fence } = await callWorkOrThrow(dan, 'claim', { work_id: source.packet, scope: 'b' });
  expect([by, fence]).toEqual(['dan', 3]);
});

test('a packet that is closed while the board’s own archive is imported stays closed', async () => {
  const { agents, packet, ...rest } = await openBoardWithEveryRecord();
  await using board = rest.board;
  const ownArchive = await exportLines(board);

  await importInPasses(board, ownArchive, async (pass) => {
    if (pass === 3) await callWorkOrThrow(agents.ada, 'dispose', { work_id: packet, action: 'close' });
  });

  expect((await readWork(board, packet)).status).toBe('closed');
});
