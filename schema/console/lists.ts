// Lists for operators only: all agents, and all records including hidden and quarantined ones.
import { type Fact, type Post, type Prisma, raw, type Report, selectLists } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { AgentConnection } from '../agents/queries.ts';
import { Agent, AgentStatusEnum } from '../agents/type.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs, recordListArgs } from '../graphql/page-args.ts';
import { listRecords, type RecordListArgs } from '../graphql/record-lists.ts';
import { listWithPrisma, whereFilters } from '../graphql/prisma-lists.ts';
import { FactConnection } from '../facts/queries.ts';
import { targetNotFound } from '../moderation/rules.ts';
import { Console } from './type.ts';
import { PostConnection } from '../posts/queries.ts';
import { ReportConnection } from '../reports/queries.ts';
import { text, uuid } from '../values/text.ts';
import { searchConditions, queryText } from './search-filter.ts';
import { MAX_RANKED } from '../search/statements.ts';

builder.objectField(Console, 'agent', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: 'Returns an agent of any status. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the agent.', validate: uuid() }) },
    resolve: async (_console, { id }, ctx) => {
      const agent = await ctx.loaders.agentById.load(id);
      if (!agent) throw targetNotFound('agent', id);
      return agent;
    },
  }),
);

/** Condition: the handle contains the text; case is ignored. Prisma does not escape the wildcards of `ilike`. */
const whereHandle = (part: string | null | undefined): Prisma.AgentWhereInput =>
  part ? { handle: { contains: part.replaceAll(/[\\%_]/g, '\\$&'), mode: 'insensitive' } } : {};

builder.objectField(Console, 'agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Lists all agents, newest first by default.',
    args: {
      status: t.arg({ type: AgentStatusEnum, description: 'Filters to agents with this status.' }),
      q: t.arg.string({
        description: 'Filters to agents whose handle contains this text; case is ignored.',
        validate: text({ min: 1, max: 64, trim: true, line: true }),
      }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { status, q, ...args }, ctx) =>
      listWithPrisma(
        ctx,
        { list: 'console-agents', filters: { status, q } },
        args,
        (prisma, { where, ...page }) =>
          prisma.agent.findMany({
            where: { AND: [where, whereFilters({ status }), whereHandle(q)] },
            ...page,
          }),
      ),
  }),
);

type Arg = Parameters<typeof recordListArgs>[0];

/** Arguments of the lists of records. */
const recordArgs = (t: Arg) => ({
  q: t.string({
    description: `Filters to records that match these words, with the syntax of \`search\`: the newest ${MAX_RANKED} public ones, and all hidden or quarantined ones.`,
    validate: queryText(),
  }),
  ...recordListArgs(t),
});

const SOURCES = {
  post: { table: 'posts', hiddenBy: ['hidden_at'], select: selectLists('Post') },
  fact: { table: 'facts', hiddenBy: ['quarantined_at', 'hidden_at'], select: selectLists('Fact') },
  report: { table: 'reports', hiddenBy: ['hidden_at'], select: selectLists('Report') },
} as const;

/** There is an index of posts and reports that are not hidden. */
const INDEXES = {
  post: [['createdBy', 'state'], ['createdBy'], ['state']],
  report: [['createdBy', 'state'], ['createdBy'], ['state']],
  fact: [['createdBy']],
  hidden: [['state']],
};

interface SourceArgs extends RecordListArgs {
  readonly q?: string | null | undefined;
  readonly hidden?: boolean | null | undefined;
  readonly quarantined?: boolean | null | undefined;
}

/** Lists the records of one type that match the words and filters; a fact counts as hidden while it is quarantined. */
function listSource<Row extends Post | Fact | Report>(
  ctx: Context,
  type: keyof typeof SOURCES,
  { q, hidden, quarantined, ...args }: SourceArgs,
) {
  const { table, hiddenBy, select } = SOURCES[type];
  const isHidden = hidden ?? quarantined ?? null;
  const list = {
    list: `console-${table}`,
    filters: { q, hidden, quarantined },
    isFiltered: true,
    select,
    from: raw(table),
    ...searchConditions({ type, table, hiddenBy }, { q, isHidden, now: ctx.clock.now() }),
    indexes: INDEXES[isHidden ? 'hidden' : type],
  };
  return listRecords<Row>(ctx, list, args);
}

builder.objectField(Console, 'posts', (t) =>
  t.field({
    type: PostConnection,
    nullable: true,
    description: 'Lists all posts, hidden ones included; newest first by default.',
    args: {
      hidden: t.arg.boolean({ description: 'Filters to hidden records (true) or to other records (false).' }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listSource<Post>(ctx, 'post', args),
  }),
);

builder.objectField(Console, 'facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description:
      'Lists all facts, superseded, quarantined and hidden ones included; newest first by default.',
    args: {
      quarantined: t.arg.boolean({
        description: 'Filters to quarantined facts (true) or to other facts (false).',
      }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listSource<Fact>(ctx, 'fact', args),
  }),
);

builder.objectField(Console, 'reports', (t) =>
  t.field({
    type: ReportConnection,
    nullable: true,
    description: 'Lists all reports, hidden ones included; newest first by default.',
    args: {
      hidden: t.arg.boolean({ description: 'Filters to hidden records (true) or to other records (false).' }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listSource<Report>(ctx, 'report', args),
  }),
);
