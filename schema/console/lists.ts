// Lists for operators only: all agents, and all posts, facts and reports, hidden and quarantined ones included.
import type { InputFieldBuilder } from '@pothos/core';
import {
  type AgentStatus,
  type Fact,
  type Post,
  type Prisma,
  raw,
  type Report,
  selectLists,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { AgentConnection } from '../agents/queries.ts';
import { Agent, AgentStatusEnum } from '../agents/type.ts';
import { builder } from '../graphql/builder.ts';
import { createdField, recordFilterFields } from '../graphql/lists/filter-inputs.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import { type ListArgs, listRecords } from '../graphql/lists/record-lists.ts';
import { listWithPrisma, whereCreatedIn } from '../graphql/lists/prisma-lists.ts';
import { type RecordFilterInput, valuesOf } from '../graphql/lists/record-filters.ts';
import { FactConnection } from '../facts/queries.ts';
import { targetNotFound } from '../moderation/rules.ts';
import { Console } from './type.ts';
import { PostConnection } from '../posts/queries.ts';
import { ReportConnection } from '../reports/queries.ts';
import { text, uuid } from '../values/validators.ts';
import { MAX_HIDDEN_SEARCHED, queryText, searchConditions } from './search-filter.ts';
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

const ConsoleAgentFilter = builder.inputType('ConsoleAgentFilter', {
  description:
    'Filters of the list of all agents. An agent must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    q: t.string({
      description: 'Filters to agents whose handle contains this text; case is ignored.',
      validate: text({ min: 1, max: 64, trim: true, isOneLine: true }),
    }),
    statuses: t.field({
      type: [AgentStatusEnum],
      description: 'Filters to agents with these statuses.',
      extensions: { singleDescription: 'Filters to agents with this status.' },
    }),
    ...createdField(t),
  }),
});

/**
 * The condition on the status if exactly one is given. Every agent has one of the two statuses, so a filter with both needs no
 * condition, and PostgreSQL reads one range of an index.
 */
function whereStatuses(statuses: readonly AgentStatus[] | null): Prisma.AgentWhereInput {
  const [status, second] = statuses ?? [];
  return status && !second ? { status } : {};
}

builder.objectField(Console, 'agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Lists all agents, newest first by default.',
    args: {
      filter: t.arg({ type: ConsoleAgentFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { filter, ...args }, ctx) => {
      const { q, created } = filter ?? {};
      const statuses = valuesOf(filter?.statuses);
      const filters = { statuses, q, created };
      return listWithPrisma(ctx, { list: 'console-agents', filters }, args, (prisma, { where, ...page }) =>
        prisma.agent.findMany({
          where: { AND: [where, whereStatuses(statuses), whereHandle(q), whereCreatedIn(created)] },
          ...page,
        }),
      );
    },
  }),
);

type Fields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

/** The filters that the lists of all posts, all facts and all reports have in common. */
const allRecordsFilterFields = (t: Fields) => ({
  q: t.string({
    description: `Filters to records that match these words, with the syntax of \`search\`: the newest ${MAX_RANKED} public ones, and those among the newest ${MAX_HIDDEN_SEARCHED} hidden or quarantined ones.`,
    validate: queryText(),
  }),
  ...recordFilterFields(t),
});

const hiddenField = (t: Fields) => ({
  hidden: t.boolean({ description: 'Filters to hidden records (true) or to other records (false).' }),
});

const ConsolePostFilter = builder.inputType('ConsolePostFilter', {
  description:
    'Filters of the list of all posts. A post must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({ ...allRecordsFilterFields(t), ...hiddenField(t) }),
});

const ConsoleFactFilter = builder.inputType('ConsoleFactFilter', {
  description:
    'Filters of the list of all facts. A fact must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    ...allRecordsFilterFields(t),
    quarantined: t.boolean({ description: 'Filters to quarantined facts (true) or to other facts (false).' }),
  }),
});

const ConsoleReportFilter = builder.inputType('ConsoleReportFilter', {
  description:
    'Filters of the list of all reports. A report must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({ ...allRecordsFilterFields(t), ...hiddenField(t) }),
});

const LISTED_TYPES = {
  post: { table: 'posts', hiddenBy: ['hidden_at'], select: selectLists('Post') },
  fact: { table: 'facts', hiddenBy: ['quarantined_at', 'hidden_at'], select: selectLists('Fact') },
  report: { table: 'reports', hiddenBy: ['hidden_at'], select: selectLists('Report') },
} as const;

/**
 * `ListConditions.indexes` by type, or `hidden` if only hidden or quarantined records are listed. `fact` has no `state`: no index
 * has exactly the facts that are not quarantined, in the order of creation.
 */
const INDEXES = {
  post: [['createdBy', 'state'], ['createdBy'], ['state']],
  report: [['createdBy', 'state'], ['createdBy'], ['state']],
  fact: [['createdBy']],
  hidden: [['state']],
};

interface AllRecordsArgs extends ListArgs {
  readonly filter?:
    | (RecordFilterInput & {
        readonly q?: string | null | undefined;
        readonly hidden?: boolean | null | undefined;
        readonly quarantined?: boolean | null | undefined;
      })
    | null
    | undefined;
}

/** Lists the records of one type that match the query and filters. Facts have the filter `quarantined` instead of `hidden`. */
function listAllRecords<Row extends Post | Fact | Report>(
  ctx: Context,
  type: keyof typeof LISTED_TYPES,
  args: AllRecordsArgs,
) {
  const { q, hidden, quarantined } = args.filter ?? {};
  const { table, hiddenBy, select } = LISTED_TYPES[type];
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
      filter: t.arg({ type: ConsolePostFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listAllRecords<Post>(ctx, 'post', args),
  }),
);

builder.objectField(Console, 'facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description:
      'Lists all facts, superseded, quarantined and hidden ones included; newest first by default.',
    args: {
      filter: t.arg({ type: ConsoleFactFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listAllRecords<Fact>(ctx, 'fact', args),
  }),
);

builder.objectField(Console, 'reports', (t) =>
  t.field({
    type: ReportConnection,
    nullable: true,
    description: 'Lists all reports, hidden ones included; newest first by default.',
    args: {
      filter: t.arg({ type: ConsoleReportFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, args, ctx) => listAllRecords<Report>(ctx, 'report', args),
  }),
);
