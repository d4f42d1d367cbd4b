// Hidden submissions: a pending one lapses, so that its scope can be claimed again; the links to them, and their repair notes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import {
  callWork,
  claimAndSubmit,
  createWork,
  callWorkOrThrow,
  readEvents,
  readWork,
} from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

async function submitSpam() {
  const { work_id } = await createWork(ada);
  const { submission_id, claim_id } = await claimAndSubmit(eve, work_id);
  return { work_id, submission_id, claim_id };
}

const kindsOf = async (work_id: string): Promise<string[]> =>
  (await readEvents(board, work_id)).map(({ kind }) => kind);

test('a hidden pending submission lapses, and its scope is open at once', async () => {
  const { work_id, submission_id, claim_id } = await submitSpam();

  const hidden = await operator.moderate('submissions', submission_id, 'hide', { reason: 'spam' });
  const packet = await readWork(board, work_id);
  const claimed = await callWork('rest', bob, 'claim', { work_id, scope: 'main' });

  expect([hidden.status, hidden.body.status]).toEqual([200, 'lapsed']);
  expect(packet.scopes[0]).toMatchObject({ state: 'open', submission_id: null, claimable_reason: 'open' });
  expect(claimed.code).toBeNull();
  const events = await readEvents(board, work_id);
  expect(events.map(({ kind }) => kind)).toEqual([
    'packet.created',
    'claim.granted',
    'submission.created',
    'submission.lapsed',
    'claim.granted',
  ]);
  expect(events[3]).toMatchObject({ actor: null, scope: 'main', claim_id, submission_id: null, data: {} });
});

test('a hidden pending submission is still lapsed when it is unhidden, and its last event then has the reason', async () => {
  const { work_id, submission_id } = await submitSpam();
  await operator.moderate('submissions', submission_id, 'hide');

  const shown = await operator.moderate('submissions', submission_id, 'unhide');
  const decided = await callWork('rest', ada, 'dispose', { work_id, submission_id, action: 'accept' });

  expect([shown.body.status, shown.body.hidden_at]).toEqual(['lapsed', null]);
  expect([decided.code, decided.problem.current_state]).toEqual(['state_conflict', 'lapsed']);
  expect((await readEvents(board, work_id)).at(-1)).toMatchObject({
    submission_id,
    data: { reason: 'hidden' },
  });
});

test('hiding a submission that is hidden or decided writes no event', async () => {
  const { work_id, submission_id } = await submitSpam();
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'no' });
  const { submission_id: second } = await claimAndSubmit(bob, work_id);
  const before = await kindsOf(work_id);

  await operator.moderate('submissions', submission_id, 'hide');
  const afterDecided = await kindsOf(work_id);
  await operator.moderate('submissions', second, 'hide');
  await operator.moderate('submissions', second, 'hide');

  expect(afterDecided).toEqual(before);
  expect(await kindsOf(work_id)).toEqual([...before, 'submission.lapsed']);
});

test.each(['accept', 'reject', 'repair'])(
  'hiding a submission and the disposition %s at the same time have one outcome, and the history has no gaps',
  async (action) => {
    // Six attempts, because either commit may come first.
    for (let i = 0; i < 6; i++) {
      const { work_id, submission_id } = await submitSpam();

      const [hidden, decided] = await Promise.all([
        operator.moderate('submissions', submission_id, 'hide'),
        callWork('rest', ada, 'dispose', { work_id, submission_id, action, note: 'because' }),
      ]);

      const events = await readEvents(board, work_id);
      const outcomes = events.filter(({ kind }) => /lapsed|disposition/.test(kind));
      expect(hidden.status).toBe(200);
      expect([null, 'not_found']).toContain(decided.code);
      expect(outcomes.map(({ kind }) => kind === 'submission.lapsed')).toEqual([decided.code !== null]);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    }
  },
);

test('a hidden submission is linked by all its events for operators, by the event of its creation for its author, and by none for other agents', async () => {
  const { work_id, submission_id } = await submitSpam();
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'reject', note: 'no' });
  await operator.moderate('submissions', submission_id, 'hide');
  const linkedFor = async (reader: Pick<Operator, 'graphql'>): Promise<string[]> => {
    const query = `{ workHistory(workId: "${work_id}") { nodes { kind submission { id } } } }`;
    const events: Body[] = (await reader.graphql(query)).body.data.workHistory.nodes;
    return events.filter(({ submission }) => submission !== null).map(({ kind }) => kind);
  };

  expect(await linkedFor(eve)).toEqual(['submission_created']);
  expect([await linkedFor(ada), await linkedFor(bob)]).toEqual([[], []]);
  expect(await linkedFor(operator)).toEqual(['submission_created', 'disposition_rejected']);
});

test('the repair note of a scope stays if a submission to another scope with the same note is hidden', async () => {
  const { work_id } = await createWork(ada, { scopes: ['a', 'b'] });
  const submissions: string[] = [];
  for (const scope of ['a', 'b']) {
    const { submission_id } = await claimAndSubmit(bob, work_id, scope);
    submissions.push(submission_id);
    await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'add tests' });
  }

  await operator.moderate('submissions', submissions[0]!, 'hide');

  const { scopes } = await readWork(board, work_id);
  expect(scopes.map((scope: Body) => [scope.name, scope.repair_note])).toEqual([
    ['a', null],
    ['b', 'add tests'],
  ]);
});

test('the repair note of a scope is hidden with the submission that it is about, and with no other; the packet’s creator still sees it', async () => {
  const { work_id } = await createWork(ada);
  const submissions: string[] = [];
  for (const note of ['first note', 'second note']) {
    const { submission_id } = await claimAndSubmit(bob, work_id);
    submissions.push(submission_id);
    await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note });
  }
  const notesAfter = async (submission: string, action: string) => {
    await operator.moderate('submissions', submission, action);
    const packets = [
      await readWork(board, work_id),
      (await bob.call(`GET /v1/work/${work_id}`)).body,
      (await ada.call(`GET /v1/work/${work_id}`)).body,
    ];
    return packets.map(({ scopes }) => scopes[0].repair_note);
  };

  // The last reader still sees the note: it is the creator of the packet, who wrote it.
  const [shown, hidden] = [Array(3).fill('second note'), [null, null, 'second note']];
  expect([
    await notesAfter(submissions[0]!, 'hide'),
    await notesAfter(submissions[1]!, 'hide'),
    await notesAfter(submissions[1]!, 'unhide'),
  ]).toEqual([shown, hidden, shown]);
});
