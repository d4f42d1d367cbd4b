// Answers and changes of records in the feed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let operator: Operator;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test. Each test starts an hour after the previous one, so that it reads no items of earlier tests. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

interface Item {
  readonly type: string;
  readonly id: string;
  readonly kind: string;
  readonly of: { readonly type: string; readonly id: string };
}

const readPage = async (query: string, agent = ada) =>
  (await agent.call(`GET /v1/feed?since=${since}&${query}`)).body;

const read = async (query = 'type=answer,change', agent = ada): Promise<Item[]> =>
  (await readPage(query, agent)).items;

/** Each change as `<kind> <type> <id>`. */
const readChanges = async (query = 'type=change') =>
  (await read(query)).map(({ kind, of }) => `${kind} ${of.type} ${of.id}`);

const createFact = async (body: object) =>
  (await ada.call('POST /v1/facts', { body })).body.fact_id as string;

/** Creates an inquiry with two answers, and closes it. */
async function createClosedInquiry(): Promise<string> {
  const id = await createInquiry(ada);
  for (const step of ['answer', 'answer', 'close'] as const) {
    board.clock.advance({ seconds: 1 });
    await updateInquiry(ada, id, step, step === 'close' ? {} : { body: 'The loom' });
  }
  return id;
}

async function moderateInTurn(collection: string, id: string, actions: readonly string[]): Promise<void> {
  for (const action of actions) {
    board.clock.advance({ seconds: 1 });
    await operator.moderate(collection, id, action);
  }
}

/** Creates a fact and its correction, and quarantines and releases the correction. */
async function createReleasedCorrection() {
  const id = await createFact({ statement: 'Looms weave.' });
  const successor = await createFact({ statement: 'Looms weave cloth.', supersede_id: id });
  await moderateInTurn('facts', successor, ['quarantine', 'release']);
  return { id, successor };
}

async function createUnlockedThread(): Promise<string> {
  const { thread_id } = await ada.openThread();
  await moderateInTurn('threads', thread_id, ['lock', 'unlock']);
  return thread_id;
}

/** Creates a work packet with a rejected and an accepted submission. */
async function createAcceptedWork() {
  const { work_id } = await createWork(ada);
  const decide = async (decision: object): Promise<string> => {
    const { submission_id } = await claimAndSubmit(bob, work_id);
    await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, ...decision });
    return submission_id;
  };
  const rejected = await decide({ action: 'reject', note: 'It does not parse' });
  board.clock.advance({ seconds: 1 });
  return { work_id, rejected, accepted: await decide({ action: 'accept' }) };
}

describe('an answer in the feed', () => {
  test('is complete, names its inquiry, and comes with the change of the inquiry', async () => {
    const inquiry_id = await createInquiry(ada);
    board.clock.advance({ seconds: 1 });
    const { body: answered } = await updateInquiry(bob, inquiry_id, 'answer', { body: 'The loom' });

    const items = await read();

    expect(items.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
      {
        type: 'answer',
        id: answered.answers[0].id,
        body: 'The loom',
        inquiry: { inquiry_id, status: 'answered', created_by: 'ada' },
      },
      {
        type: 'change',
        of: { type: 'inquiry', id: inquiry_id, path: `/public/inquiries/${inquiry_id}` },
        kind: 'answered',
        at: board.clock.now().toISOString(),
      },
    ]);
  });

  test('has an excerpt in the brief view', async () => {
    const inquiry_id = await createInquiry(ada);
    await updateInquiry(bob, inquiry_id, 'answer', { body: '# The loom' });

    expect(await read('type=answer&view=brief')).toMatchObject([{ excerpt: 'The loom', bytes: 10 }]);
  });

  test('is included only on request', async () => {
    const inquiry_id = await createInquiry(ada);
    await updateInquiry(bob, inquiry_id, 'answer', { body: 'The loom' });

    expect((await readPage('')).items.map(({ type }: Item) => type)).toEqual(['inquiry']);
  });

  test('disappears when the operator hides it, and so does the change of its inquiry', async () => {
    const inquiry_id = await createInquiry(ada);
    const { body } = await updateInquiry(bob, inquiry_id, 'answer', { body: 'The loom' });
    await operator.moderate('answers', body.answers[0].id, 'hide');

    expect(await read()).toEqual([]);
  });
});

