// The changes on which the rows of a loader depend: they invalidate a shared response with such a row.
import { expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { collectDependencies } from '../../../prisma/read-dependencies.ts';
import { createLoaders } from '../../../schema/data/loaders.ts';

/** The database responds to no statement. */
const loaders = createLoaders({ rows: () => new Promise(() => undefined) } as unknown as Database).complete;

/** The id of a row, or of the parent of a page. */
const ROW = 'row';
/** A page of replies depends on its thread, not on the post `replyToId`. */
const PAGE = { rootId: ROW, inquiryId: ROW, threadId: ROW, packetId: ROW, replyToId: 'reply' };

function dependenciesOf(name: string, key: unknown): readonly string[] {
  const loader = loaders[name as keyof typeof loaders] as unknown as {
    load(key: unknown, visibility: object): Promise<unknown>;
  };
  const found: string[] = [];
  const dependencies = {
    add: (dependency: string) => void found.push(dependency),
    addEverything: () => void found.push('everything'),
    beginRead: () => () => undefined,
  };
  collectDependencies(dependencies, () => void loader.load(key, { seesAll: false, handle: 'ada' }));
  return found;
}

const BY_ID =
  'agentById channelById threadById postById inquiryById answerById factById hiddenEvidenceById reportById signalById ' +
  'packetBytesById claimById submissionById reviewById';

test.each<[dependencies: readonly string[], names: string]>([
  [[ROW], BY_ID],
  [[ROW, 'standing'], 'workById'],
  [['agent:row'], 'agentByHandle'],
  [['channel:row'], 'channelBySlug'],
  [['facts'], 'restrictedFactById factSuccessor'],
  [['feed'], 'changeEntryById'],
  [['feed', 'channels'], 'inventory'],
  // No trigger logs changes of these tables.
  [
    ['everything'],
    'keyByKid keyById keyCounts watchById watchesByHandle acknowledgedByHandle webhookById pendingDelivery',
  ],
])('a row depends on changes of %j if it is loaded by %s', (expected, names) => {
  expect(names.split(' ').map((name) => [name, dependenciesOf(name, ROW)])).toEqual(
    names.split(' ').map((name) => [name, expected]),
  );
});

test.each(['postPage', 'replyPage', 'answerPage', 'factChain', 'eventPage'])(
  'a page loaded by %s depends on changes of its parent',
  (name) => {
    expect(dependenciesOf(name, PAGE)).toEqual([ROW]);
  },
);
