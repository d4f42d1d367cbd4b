// Topics of committed transactions reach the listeners of all processes. A second Database stands for another process.
import { expect, test } from 'vitest';
import { ALL_TOPICS, openDatabase, raw, sql, type Database } from '../../prisma/client.ts';
import { TopicChannel } from '../../prisma/topic-channel.ts';
import { openTestDatabase } from '../support/database/database.ts';
import { openStallingProxy } from '../support/database/stalling-proxy.ts';

const announce = (database: Pick<Database, 'transaction'>, topics: readonly string[]) =>
  database.transaction((tx) => tx.rows(sql`select announce(${topics}::text[])`));

/** Collects the topics of which a database is notified. */
function collectTopics(database: Database): Set<string> {
  const heard = new Set<string>();
  database.topics.subscribe((topics) => topics.forEach((topic) => heard.add(topic)));
  return heard;
}

const POLL = { interval: 2 };

test('a process is notified once of all topics of a transaction that it commits, and not of a transaction without topics', async () => {
  await using database = await openTestDatabase();
  const heard: (readonly string[])[] = [];
  database.topics.subscribe((topics) => heard.push(topics));

  await announce(database, ['a', 'b']);
  await announce(database, []);
  await database.transaction((tx) => tx.rows(sql`select 1`));

  expect(heard).toEqual([['a', 'b']]);
});

test('a process is not notified of a transaction that it rolls back', async () => {
  await using database = await openTestDatabase();
  const heard = collectTopics(database);

  await database
    .transaction(async (tx) => {
      await tx.rows(sql`select announce('{a}')`);
      throw new Error('refused');
    })
    .catch(() => undefined);

  expect([...heard]).toEqual([]);
});

test('a transaction with very many topics notifies of ALL_TOPICS', async () => {
  await using database = await openTestDatabase();
  const heard = collectTopics(database);

  await announce(
    database,
    Array.from({ length: 20_000 }, (_, i) => `topic ${i}`),
  );

  expect([...heard]).toEqual([ALL_TOPICS]);
});

test('another process is notified of each topic of a list that is longer than one notification', async () => {
  await using database = await openTestDatabase();
  const other = openDatabase(database.connection);
  const heard = collectTopics(other);
  await other.topics.start();
  const topics = Array.from({ length: 1000 }, (_, i) => `a topic of some length ${i}`);

  await announce(database, topics);

  await expect.poll(() => heard.size, POLL).toBe(topics.length);
  expect([...heard].toSorted()).toEqual(topics.toSorted());
  await other.close();
});

test('another process is notified of the topics, and of ALL_TOPICS after its connection was lost', async () => {
  await using database = await openTestDatabase();
  const other = openDatabase(database.connection);
  const heard = collectTopics(other);
  await other.topics.start();

  await announce(database, ['a']);
  await expect.poll(() => [...heard], POLL).toEqual(['a']);
  await database.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`);

  await expect.poll(() => [...heard], POLL).toEqual(['a', ALL_TOPICS]);
  await announce(database, ['b']);
  await expect.poll(() => [...heard], POLL).toContain('b');
  await other.close();
});

test('a process whose connection has stalled connects again, and is notified of ALL_TOPICS and of later topics', async () => {
  await using database = await openTestDatabase();
  await using proxy = await openStallingProxy(database.connection);
  const config = { ...proxy.connection, query_timeout: 100 };
  const channel = new TopicChannel(config, () => Promise.resolve(), 110);
  const heard = new Set<string>();
  channel.subscribe((topics) => topics.forEach((topic) => heard.add(topic)));
  await channel.start();

  proxy.stall();

  await expect.poll(() => [...heard], POLL).toEqual([ALL_TOPICS]);
  await announce(database, ['a']);
  await expect.poll(() => [...heard], POLL).toEqual([ALL_TOPICS, 'a']);
  await channel.close();
});

test('the topic `standing:…` of an agent is announced when verified_at, failed_at or stopped_at of its webhook changes, not when read_at changes', async () => {
  await using database = await openTestDatabase();
  const heard: (readonly string[])[] = [];
  database.topics.subscribe((topics) => heard.push(topics));
  const update = (change: string) =>
    database.transaction((tx) => tx.rows(raw(`update webhooks set ${change}`)));
  await database.rows(sql`
    with agent as (
      insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
      values (gen_random_uuid(), 'ada', 'ada', '{}', 'rest', now(), now()) returning handle)
    insert into webhooks (id, handle, url, position, read_at, created_at)
    select gen_random_uuid(), handle, 'https://example.org', '{}', now(), now() from agent`);

  for (const column of ['verified_at', 'failed_at', 'stopped_at']) {
    await update(`${column} = now()`);
    await update(`${column} = null`);
  }
  await update('read_at = now()');

  expect(heard).toEqual(Array(6).fill(['standing:ada']));
});
