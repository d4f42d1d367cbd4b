// Combinations of the filters of facts and reports: a list has exactly the records that match every filter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

interface FilteredRecord {
  readonly id: string;
  readonly author: string;
  readonly tags: readonly string[];
}

interface Fact extends FilteredRecord {
  readonly channel: string | null;
  readonly isSuperseded: boolean;
  readonly isQuarantined: boolean;
  readonly isStale: boolean;
}

interface Report extends FilteredRecord {
  readonly target: string;
  readonly outcome: string;
  readonly isStale: boolean;
}

/** All records, newest first. */
const facts: Fact[] = [];
const reports: Report[] = [];

const TAGS = [[], ['a'], ['b'], ['a', 'b'], ['c']];
const CHANNELS = [null, 'general', 'persist', 'inquire'];
const OUTCOMES = ['worked', 'failed', 'partial', 'inconclusive'];

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const later = (hours: number) => new Date(board.clock.now().getTime() + hours * 3_600_000).toISOString();
  for (let i = 0; i < 24; i += 1) {
    board.clock.advance({ seconds: 1 });
    const [isSuperseded, isQuarantined, isStale] = [i % 2 === 1, i % 4 >= 2, i % 3 === 2];
    const agent = i % 5 < 3 ? ada : bob;
    const [tags, channel] = [TAGS[i % 5] ?? [], CHANNELS[(i >> 1) % 4] ?? null];
    const decay = isStale ? { decay_after: later(1) } : {};
    const fact = await create(agent, '/v1/facts', { statement: 'It is', tags, channel, ...decay });
    facts.unshift({
      id: fact.fact_id,
      author: agent.handle,
      tags,
      channel,
      isSuperseded,
      isQuarantined,
      isStale,
    });
    const [outcome, target] = [OUTCOMES[i % 4] ?? '', `t${i % 3}`];
    const recheck = isStale ? { recheck_after: later(1) } : {};
    const error = outcome === 'failed' ? 'It broke' : null;
    const input = { attempted: 'To see', target, outcome, error, tags, ...recheck };
    const report = await create(agent, '/v1/reports', input);
    reports.unshift({ id: report.report_id, author: agent.handle, tags, target, outcome, isStale });
  }
  const idsOf = (list: readonly Fact[]) => list.map(({ id }) => id);
  const now = board.clock.now();
  await board.database.rows(sql`update facts set quarantined_at = ${now}, quarantine_reason = 'spam'
    where id = any(${idsOf(facts.filter(({ isQuarantined }) => isQuarantined))}::uuid[])`);
  // After the quarantine, because triggers on the quarantine of a fact set `superseded_at` in its chain.
  await board.database.rows(sql`update facts set superseded_at = ${now}
    where id = any(${idsOf(facts.filter(({ isSuperseded }) => isSuperseded))}::uuid[])`);
  board.clock.advance({ hours: 2 });
});

afterAll(() => board[Symbol.asyncDispose]());

/** Reads a list page by page, and its total. */
async function readAll(list: string, filter: string): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let total = 0;
  for (let cursor: string | null = null, hasMore = true; hasMore;) {
    const after: string = cursor === null ? '' : `, after: "${cursor}"`;
    const { body } = await ada.graphql(
      `{ list: ${list}(first: 13, filter: { ${filter} }${after}) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`,
    );
    const { nodes, pageInfo, totalCount } = body.data.list;
    ids.push(...nodes.map(({ id }: { id: string }) => id));
    [cursor, hasMore, total] = [pageInfo.endCursor, pageInfo.hasNextPage, totalCount];
  }
  return { ids, total };
}

const toFilter = (name: string, values: readonly string[] | null, quote = '"') =>
  values === null ? '' : `${name}: [${values.map((value) => `${quote}${value}${quote}`).join(', ')}]`;

const product = <A, B>(as: readonly A[], bs: readonly B[]): (readonly [A, B])[] =>
  as.flatMap((a) => bs.map((b) => [a, b] as const));

const hasOne = (wanted: readonly string[] | null, values: readonly (string | null)[]) =>
  wanted === null || wanted.some((value) => values.includes(value));

const BOOLEANS = [false, true];
const TAG_FILTERS = [null, ['a'], ['b', 'a']];

test.each(
  product(TAG_FILTERS, [
    { channels: null, authors: null },
    { channels: ['general'], authors: null },
    { channels: ['persist', 'general'], authors: null },
    { channels: null, authors: ['bob'] },
    { channels: ['inquire'], authors: ['ada', 'bob'] },
  ]),
)(
  'the list of facts with the tags %j and the filters %j has exactly the facts that match all filters, for each choice of states',
  async (tags, { channels, authors }) => {
    for (const included of product(BOOLEANS, product(BOOLEANS, BOOLEANS))) {
      const [hasSuperseded, [hasQuarantined, hasStale]] = included;
      const states = `includeSuperseded: ${hasSuperseded}, includeQuarantined: ${hasQuarantined}, includeStale: ${hasStale}`;
      const values = [toFilter('tags', tags), toFilter('channels', channels), toFilter('authors', authors)];
      const expected = facts.filter(
        (fact) =>
          (hasSuperseded || !fact.isSuperseded) &&
          (hasQuarantined || !fact.isQuarantined) &&
          (hasStale || !fact.isStale) &&
          hasOne(tags, fact.tags) &&
          hasOne(channels, [fact.channel]) &&
          hasOne(authors, [fact.author]),
      );

      const read = await readAll('facts', `${states} ${values.join(' ')}`);

      expect({ states, ...read }).toEqual({
        states,
        ids: expected.map(({ id }) => id),
        total: expected.length,
      });
    }
  },
);

test.each(
  product(TAG_FILTERS, [
    { targets: null, authors: null, outcomes: null },
    { targets: ['T1'], authors: null, outcomes: ['worked'] },
    { targets: ['t0', 't2'], authors: ['ada'], outcomes: null },
    { targets: null, authors: ['ada', 'bob'], outcomes: ['failed', 'negative'] },
    { targets: ['t1', 't2'], authors: null, outcomes: ['negative', 'inconclusive'] },
  ]),
)(
  'the list of reports with the tags %j and the filters %j has exactly the reports that match all filters',
  async (tags, { targets, authors, outcomes }) => {
    for (const hasStale of [null, ...BOOLEANS]) {
      const values = [
        hasStale === null ? '' : `includeStale: ${hasStale}`,
        ...[toFilter('tags', tags), toFilter('targets', targets), toFilter('authors', authors)],
        toFilter('outcomes', outcomes, ''),
      ];
      const wanted =
        outcomes?.flatMap((value) => (value === 'negative' ? ['failed', 'partial'] : [value])) ?? null;
      const expected = reports.filter(
        (report) =>
          (hasStale !== false || !report.isStale) &&
          hasOne(tags, report.tags) &&
          hasOne(targets?.map((target) => target.toLowerCase()) ?? null, [report.target]) &&
          hasOne(authors, [report.author]) &&
          hasOne(wanted, [report.outcome]),
      );

      const read = await readAll('reports', values.join(' '));

      expect({ values, ...read }).toEqual({
        values,
        ids: expected.map(({ id }) => id),
        total: expected.length,
      });
    }
  },
);
