import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  insertFact,
  insertInquiry,
  insertReport,
  insertThreads,
} from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test. Each test starts an hour after the previous one, so that it reads only its own records. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const authorAndTime = () => ({ at: board.clock.now(), by: 'ada' });

const read = async (query: Readonly<Record<string, string>> = { since }) =>
  (await ada.call(`GET /v1/feed?${new URLSearchParams(query).toString()}`)).body;

const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

/** Reads all pages after a cursor. Returns the ids and the last cursor. */
async function readRemainingPages(cursor: string, limit = 50): Promise<{ ids: string[]; cursor: string }> {
  const ids: string[] = [];
  for (let next = cursor; ;) {
    const page = await read({ cursor: next, limit: String(limit) });
    ids.push(...idsOf(page));
    next = page.next_cursor;
    if (!page.has_more) return { ids, cursor: next };
  }
}

describe('the feed', () => {
  test('has complete records, oldest first, and the cursor of the next page', async () => {
    const thread = await ada.openThread('Engines');
    board.clock.advance({ seconds: 1 });
    const post = await ada.post(thread.thread_id);
    board.clock.advance({ seconds: 1 });
    const inquiry = await insertInquiry(board.database, authorAndTime());
    const fact = await insertFact(board.database, authorAndTime());

    const page = await read();

    expect(page.items.slice(0, 2)).toEqual([
      { ...thread, post_id: undefined, post_count: 1, last_post_at: expect.any(String) },
      post,
    ]);
    expect(
      page.items
        .slice(2)
        .map(({ type, id }: { type: string; id: string }) => [type, id])
        .toSorted(),
    ).toEqual([
      ['fact', fact],
      ['inquiry', inquiry],
    ]);
    expect(page).toMatchObject({
      next_since: board.clock.now().toISOString(),
      next_cursor: expect.any(String),
      has_more: false,
      poll_after_seconds: 15,
    });
  });

  test('starts at `since`, inclusive, to the millisecond', async () => {
    const [thread] = await insertThreads(board.database, 1, authorAndTime());
    const later = new Date(board.clock.now().getTime() + 1).toISOString();

    const [at, after] = [await read({ since }), await read({ since: later })];

    expect([idsOf(at), idsOf(after)]).toEqual([[thread], []]);
    expect(after).toMatchObject({ next_since: later, has_more: false });
  });

  test('pages through sixty records of the same time, each once', async () => {
    const created = await insertThreads(board.database, 60, authorAndTime());
    board.clock.advance({ hours: 1 });

    const first = await read({ since, limit: '7' });
    const { ids } = await readRemainingPages(first.next_cursor, 7);

    expect(first).toMatchObject({ has_more: true, poll_after_seconds: 0 });
    expect([...idsOf(first), ...ids]).toEqual(created.toSorted());
  });

  test('is continued by its cursor, also after an empty page', async () => {
    const empty = await read();
    const thread = await ada.openThread();

    const page = await read({ cursor: empty.next_cursor });
    const next = await read({ cursor: page.next_cursor });

    expect([idsOf(empty), idsOf(page), idsOf(next)]).toEqual([[], [thread.thread_id], []]);
    expect([empty.next_since, next.next_since]).toEqual([since, page.next_since]);
  });

  test('applies `since` together with the cursor', async () => {
    const { next_cursor: cursor } = await read();
    await insertThreads(board.database, 1, authorAndTime());
    board.clock.advance({ seconds: 5 });
    const [second] = await insertThreads(board.database, 1, authorAndTime());

    const page = await read({ cursor, since: board.clock.now().toISOString() });

    expect(idsOf(page)).toEqual([second]);
  });

  test('is not moved back by an earlier `since` beside the cursor', async () => {
    const ahead = new Date(board.clock.now().getTime() + 60_000).toISOString();
    const { next_cursor: cursor } = await read({ since: ahead });
    await insertThreads(board.database, 1, authorAndTime());

    expect(idsOf(await read({ cursor, since }))).toEqual([]);
  });

  test('has an agent’s own write at once while another transaction runs', async () => {
    const { next_cursor: cursor } = await read();
    await board.database.transaction(async (slow) => {
      await insertThreads(slow, 1, authorAndTime());
      board.clock.advance({ seconds: 20 });
      const thread = await ada.openThread();

      const page = await read({ cursor });

      expect(idsOf(page)).toEqual([thread.thread_id]);
    });
  });

  test('includes records that commit late, both after a cursor with a later time and without a cursor', async () => {
    const { next_cursor: cursor } = await read();
    const { late, early, page } = await board.database.transaction(async (slow) => {
      const late = await insertThreads(slow, 3, authorAndTime());
      board.clock.advance({ seconds: 40 });
      const early = await insertThreads(board.database, 3, authorAndTime());
      return { late, early, page: await read({ cursor, limit: '2' }) };
    });

    const { ids, cursor: end } = await readRemainingPages(page.next_cursor, 2);
    const again = await readRemainingPages(end);

    expect(idsOf(page)).toEqual(early.toSorted().slice(0, 2));
    expect(ids).toEqual([...late.toSorted(), ...early.toSorted().slice(2)]);
    expect(again.ids).toEqual([]);
    expect(idsOf(await read())).toEqual([...late.toSorted(), ...early.toSorted()]);
  });

  test('treats records restored from another server as old and does not repeat them', async () => {
    const [thread] = await insertThreads(board.database, 1, authorAndTime());
    await board.database.rows(sql`update entries set xid = '999999999999' where id = ${thread}::uuid`);

    const page = await read();
    const next = await read({ cursor: page.next_cursor });

    expect([idsOf(page), idsOf(next)]).toEqual([[thread], []]);
  });

  test('has the requested types; reports are not among the default types', async () => {
    const [thread = ''] = await insertThreads(board.database, 1, authorAndTime());
    const report = await insertReport(board.database, thread, authorAndTime());
    const fact = await insertFact(board.database, authorAndTime());

    const pages = {
      standard: await read(),
      report: await read({ since, type: 'report' }),
      both: await read({ since, type: 'report,fact' }),
      repeated: (await ada.call(`GET /v1/feed?since=${since}&type=fact&type=work&type=fact`)).body,
    };

    expect(idsOf(pages.standard).toSorted()).toEqual([thread, fact].toSorted());
    expect(idsOf(pages.report)).toEqual([report]);
    expect(pages.report.items[0]).toMatchObject({ type: 'report', outcome: 'worked', thread_id: thread });
    expect(idsOf(pages.both).toSorted()).toEqual([report, fact].toSorted());
    expect(idsOf(pages.repeated)).toEqual([fact]);
  });

  test('filtered by channel has the records of that channel only', async () => {
    await insertThreads(board.database, 1, authorAndTime());
    const fact = await insertFact(board.database, { ...authorAndTime(), channel: 'inquire' });
    board.clock.advance({ seconds: 1 });
    const thread = await ada.openThread('Engines', 'inquire', 'first');

    const page = await read({ since, channel: 'inquire' });
    const report = await insertReport(board.database, thread.thread_id, authorAndTime());
    const reports = await read({ since, channel: 'inquire', type: 'report' });

    expect(page.items.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'fact',
      'post',
      'thread',
    ]);
    expect(idsOf(page)).toContain(fact);
    expect(idsOf(reports)).toEqual([report]);
  });

  test('of an unknown channel is 404', async () => {
    const { status, body } = await ada.call('GET /v1/feed?channel=genral');

    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.next).toEqual([{ surface: 'rest', method: 'GET', path: '/v1/channels' }]);
  });

  test('omits hidden posts and quarantined facts, also for their authors', async () => {
    const thread = await ada.openThread('Engines', 'general', 'spam');
    const fact = await insertFact(board.database, authorAndTime());
    const cursor = (await read({ since, limit: '1', type: 'thread' })).next_cursor;

    await board.database.rows(
      sql`update posts set hidden_at = ${board.clock.now()} where thread_id = ${thread.thread_id}::uuid`,
    );
    await board.database.rows(
      sql`update facts set quarantined_at = ${board.clock.now()} where id = ${fact}::uuid`,
    );

    expect(idsOf(await read())).toEqual([thread.thread_id]);
    expect(idsOf(await read({ cursor, type: 'thread' }))).toEqual([]);
  });
});

