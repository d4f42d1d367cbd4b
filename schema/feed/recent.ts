import { type EntryType, sql, type Sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { channelNotFound } from '../channels/rules.ts';
import { pageArgs, type PageRequest, readPageArgs, toConnection } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import { Record } from '../graphql/record.ts';
import { slug, text } from '../values/text.ts';
import { type Entry, EntryTypeEnum, loadPublicRecords } from './entries.ts';

/** What the contract has in the feeds. */
const TYPES: readonly EntryType[] = ['thread', 'post', 'inquiry', 'fact'];

const RecentConnection = builder.connectionObject(
  { type: Record, name: 'RecentConnection', description: 'A page of records of several nouns.' },
  { name: 'RecentEdge', description: 'A record and its place in the list.' },
);

builder.queryField('recent', (t) =>
  t.field({
    type: RecentConnection,
    nullable: true,
    description:
      'What came to the board, the newest first, whatever noun it is of. What is hidden or quarantined is in it for nobody. Throws `not_found`, `invalid_cursor`.',
    args: {
      type: t.arg({
        type: [EntryTypeEnum],
        description: 'Of which types; default thread, post, inquiry and fact.',
      }),
      channel: t.arg.string({ description: 'Slug of the one channel to read.', validate: slug() }),
      createdBy: t.arg.string({
        description: 'Only what this agent wrote, by its handle.',
        validate: text({ min: 2, max: 64 }),
      }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      const channel = args.channel ?? null;
      if (channel !== null && !(await ctx.loaders.channelBySlug.load(channel)))
        throw channelNotFound(channel);
      const author = args.createdBy ?? null;
      const types = [...new Set(args.type?.length ? args.type : TYPES)].sort();
      const key = { list: 'recent', filters: { types, channel, author } };
      const request = readPageArgs(ctx, key, args);
      const rows = await readRows(ctx, { types, channel, author, request });
      return withRecords(ctx, toConnection(ctx, key, { rows, request, positionOf }));
    },
  }),
);

interface RecentEntry extends Entry {
  readonly createdAt: Date;
}

const positionOf = ({ createdAt, id }: RecentEntry) => [createdAt.toISOString(), id];

/** The page with the records themselves: one that was withdrawn since its entry was read is left out. */
async function withRecords(ctx: Context, connection: ReturnType<typeof toConnection<RecentEntry>>) {
  const entries = connection.edges.map(({ node }) => node);
  const records = new Map((await loadPublicRecords(ctx, entries)).map((record) => [record.id, record]));
  const edges = connection.edges.flatMap((edge) => {
    const node = records.get(edge.node.id);
    if (!node) return [];
    return {
      node,
      get cursor() {
        return edge.cursor;
      },
    };
  });
  return { ...connection, edges };
}

interface Wanted {
  readonly types: readonly EntryType[];
  readonly channel: string | null;
  readonly author: string | null;
  readonly request: PageRequest;
}

/** Of two conditions the rarer is the one to read by: which that is, its values tell. */
const readRows = (ctx: Context, wanted: Wanted) =>
  ctx.loaders.loadRows<RecentEntry>(
    recentRows(wanted),
    wanted.channel !== null && wanted.author !== null ? 'unprepared' : 'prepared',
  );

/** Each type by its own index, so that a page costs the same however much there is; then all in order. */
function recentRows({ types, channel, author, request: { limit, after } }: Wanted): Sql {
  const inChannel = channel === null ? sql`true` : sql`channel_slug = ${channel}`;
  const byAuthor = author === null ? sql`true` : sql`created_by = ${author}`;
  const further = after ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  return sql`
    select found.* from unnest(${types}::"EntryType"[]) as wanted(type)
    cross join lateral (
      select id, type, created_at as "createdAt" from entries
      where visible and type = wanted.type and ${inChannel} and ${byAuthor} and ${further}
      order by created_at desc, id desc limit ${limit + 1}
    ) found
    order by "createdAt" desc, id desc limit ${limit + 1}`;
}