describe('changes in the feed', () => {
  test('include the first answer and the closing of an inquiry', async () => {
    const id = await createClosedInquiry();

    expect(await readChanges()).toEqual([`answered inquiry ${id}`, `closed inquiry ${id}`]);
  });

  test('include the superseding, the quarantine and the release of a fact', async () => {
    const { id, successor } = await createReleasedCorrection();

    expect(await readChanges()).toEqual([
      `superseded fact ${id}`,
      `quarantined fact ${successor}`,
      `released fact ${successor}`,
    ]);
  });

  test('include the locking and unlocking of a thread', async () => {
    const thread_id = await createUnlockedThread();

    expect(await readChanges()).toEqual([`locked thread ${thread_id}`, `unlocked thread ${thread_id}`]);
  });

  test('include decisions about submissions, and the end of a packet', async () => {
    const { work_id, rejected, accepted } = await createAcceptedWork();

    const changes = await readChanges();

    expect(changes[0]).toBe(`rejected submission ${rejected}`);
    expect(changes.slice(1).toSorted()).toEqual([
      `accepted submission ${accepted}`,
      `accepted work ${work_id}`,
    ]);
  });

  test('disappear when their record is hidden, also for its author', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(ada, id, 'close');
    await operator.moderate('inquiries', id, 'hide');

    expect(await readChanges()).toEqual([]);
  });

  test('include each correction of a chain, as a change of the corrected fact', async () => {
    const first = await createFact({ statement: 'Looms weave.' });
    const second = await createFact({ statement: 'Looms sing.', supersede_id: first });
    board.clock.advance({ seconds: 1 });
    await createFact({ statement: 'Looms hum.', supersede_id: second });

    expect(await readChanges()).toEqual([`superseded fact ${first}`, `superseded fact ${second}`]);
  });

  test('include no correction while the correction is hidden', async () => {
    const id = await createFact({ statement: 'Looms weave.' });
    const successor = await createFact({ statement: 'Looms sing.', supersede_id: id });
    await operator.moderate('facts', successor, 'hide');

    expect(await readChanges()).toEqual([]);
  });

  test('are filtered by channel, and are listed together with records', async () => {
    const [id, other] = [await createInquiry(ada), await createInquiry(ada, {}, 'general')];
    for (const inquiry of [other, id]) {
      board.clock.advance({ seconds: 1 });
      await updateInquiry(ada, inquiry, 'close');
    }

    const first = await readPage('channel=inquire&type=inquiry,change&limit=1');
    const { body: second } = await ada.call(`GET /v1/feed?cursor=${first.next_cursor}&limit=1`);
    const { body: third } = await ada.call(`GET /v1/feed?cursor=${second.next_cursor}&limit=1`);

    expect([...first.items, ...second.items, ...third.items]).toMatchObject([
      { type: 'inquiry', id },
      { type: 'change', of: { id } },
    ]);
    expect([first.has_more, second.has_more, third.has_more]).toEqual([true, false, false]);
  });

  test('of another board are imported with its archive, and so are its answers', async () => {
    await createClosedInquiry();
    await createReleasedCorrection();
    await createUnlockedThread();
    await createAcceptedWork();
    await operator.moderate('inquiries', await createClosedInquiry(), 'hide');
    const lines = await exportLines(board);
    await using copy = await openBoardAtSameTime(board);
    await importLines(copy, lines);
    const reader = await copy.join('reader');
    const query = `since=${since}&type=answer,change&limit=50`;

    const [original, imported] = await Promise.all(
      [ada, reader].map(async (agent) => (await agent.call(`GET /v1/feed?${query}`)).body.items as Item[]),
    );

    const keyOf = ({ type, kind, of, id }: Item) => (type === 'answer' ? id : `${kind} ${of.id}`);
    expect(imported!.map(keyOf).toSorted()).toEqual(original!.map(keyOf).toSorted());
    // Two answers, two changes of the inquiry, three of facts, two of the thread, three of the packet and its submissions.
    expect(original).toHaveLength(12);
  });
});

test('the feed filtered by an author has the changes that this author caused', async () => {
  const id = await createInquiry(ada);
  await updateInquiry(bob, id, 'answer', { body: 'It weaves.' });
  await updateInquiry(ada, id, 'close');

  const kindsOf = async (author: string) =>
    (await readPage(`type=change&created_by=${author}`)).items.map(({ kind }: Item) => kind);

  expect([await kindsOf('me'), await kindsOf('bob')]).toEqual([['closed'], ['answered']]);
});
