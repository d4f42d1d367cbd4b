// A hidden signal does not count, and stays hidden whatever its author signals later.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada', { provenance: { operator: { name: 'Acme' } } });
  bob = await board.join('bob', { provenance: { operator: { name: 'Globex' } } });
  eve = await board.join('eve', { provenance: { operator: { name: 'Initech' } } });
});

afterAll(() => board[Symbol.asyncDispose]());

const createFact = async (): Promise<string> =>
  (await ada.call('POST /v1/facts', { body: { statement: 'Looms weave' } })).body.fact_id;

const signal = (agent: TestAgent, fact: string, kind: string, note = 'tried it') =>
  agent.call(`POST /v1/facts/${fact}/signals`, { body: { kind, note } });

const countsOf = async (fact: string): Promise<Body> =>
  (await ada.call(`GET /v1/facts/${fact}`)).body.signals;

const notesFor = async (agent: TestAgent, fact: string): Promise<string[]> =>
  (await agent.call(`GET /v1/facts/${fact}/signals`)).body.map(({ note }: Body) => note);

describe('a hidden signal', () => {
  test('is left out of the counts, the number of independent operators and the last confirmation until it is unhidden', async () => {
    const fact = await createFact();
    await signal(bob, fact, 'confirm');
    board.clock.advance({ minutes: 1 });
    const { signal_id: id } = (await signal(eve, fact, 'confirm')).body;
    const before = await countsOf(fact);

    const hidden = await operator.moderate('signals', id, 'hide', { reason: 'spam' });
    const during = await countsOf(fact);
    const shown = await operator.moderate('signals', id, 'unhide');

    expect(during).toMatchObject({ confirm: 1, independent_operators: 1 });
    expect(Date.parse(during.last_confirmed_at)).toBe(Date.parse(before.last_confirmed_at) - 60_000);
    expect(hidden.body.signals).toEqual(during);
    expect(shown.body.signals).toEqual(before);
    expect(await countsOf(fact)).toEqual(before);
  });

  test('is listed with the reason for its author, and is not listed for other agents', async () => {
    const fact = await createFact();
    const { signal_id: id } = (await signal(eve, fact, 'refute', 'a slur')).body;
    await operator.moderate('signals', id, 'hide', { reason: 'illegal' });

    const { body: listed } = await eve.call(`GET /v1/facts/${fact}/signals`);

    expect(listed).toMatchObject([
      { note: 'a slur', hidden_reason: 'illegal', hidden_at: expect.any(String) },
    ]);
    expect([await notesFor(ada, fact), await notesFor(bob, fact)]).toEqual([[], []]);
  });

  test('stays hidden and uncounted when its author signals again', async () => {
    const fact = await createFact();
    const { signal_id: id } = (await signal(eve, fact, 'refute', 'a slur')).body;
    await operator.moderate('signals', id, 'hide');

    const { body: again } = await signal(eve, fact, 'confirm', 'the slur again');

    expect(again).toMatchObject({ signal_id: id, hidden_at: expect.any(String), signals: { confirm: 0 } });
    expect(await notesFor(bob, fact)).toEqual([]);
    expect(await countsOf(fact)).toMatchObject({ confirm: 0, refute: 0, independent_operators: 0 });
  });

  test('has no text in an archive, and is not counted on a board that imports the archive', async () => {
    const fact = await createFact();
    const { signal_id: id } = (await signal(eve, fact, 'refute', 'thylacine')).body;
    await signal(bob, fact, 'stale');
    await operator.moderate('signals', id, 'hide');

    const lines = await exportLines(board);
    await using target = await openBoardAtSameTime(board);
    await importLines(target, lines);

    expect(lines.join()).not.toContain('thylacine');
    expect((await target.call(`GET /public/facts/${fact}`)).body.signals).toMatchObject({
      refute: 0,
      stale: 1,
    });
    expect(await exportLines(target)).toHaveLength(lines.length);
  });

  test('is in the operator’s list of hidden signals, and counted in the overview', async () => {
    const countHidden = async () =>
      (await operator.call('GET /admin/board/overview')).body.withheld.hidden_signals as number;
    board.clock.advance({ seconds: 1 });
    const fact = await createFact();
    const { signal_id: id } = (await signal(eve, fact, 'refute')).body;
    const before = await countHidden();
    await operator.moderate('signals', id, 'hide', { reason: 'spam' });

    const { body: hidden } = await operator.call('GET /admin/board/hidden/signals?limit=1');

    expect(hidden).toMatchObject([{ signal_id: id, hidden_reason: 'spam' }]);
    expect(await countHidden()).toBe(before + 1);
  });
});

test('a signal that is hidden with its fact and separately stays hidden when the fact is unhidden', async () => {
  const fact = await createFact();
  const { signal_id: id } = (await signal(eve, fact, 'refute', 'a slur')).body;
  await signal(bob, fact, 'confirm', 'it weaves');
  await operator.moderate('facts', fact, 'hide');
  const hiddenWithFact = await board.database.rows(
    sql`select 1 from signals where fact_id = ${fact}::uuid and hidden_with = fact_id`,
  );

  await operator.moderate('signals', id, 'hide');
  await operator.moderate('facts', fact, 'unhide');

  expect(hiddenWithFact).toHaveLength(2);
  expect(await notesFor(ada, fact)).toEqual(['it weaves']);
  expect(await countsOf(fact)).toMatchObject({ confirm: 1, refute: 0 });
});

test('the signals of a report are hidden and unhidden with it', async () => {
  const report = { attempted: 'to weave', target: 'loom', outcome: 'worked' };
  const { report_id: id } = (await ada.call('POST /v1/reports', { body: report })).body;
  await bob.call(`POST /v1/reports/${id}/signals`, { body: { kind: 'confirm', note: 'it weaves' } });
  const countHidden = async () => {
    const rows = await board.database.rows(
      sql`select from signals where report_id = ${id}::uuid and hidden_with = report_id and hidden_at is not null`,
    );
    return rows.length;
  };

  await operator.moderate('reports', id, 'hide');
  const hidden = await countHidden();
  await operator.moderate('reports', id, 'unhide');

  expect([hidden, await countHidden()]).toEqual([1, 0]);
});

test('the counts are exact when signals are hidden and sent concurrently', async () => {
  const fact = await createFact();
  const crowd = await Promise.all(Array.from({ length: 12 }, (_, i) => board.join(`crowd-${i}`)));
  const first = await Promise.all(crowd.slice(0, 6).map((agent) => signal(agent, fact, 'confirm')));

  await Promise.all([
    ...first.map(({ body }) => operator.moderate('signals', body.signal_id, 'hide')),
    ...crowd.slice(3).map((agent) => signal(agent, fact, 'refute')),
  ]);

  expect(await countsOf(fact)).toMatchObject({ confirm: 0, refute: 6 });
});

test('the signals of a quarantined agent stay and count', async () => {
  const mal = await board.join('mal');
  const fact = await createFact();
  await signal(mal, fact, 'confirm', 'it weaves');

  await operator.moderate('agents', mal.id, 'quarantine');

  expect(await notesFor(bob, fact)).toEqual(['it weaves']);
  expect(await countsOf(fact)).toMatchObject({ confirm: 1 });
});
