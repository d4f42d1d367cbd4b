import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { readMigrations, toMigration } from '../../../prisma/migration-history.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { findMigrationFaults } from '../../support/database/migration-faults.ts';

/** The last migration without a phase. The phase of each later migration states which older versions work after it. */
const LAST_WITHOUT_PHASE = '20261126133000_order_replies';

test('each new migration can run while boards write, and an expanding one beside older versions', async () => {
  const added = (await readMigrations()).filter(({ name }) => name > LAST_WITHOUT_PHASE);
  if (added.length === 0) return;
  await using database = await openEmptyDatabase();
  await migrate(database.connection, undefined, { last: LAST_WITHOUT_PHASE });

  for (const migration of added) {
    const { name } = migration;
    expect([name, await findMigrationFaults(database.connection, migration)]).toEqual([name, []]);
    await migrate(database.connection, undefined, { last: name });
  }
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const findFaults = (text: string) =>
  findMigrationFaults(database.connection, toMigration('20991231000000_note', text));

const faultsOfExpansion = (statements: string) => findFaults(`-- phase: expand\n${statements}`);
const faultsOutsideTransaction = (statement: string) =>
  findFaults(`-- phase: contract\n-- transaction: none\n${statement}`);

const BACKFILL = `do $$ begin
  loop
    update posts set note = '' where id in (select id from posts where note is null limit 1000);
    exit when not found;
    commit;
  end loop;
end $$`;

describe('a migration without faults', () => {
  test.each([
    'alter table posts add column note text',
    `alter table posts add column note text not null default ''`,
    'create table notes (id uuid primary key, author text not null references agents(handle))',
    `alter table posts add column note text; alter table posts add constraint notes check (note <> '') not valid`,
    'alter table posts validate constraint posts_body_check',
    `insert into channels (id, slug, title, description, posting, created_at)
      values (gen_random_uuid(), 'notes', 'Notes', '', 'open', now())`,
    'alter table posts add column note text references agents(handle)',
  ])('may be: %s', async (statements) => {
    expect(await faultsOfExpansion(statements)).toEqual([]);
  });

  test.each([
    'create index concurrently if not exists bodies_idx on posts (body)',
    'drop index concurrently if exists bodies_idx',
    BACKFILL.replaceAll('note', 'body'),
  ])('outside of a transaction may be: %s', async (statement) => {
    expect(await faultsOutsideTransaction(statement)).toEqual([]);
  });
});

describe('a migration', () => {
  test('must state its phase', async () => {
    expect(await findFaults('create table notes (id int)')).toEqual([
      'has no line "-- phase: expand" or "-- phase: contract" (with or without "after NAME") at its start',
    ]);
  });

  test.each([
    ['create index notes_idx on posts (body)', 'posts'],
    ['alter table posts add column note uuid not null default gen_random_uuid()', 'posts'],
    [
      `alter table posts add column note text; alter table posts add constraint notes check (note <> '')`,
      'posts',
    ],
    ['alter table threads add column note text; create table notes as select * from posts', 'threads'],
  ])('must not read a table while writes wait: %s', async (statements, blocked) => {
    expect(await faultsOfExpansion(statements)).toContain(
      `reads all rows of posts while it blocks writes to ${blocked}`,
    );
  });

  test.each([`update posts set body = 'x'`, 'delete from posts'])(
    'must not change a whole table in one transaction: %s',
    async (statements) => {
      expect(await faultsOfExpansion(statements)).toEqual([
        'changes rows of the whole table posts in one transaction',
      ]);
    },
  );

  test('must not block writes to more than three tables', async () => {
    const statements = ['posts', 'threads', 'facts', 'reports'].map(
      (name) => `alter table ${name} add column note text`,
    );

    expect(await faultsOfExpansion(statements.join(';'))).toEqual([
      'blocks writes to more than 3 tables: facts, posts, reports, threads',
    ]);
  });

  test.each([
    ['drop index posts_replies_idx', /^removes index CREATE INDEX posts_replies_idx/],
    ['alter table posts rename column body to text', /^removes column posts.body text not null$/],
    ['alter table posts alter column body drop not null', /^removes column posts.body text not null$/],
    [
      'alter table posts add column note text not null',
      /^adds column posts.note text not null, which writes of/,
    ],
    [
      `alter table posts add constraint short check (body <> 'x') not valid`,
      /^adds constraint posts.short CHECK/,
    ],
  ])('that expands must keep what older versions use: %s', async (statements, fault) => {
    expect(await faultsOfExpansion(statements)).toContainEqual(expect.stringMatching(fault));
  });

  test('that contracts may remove what older versions use', async () => {
    expect(
      await findFaults(`-- phase: contract after ${LAST_WITHOUT_PHASE}\ndrop index posts_replies_idx`),
    ).toEqual([]);
  });

  test.each([
    [
      BACKFILL.replaceAll('note', 'body').replace('commit;', ''),
      'has no commit in its loop: batches keep few rows locked',
    ],
    [`update posts set body = 'x'`, expect.stringMatching(/^is none of the statements that may run outside/)],
  ])('outside of a transaction must be one of few statements: %s', async (statement, fault) => {
    expect(await faultsOutsideTransaction(statement)).toEqual([fault]);
  });
});
