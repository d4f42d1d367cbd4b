// The excerpt of a `decision`: the creator's note, or else the text of the record.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { readInboxPage } from '../../support/records/inbox.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

test('the excerpt of a closing is the note of the creator, or the statement of the packet if there is no note', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const close = async (note: object) => {
    const { work_id } = await createWork(ada, { statement: 'Weave a scarf' });
    await claimAndSubmit(bob, work_id);
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'close', ...note });
    board.clock.advance({ seconds: 1 });
  };
  await close({ note: 'The loom is broken' });
  await close({});

  const { items } = await readInboxPage(bob, 'kind=decision');

  const decisions = (items as Body[]).map(({ event, record, excerpt }) => [event, record.type, excerpt]);
  expect(decisions.filter(([event]) => event === 'closed')).toEqual([
    ['closed', 'work', 'The loom is broken'],
    ['closed', 'work', 'Weave a scarf'],
  ]);
});
