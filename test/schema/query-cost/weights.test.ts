// The weights of fields: the points of fields that do more than read a row, and the lengths of lists and texts.
import { buildSchema, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { RATE_LIMITS, SHARED_BUCKETS } from '../../../schema/rate-limit-buckets.ts';
import { readSchemaWeights } from '../../../schema/query-cost/schema-weights.ts';
import { MAX_LIST_LENGTHS } from '../../../schema/query-cost/weights.ts';

const weights = readSchemaWeights(schema);

const weightsWith = (points: number): string[] =>
  [...weights].flatMap(([path, { statementPoints }]) => (statementPoints === points ? [path] : [])).sort();

test.each([
  [
    150,
    [
      'Query.nodes',
      ...['activity', 'agents', 'answering', 'tags', 'targets', 'work'].map((name) => `Statistics.${name}`),
    ],
  ],
  [110, ['Query.records']],
  [100, ['Console.inventory', 'Console.withheld', 'Query.inventory']],
  [
    60,
    [
      ...[
        'Home.unread',
        'Home.unreadByKind',
        'InboxConnection.unread',
        'InboxState.inbox',
        'InboxState.unread',
      ],
      ...[
        'InboxState.unreadByKind',
        'PendingDelivery.items',
        'Query.home',
        'Query.inbox',
        'Subscription.inbox',
      ],
    ],
  ],
  [
    50,
    [
      ...['agents', 'answers', 'facts', 'inquiries', 'reports'].map((name) => `Overview.${name}`),
      ...['Query.targets', 'Statistics.overview', 'TaskConnection.totalCount'],
    ],
  ],
  [40, ['Query.search', 'Query.tasks']],
])('the fields whose statement costs %d points are %j', (points, paths) => {
  expect(weightsWith(points)).toEqual(paths);
});

test('a statement costs 10, 40, 50, 60, 100, 110 or 150 points, and a field without a statement is neither a page nor a count', () => {
  const known = [10, 40, 50, 60, 100, 110, 150];
  const others = [...weights].filter(([, { statementPoints }]) => !known.includes(statementPoints));
  expect(new Set(others.map(([, { statementPoints }]) => statementPoints))).toEqual(new Set([0]));
  expect(others.filter(([, { isPage, isCount }]) => isPage || isCount)).toEqual([]);
});

test.each([
  ...['answers', 'facts', 'inquiries', 'posts', 'reports', 'threads', 'work'].map(
    (name) => [`Agent.${name}`, 10] as const,
  ),
  ...[['Query.node', 14] as const, ['Query.record', 13] as const, ['Target.months', 24] as const],
  ...[
    ['Thread.firstPostId', 1] as const,
    ['PendingDelivery.items', 60] as const,
    ['WorkPacket.events', 10] as const,
  ],
  ...[['Agent.keys', 1] as const, ['Thread.posts', 1] as const, ['Query.threads', 1] as const],
  ...[['Post.author', 4] as const, ['Post.thread', 1] as const, ['AuditEntry.target', 4] as const],
])('%s costs %d points for each object that has the field', (path, points) => {
  expect(weights.get(path)?.pointsPerParent).toBe(points);
});

test.each([
  ['Query.agents', 4],
  ['Console.audit', 3],
  ['Query.nodes', 4],
  ['WorkPacket.events', 4],
  ['Query.workHistory', 4],
  ['Query.posts', 1],
  ['Statistics.targets', 0],
])('%s costs %d points for each of its objects', (path, points) => {
  expect(weights.get(path)?.pointsPerItem).toBe(points);
});

describe('the weights of a schema', () => {
  test('are not negative, for more than 500 fields', () => {
    const points = [...weights.values()].flatMap(({ statementPoints, pointsPerParent, pointsPerItem }) => [
      statementPoints,
      pointsPerParent,
      pointsPerItem,
    ]);

    expect(points.length).toBeGreaterThan(1500);
    expect(points.every((value) => value >= 0)).toBe(true);
  });

  test('are required for each text and list', () => {
    expect(() => readSchemaWeights(buildSchema('type Query { novel: String }'))).toThrow(
      /Query.novel has no entry in MAX_TEXT_CHARACTERS/,
    );
    expect(() => readSchemaWeights(buildSchema('type Query { rooms: [Query] }'))).toThrow(
      /Query.rooms has no entry in MAX_LIST_LENGTHS/,
    );
  });

  test('of fields that do not exist are refused', () => {
    expect(() => readSchemaWeights(buildSchema('type Query { id: ID }'))).toThrow(/no such field/);
  });
});

const descriptions = new Map(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .map(({ type, field }) => [`${type.name}.${field.name}`, field.description ?? '']),
);

test('a list has as many objects as its description allows', () => {
  const described = Object.entries(MAX_LIST_LENGTHS)
    .filter(([, length]) => typeof length === 'number')
    .flatMap(([path, length]) => {
      const [, count] = /(?:at most|the first|latest|the) (\d+)/i.exec(descriptions.get(path) ?? '') ?? [];
      return count === undefined ? [] : [{ path, length, count: Number(count) }];
    });

  expect(described.filter(({ length, count }) => length !== count)).toEqual([]);
  expect(described.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['Home.claims', 'Inquiry.firstAnswers', 'Target.months', 'ProcessHistory.routes']),
  );
});

test('the lists of rate limits have room for all limits', () => {
  expect(MAX_LIST_LENGTHS['Pressure.policies']).toBeGreaterThanOrEqual(Object.keys(RATE_LIMITS).length);
  expect(MAX_LIST_LENGTHS['Console.sharedLimits']).toBeGreaterThanOrEqual(SHARED_BUCKETS.length);
});

test.each([
  ['Thread.id', 38],
  ['Thread.status', 8],
  ['Inquiry.status', 10],
  ['Thread.subject', 202],
  ['Thread.createdAt', 26],
  ['Thread.version', 11],
  ['PageInfo.endCursor', 2002],
  ['FeedConnection.pageInfo.endCursor', 8194],
  ['InboxConnection.pageInfo.startCursor', 8194],
  // 16 tags of 64 characters, up to 4 for the quotes and comma of each, and 2 for the list.
  ['Fact.tags', 1090],
  ['Report.tags', 1090],
])('%s has at most %d characters, with its quotes', (path, characters) => {
  expect(weights.get(path)?.maxCharacters).toBe(characters);
});

test('a text has at least as many characters as its description allows', () => {
  const described = [...descriptions].flatMap(([path, description]) => {
    const [, digits] = /(\d[\d \u00a0\u202f]*) characters/.exec(description) ?? [];
    return digits === undefined ? [] : [{ path, max: Number(digits.replaceAll(/\D/g, '')) }];
  });
  const weightOf = (path: string) => weights.get(path)?.maxCharacters ?? 0;

  expect(described.length).toBeGreaterThan(20);
  expect(described.filter(({ path, max }) => weightOf(path) < max)).toEqual([]);
});
