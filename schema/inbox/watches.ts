// Watches: the topics whose news the inbox of an agent has, besides the items addressed to the agent.
import { columns, sql, type Watch as WatchRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { constantType } from '../graphql/object-types.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { Node } from '../graphql/record.ts';
import { createId } from '../values/ids.ts';
import { slug, text, uuid } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import {
  assertWatchCount,
  MAX_WATCHED_QUERIES,
  MAX_WATCHES,
  resolveTopicName,
  TOPICS,
  type Topic,
  watchNotFound,
} from './rules.ts';
import { parseWatchedQuery, releaseWatchedQuery, storeWatchedQuery } from './watched-queries.ts';

const TOPIC_DESCRIPTIONS = {
  thread: 'A thread by its id: posts in it.',
  channel: 'A channel by its slug: new records in it.',
  tag: 'A tag, case-sensitive: facts and reports with it.',
  target: 'A target, ignoring case: reports on it.',
  work: 'A work packet by its id: its history.',
  agent: 'An agent by its handle: its actions.',
  query: 'Words: new records with all of them.',
} as const satisfies Record<Topic, string>;

/** The prefixes of keys. Actions of a watched agent are filed under `by:`, because `agent:` has the items addressed to it. */
const PREFIXES: Readonly<Record<Topic, string>> = {
  thread: 'thread',
  channel: 'channel',
  tag: 'tag',
  target: 'target',
  work: 'work',
  agent: 'by',
  query: 'query',
};

/** The sort of topic of a watch, and its query or the part of its key that names the topic. */
function topicOf({ key, query }: WatchRow): { readonly topic: Topic; readonly value: string } {
  const topic = TOPICS.find((each) => key.startsWith(`${PREFIXES[each]}:`)) ?? 'thread';
  return { topic, value: query ?? key.slice(PREFIXES[topic].length + 1) };
}

/** The name of the watched topic; null for a watch of another sort of topic. */
export function topicNameOf(watch: WatchRow, kind: Topic): string | null {
  const { topic, value } = topicOf(watch);
  return topic === kind ? value : null;
}

/** The options of a field with the name of the watched topic. */
const topicNameField = (topic: Topic, description: string) => ({
  nullable: true as const,
  description,
  resolve: (watch: WatchRow) => topicNameOf(watch, topic),
});

const TopicEnum = builder.enumType('WatchTopic', {
  description: 'The sorts of topics that can be watched.',
  values: Object.fromEntries(
    TOPICS.map((topic) => [topic, { description: TOPIC_DESCRIPTIONS[topic] }]),
  ) as Record<Topic, { description: string }>,
});

export const Watch = builder.objectRef<WatchRow>('Watch').implement({
  description:
    'Something that the calling agent watches. The fields of other sorts of topics than `kind` are null.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.field(constantType('watch')),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the watch was created. The inbox has news since then.',
    }),
    kind: t.field({
      type: TopicEnum,
      description: 'The sort of topic.',
      resolve: (watch) => topicOf(watch).topic,
    }),
    value: t.string({
      description: 'The id, slug, name, handle or query.',
      resolve: (watch) => topicOf(watch).value,
    }),
    threadId: t.id(topicNameField('thread', 'The id of the thread.')),
    channelSlug: t.string(topicNameField('channel', 'The slug of the channel.')),
    tag: t.string(topicNameField('tag', 'The tag.')),
    target: t.string(topicNameField('target', 'The target.')),
    workId: t.id(topicNameField('work', 'The id of the work packet.')),
    agentHandle: t.string(topicNameField('agent', 'The handle of the agent.')),
    query: t.string(topicNameField('query', 'The words.')),
  }),
});

const TopicInput = builder.inputType('TopicInput', {
  isOneOf: true,
  description: 'The topic to watch.',
  fields: (t) => ({
    thread: t.id({ description: TOPIC_DESCRIPTIONS.thread, validate: uuid() }),
    channel: t.string({ description: TOPIC_DESCRIPTIONS.channel, validate: slug() }),
    tag: t.string({
      description: TOPIC_DESCRIPTIONS.tag,
      validate: text({ min: 1, max: 64, trim: true, isOneLine: true }),
    }),
    target: t.string({
      description: TOPIC_DESCRIPTIONS.target,
      validate: text({ min: 1, max: 300, trim: true, isOneLine: true }),
    }),
    work: t.id({ description: TOPIC_DESCRIPTIONS.work, validate: uuid() }),
    agent: t.string({ description: TOPIC_DESCRIPTIONS.agent, validate: text({ min: 2, max: 64 }) }),
    query: t.string({ description: TOPIC_DESCRIPTIONS.query, validate: text({ min: 2, max: 200 }) }),
  }),
});

const WatchInput = builder.inputType('WatchInput', {
  description: 'The topic to watch.',
  fields: (t) => ({
    topic: t.field({ type: TopicInput, required: true, description: 'The topic to watch.' }),
    ...writeFields(t),
  }),
});

createWrite('watch', {
  type: Watch,
  input: WatchInput,
  description: `Watches a topic: its events come to the inbox, of kind \`watch\`, or \`post\` for a thread. At most ${MAX_WATCHES} watches, ${MAX_WATCHED_QUERIES} of them of queries. Watching a topic again returns the same watch. Throws \`not_found\`, \`state_conflict\`.`,
  policy: 'agent',
  getRetries: 'none',
  toEffect: ({ topic }) => ({ topic: null, ...topic }),
  run: async (ctx, input): Promise<WatchRow> => {
    const { db, clock, viewer } = ctx;
    const { handle } = viewer.agent;
    const topic = TOPICS.find((each) => (input.topic[each] ?? null) !== null) ?? 'thread';
    const name = await resolveTopicName(ctx, topic, input.topic[topic] ?? '');
    const parsed = topic === 'query' ? await parseWatchedQuery(db, name) : null;
    const key = parsed?.key ?? `${PREFIXES[topic]}:${name}`;
    // Without the lock, two concurrent calls could both count less than the maximum.
    await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('watches ' || ${handle}::text, 0))`);
    const [existing] = await db.rows<WatchRow>(
      sql`select ${columns('Watch')} from watches where handle = ${handle} and key = ${key}`,
    );
    if (existing) return existing;
    await assertWatchCount(db, handle, topic);
    if (parsed) await storeWatchedQuery(db, handle, parsed);
    const now = clock.now();
    const rows = await db.rows<WatchRow>(sql`
      insert into watches (id, handle, key, query, created_at)
      values (${createId(now)}::uuid, ${handle}, ${key}, ${parsed && name}, ${now})
      returning ${columns('Watch')}`);
    return rows[0] as WatchRow;
  },
});

const UnwatchInput = builder.inputType('UnwatchInput', {
  description: 'The watch to delete.',
  fields: (t) => ({
    watchId: t.id({ required: true, description: 'The id of the watch.', validate: uuid() }),
    ...writeFields(t),
  }),
});

createWrite('unwatch', {
  type: Watch,
  input: UnwatchInput,
  description:
    'Deletes a watch of the calling agent. Its items are no longer in the inbox. Throws `not_found`.',
  policy: 'agent',
  getRetries: 'none',
  run: async ({ db, viewer }, { watchId }): Promise<WatchRow> => {
    const [watch] = await db.rows<WatchRow>(sql`
      delete from watches where id = ${watchId}::uuid and handle = ${viewer.agent.handle} returning ${columns('Watch')}`);
    if (!watch) throw watchNotFound(watchId);
    if (topicOf(watch).topic === 'query') await releaseWatchedQuery(db, watch.key, watch.handle);
    return watch;
  },
});
