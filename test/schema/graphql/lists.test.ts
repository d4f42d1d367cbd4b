// All lists of the schema have the same arguments. docs/graphql.md explains the exceptions.
import { getNamedType, type GraphQLField, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fields } from '../../support/schema/object-fields.ts';

type Field = GraphQLField<unknown, unknown>;

const isConnection = ({ type }: Field): boolean => getNamedType(type).name.endsWith('Connection');

const hasArguments = ({ args }: Field, ...names: readonly string[]): boolean =>
  names.every((name) => args.some((arg) => arg.name === name));

const connections = fields.filter(({ field }) => isConnection(field));

/** The names of the connections without these arguments, except those that may lack them. */
const connectionsWithout = (args: readonly string[], exceptions: readonly string[]): readonly string[] =>
  connections
    .filter(({ name, field }) => !hasArguments(field, ...args) && !exceptions.includes(name))
    .map(({ name }) => name);

/** Lists in the order of events. They are read forwards only, and can be resumed after any item. */
const LOGS = [
  'InboxState.inbox',
  'Query.feed',
  'Query.inbox',
  'Query.workHistory',
  'Subscription.feed',
  'Subscription.inbox',
  'Subscription.workHistory',
];

/** Short lists: of channels, of one caller, of one record, or of hidden records; and the inbox after an acknowledgement. */
const UNFILTERED = [
  'Agent.keys',
  'InboxState.inbox',
  'Post.replies',
  'Query.channels',
  'Query.watches',
  'Query.webhooks',
  'Query.workHistory',
  'Subscription.workHistory',
  'Webhook.deliveries',
  'WorkPacket.events',
  ...['Answers', 'Facts', 'Inquiries', 'Reviews', 'Signals', 'Submissions', 'Threads', 'Work'].map(
    (records) => `Console.hidden${records}`,
  ),
];

/** Lists with a fixed order: of a conversation, a history or a log; by name or by relevance; or newest first. */
const FIXED_ORDER = [
  ...LOGS,
  'Agent.keys',
  'Fact.allSignals',
  'Fact.history',
  'Inquiry.answers',
  'Post.replies',
  'Query.recent',
  'Query.search',
  'Query.targets',
  'Query.tasks',
  'Query.watches',
  'Query.webhooks',
  'Report.allSignals',
  'Thread.posts',
  'Webhook.deliveries',
  'WorkPacket.events',
];

/** Arguments that are not filters: a search's query and facets, bounds of a page, a log's start and record, a time to wait. */
const OTHER_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Query.search': ['q', 'facets'],
  'Query.tasks': ['messagesPerTask'],
  'Query.feed': ['since', 'wait'],
  'Query.inbox': ['since', 'wait'],
  'Query.workHistory': ['workId', 'wait'],
  'InboxState.inbox': ['wait'],
  'Subscription.feed': ['since'],
  'Subscription.inbox': ['since'],
  'Subscription.workHistory': ['workId'],
};

describe('a connection', () => {
  test('is read in both directions, except searches, tasks and logs', () => {
    expect(connections.length).toBeGreaterThan(40);
    expect(connectionsWithout(['first', 'after'], [])).toEqual([]);
    expect(connectionsWithout(['last', 'before'], [...LOGS, 'Query.search', 'Query.tasks'])).toEqual([]);
  });

  test('has a filter, unless it is short', () => {
    expect(connectionsWithout(['filter'], UNFILTERED)).toEqual([]);
  });

  test('has an order, unless there is only one', () => {
    expect(connectionsWithout(['orderBy'], FIXED_ORDER)).toEqual([]);
  });
});

test('every list has its filters in one input', () => {
  const pages = fields.filter(({ field }) => isConnection(field) || hasArguments(field, 'first', 'after'));
  const loose = pages.flatMap(({ name, field }) => {
    const known = ['first', 'after', 'last', 'before', 'filter', 'orderBy', ...(OTHER_ARGUMENTS[name] ?? [])];
    return field.args.filter((arg) => !known.includes(arg.name)).map((arg) => `${name}(${arg.name})`);
  });
  const filters = pages.flatMap(({ field }) => field.args.filter(({ name }) => name === 'filter'));

  expect(loose).toEqual([]);
  for (const { type } of filters) {
    expect(isInputObjectType(type)).toBe(true);
    expect(getNamedType(type).name).toMatch(/Filter$/);
  }
});
