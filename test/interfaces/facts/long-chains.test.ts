// A correction costs the same, however many corrections there were before. Any agent may correct any fact, so a chain
// has no maximum length. Reads of whole chains take turns on the connections for expensive reads.
import { expect, test } from 'vitest';
import { Client, type ClientConfig } from 'pg';
import { sql } from '../../../prisma/client.ts';
import { setQuarantined } from '../../../schema/facts/statements.ts';
import { openBoard } from '../../support/board/board.ts';
import { Explainer } from '../../support/database/explain.ts';
import { recordStatements, recordTransactions } from '../../support/database/record-statements.ts';

const CHAIN_LENGTH = 2000;

/** Appends `CHAIN_LENGTH` corrections to a fact that has none. Returns the id of the last correction. */
async function lengthenChain(connection: ClientConfig, id: string): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  // Disables triggers, as a restore does: they would process the facts one by one.
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into facts (id, statement, tags, supersedes_id, superseded_at, created_by, via, created_at, root_id, seq)
     select lpad(to_hex(i), 32, '0')::uuid, 'step ' || i, '{}',
       case i when 1 then id else lpad(to_hex(i - 1), 32, '0')::uuid end,
       case when i < ${CHAIN_LENGTH} then created_at end, created_by, via, created_at, id, i + 1
     from facts, generate_series(1, ${CHAIN_LENGTH}) i where id = $1`,
    [id],
  );
  await client.query('update facts set superseded_at = created_at where id = $1', [id]);
  const { rows } = await client.query<{ id: string }>('select id from facts order by seq desc limit 1');
  await client.query('analyze facts');
  await client.end();
  return rows[0]!.id;
}

type Statement = readonly [text: string, values: readonly unknown[]];

/** Counts the facts that a statement and its triggers read. */
async function countFactsRead(explainer: Explainer, ...[text, values]: Statement): Promise<number> {
  const [facts] = await explainer.countReads(new Set(['facts']), text, values);
  return facts!.scanned + facts!.fetched;
}

test('a correction reads few facts of a long chain, and so does the trigger that supersedes the corrected fact', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const create = (body: object) => ada.call('POST /v1/facts', { body });
  const { body: first } = await create({ statement: 'the first of many' });
  const head = await lengthenChain(board.database.connection, first.fact_id);

  const transactions = await recordTransactions(board.database, () =>
    create({ statement: 'the last one', supersede_id: head }),
  );

  const { body: corrected } = await ada.call(`GET /v1/facts/${head}`);
  expect(corrected).toMatchObject({ superseded: true, superseded_at: expect.any(String) });
  const supersedeStatement = transactions.flat().find((text) => text.includes('with marked as'))!;
  await using explainer = await Explainer.open(board.database.connection);
  const countReads = (...statement: Statement) => countFactsRead(explainer, ...statement);
  const { fact_id: last } = (await ada.call(`GET /v1/facts/${corrected.superseded_by}`)).body;
  const now = new Date();
  expect(await countReads(supersedeStatement, [now, last, last, last])).toBeLessThan(20);
  const insert = `insert into facts (id, statement, tags, supersedes_id, created_by, via, created_at)
     values (gen_random_uuid(), 'one more', '{}', $1, $2, 'rest', $3)`;
  expect(await countReads(insert, [last, ada.handle, now])).toBeLessThan(20);
});

test('a history is read on a connection for expensive reads if it is filtered by author or time', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { body: fact } = await ada.call('POST /v1/facts', { body: { statement: 'the only one' } });
  const wasExpensive = async (filter: string) => {
    const { sent, value } = await recordStatements(board.database, () =>
      ada.graphql(`{ fact(id: "${fact.fact_id}") { history${filter} { nodes { id } } } }`),
    );
    expect(value.body.data.fact.history.nodes).toEqual([{ id: fact.fact_id }]);
    const reads = sent.filter(({ text }) => text.includes('root_id = page.'));
    return reads.map(({ isExpensive = false }) => isExpensive);
  };

  expect(await wasExpensive('')).toEqual([false]);
  expect(await wasExpensive('(filter: { authors: ["ada"] })')).toEqual([true]);
  expect(await wasExpensive('(filter: { created: { since: "2020-01-01T00:00:00Z" } })')).toEqual([true]);
});

test('quarantining, releasing and hiding a fact of a long chain read and change its neighbours only', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { body: first } = await ada.call('POST /v1/facts', { body: { statement: 'the first of many' } });
  await lengthenChain(board.database.connection, first.fact_id);
  // Facts are superseded a little before the correction is created.
  await board.database.rows(sql`
    update facts set superseded_at = created_at + (seq - 0.5) * interval '1 s', created_at = created_at + seq * interval '1 s'
    where superseded_at is not null`);
  const [middle] = await board.database.rows<{ id: string }>(sql`select id from facts where seq = 1000`);
  await using explainer = await Explainer.open(board.database.connection);
  const countReads = (changes: string) =>
    countFactsRead(explainer, `update facts set ${changes} where id = $1`, [middle!.id]);

  const quarantine = await countReads('quarantined_at = now()');
  const hiding = await countReads('hidden_at = now()');
  await board.database.rows(sql`update facts set quarantined_at = now() where seq = 1000`);
  const release = await countReads('quarantined_at = null');

  for (const reads of [quarantine, hiding, release]) expect(reads).toBeLessThan(20);
  expect(await board.database.rows(sql`select seq from facts where version > 1`)).toEqual([{ seq: 999 }]);
});

test('the transaction that quarantines a fact has as much time as one that hides a fact', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { body: fact } = await ada.call('POST /v1/facts', { body: { statement: 'a fact' } });

  const timeout = await board.database.transaction(async (db) => {
    await setQuarantined(db, fact.fact_id, { reason: 'spam', now: board.clock.now() });
    return db.rows(sql`show statement_timeout`);
  });

  expect(timeout).toEqual([{ statement_timeout: '15min' }]);
});
