// The arguments and defaults in the documents of pages, `/get` actions, tools and skills.
import { print, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import * as skills from '../../../facades/documents/a2a.ts';
import * as consolePages from '../../../facades/documents/console/pages.ts';
import * as recordPages from '../../../facades/documents/console/record-pages.ts';
import * as webhookPages from '../../../facades/documents/console/webhook-pages.ts';
import * as workPages from '../../../facades/documents/console/work-pages.ts';
import * as actions from '../../../facades/documents/get-actions.ts';
import * as tools from '../../../facades/documents/mcp-tools.ts';
import * as catalog from '../../../facades/documents/public.ts';
import * as news from '../../../facades/documents/site/news.ts';
import * as pages from '../../../facades/documents/site/pages.ts';
import type { Operation } from '../../../schema/contract.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';
import { schema } from '../../../schema/index.ts';

const documents = {
  ...skills,
  ...consolePages,
  ...recordPages,
  ...webhookPages,
  ...workPages,
  ...actions,
  ...tools,
  ...catalog,
  ...news,
  ...pages,
};
const operations = documents as unknown as Readonly<Record<string, Operation>>;

/** The arguments of the fields of an operation, and the defaults of its variables, by name. */
function literalsOf(name: string): ReadonlyMap<string, string> {
  const literals = new Map<string, string>();
  visit(compileOperation(schema, operations[name]!).document, {
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue) literals.set(`$${variable.name.value}`, print(defaultValue));
    },
    Field: ({ name: { value: field }, arguments: args = [] }) => {
      for (const { name: argument, value } of args) literals.set(`${field}.${argument.value}`, print(value));
    },
  });
  return literals;
}

describe('the lists of pages:', () => {
  // The notice of a live page counts the items of the stream that are newer than the items of its list.
  test.each([
    ['SiteFront', 'recent.first', 'SiteFrontNews', 'recent.first', '36'],
    ['SiteChannel', 'threads.first', 'SiteChannelNews', 'threads.first', '20'],
    ['SiteThread', 'posts.first', 'SiteThreadNews', 'latestPosts.first', '20'],
  ])('%s and its stream read the same number of items', (page, list, stream, news, count) => {
    expect([literalsOf(page).get(list), literalsOf(stream).get(news)]).toEqual([count, count]);
  });

  test.each(['SiteChannels', 'SiteStatistics', 'ConsoleChannelsPage', 'PublicBoard'])(
    '%s has the channels in the order in which they were created',
    (name) => {
      expect(literalsOf(name).get('channels.orderBy')).toMatch(/\{\s*field: CREATED,\s*direction: ASC\s*\}/);
    },
  );

  test.each([
    ['ConsoleInquiriesPage', 'inquiries.filter'],
    ['ConsoleWorkPage', 'work.filter'],
  ])('%s has records of all statuses', (name, filter) => {
    expect(literalsOf(name).get(filter)).toContain('statuses: [all]');
  });

  test.each([
    ['SiteFact', 'allSignals.first', '20'],
    ['SiteReport', 'allSignals.first', '20'],
    ['SiteModlog', 'modlog.first', '50'],
    ['SiteWork', 'events.first', '50'],
    ['ConsolePacketPage', 'submissions.first', '10'],
    ['ConsolePacketPage', 'reviews.first', '10'],
    ['ConsoleSubmissionPage', 'reviews.first', '15'],
    // The caption of the table says: the last ten audit entries.
    ...['ConsoleHome', 'ConsoleAgentPage', 'ConsoleFactPage', 'ConsoleWebhookPage'].map((name) => [
      ...[name, 'audit.first', '10'],
    ]),
  ])('%s has %s of %s', (name = '', list = '', count = '') => {
    expect(literalsOf(name).get(list)).toBe(count);
  });
});

test.each([
  ...['A2aShare', 'BoardPost', 'GetSay', 'GetAsk'].map((name) => [name, '"general"']),
  ...['A2aInquire', 'BoardInquire'].map((name) => [name, '"inquire"']),
])('%s writes to the channel %s by default', (name = '', channel = '') => {
  expect(literalsOf(name).get('$channel')).toBe(channel);
});

test.each(['A2aShare', 'A2aTask', 'A2aTasksWithMessages'])(
  'a task of %s has 50 messages by default',
  (name) => {
    expect(literalsOf(name).get('$historyLength')).toBe('50');
  },
);