describe('since=now', () => {
  test('starts at the present', async () => {
    await ada.openThread('Before');
    board.clock.advance({ seconds: 1 });

    const { items, next_cursor: cursor, next_since: at } = await read({ since: 'now' });
    const thread = await ada.openThread('After');

    expect([items, at]).toEqual([[], board.clock.now().toISOString()]);
    expect(idsOf(await read({ cursor }))).toEqual([thread.thread_id]);
  });

  test('has no effect beside a cursor, over REST, /get, MCP and GraphQL', async () => {
    const { next_cursor: cursor } = await read({ since: 'now' });
    const thread = await ada.openThread('After');
    board.clock.advance({ seconds: 1 });
    const params = { name: 'board_feed', arguments: { since: 'now', cursor } };

    const [rest, { text }, mcp, graphql] = await Promise.all([
      read({ since: 'now', cursor }),
      ada.call(`GET /get/feed?since=now&cursor=${cursor}`),
      ada.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }),
      ada.graphql(`{ feed(since: "now", after: "${cursor}") { nodes { id } } }`),
    ]);

    const pages = [rest, mcp.body.result.structuredContent, { items: graphql.body.data.feed.nodes }];
    expect(pages.map(idsOf)).toEqual(Array(3).fill([thread.thread_id]));
    expect(text).toContain(`\n1: thread ${thread.thread_id}\n`);
  });

  test('is replaced by a cursor in the next URL of /get/feed, so no record is missed', async () => {
    const { text: empty } = await ada.call('GET /get/feed?since=now&limit=5');
    const [, next = ''] = /^next: \S+(\/get\/feed\?\S+)$/m.exec(empty) ?? [];
    const thread = await ada.openThread('After');
    board.clock.advance({ seconds: 1 });

    const { text } = await ada.call(`GET ${next}`);

    expect(next).toMatch(/^\/get\/feed\?limit=5&cursor=[^&]+$/);
    expect(text).toContain(`\n1: thread ${thread.thread_id}\n`);
  });

  test('is accepted over MCP and GraphQL', async () => {
    await ada.openThread('Before');
    board.clock.advance({ seconds: 1 });
    const params = { name: 'board_feed', arguments: { since: 'now' } };

    const mcp = await ada.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    const graphql = await ada.graphql('query ($since: DateTime) { feed(since: $since) { nodes { id } } }', {
      since: 'now',
    });
    const literal = await ada.graphql('{ feed(since: "now") { nodes { id } } }');

    expect(mcp.body.result.structuredContent.items).toEqual([]);
    expect([graphql.body.data, literal.body.data]).toEqual(Array(2).fill({ feed: { nodes: [] } }));
  });

  test('is rejected by other lists, such as the list of facts', async () => {
    const rest = await ada.call('GET /v1/facts?since=now');
    const graphql = await ada.graphql('{ facts(filter: { created: { since: "now" } }) { nodes { id } } }');

    expect([rest.status, rest.body.errors[0].loc]).toEqual([422, ['query', 'since']]);
    expect(graphql.body.errors[0].extensions.code).toBe('validation_failed');
  });
});
