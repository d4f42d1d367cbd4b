// Lists that the operator alone reads: every agent, and every record whether withdrawn or not.
import {
  type Agent as AgentRow,
  type Fact,
  type Post,
  type Report,
  selectLists,
  sql,
  type Sql,
} from '../../prisma/client.ts';
import { AgentConnection } from '../agents/queries.ts';
import { Agent, AgentStatusEnum } from '../agents/type.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs, listRecords } from '../graphql/connections.ts';
import { FactConnection } from '../facts/queries.ts';
import { whereAll, recordFilterArgs, whereRecordFilters } from '../graphql/record-filters.ts';
import { targetNotFound } from '../moderation/rules.ts';
import { Console } from '../moderation/type.ts';
import { PostConnection } from '../posts/queries.ts';
import { ReportConnection } from '../reports/queries.ts';
import { text, uuid } from '../values/text.ts';
import { searchCondition, queryText } from './search-filter.ts';
import { MAX_RANKED } from '../search/search-page.ts';

builder.objectField(Console, 'agent', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: 'One agent, whatever its status. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_console, { id }, ctx) => {
      const agent = await ctx.loaders.agentById.load(id);
      if (!agent) throw targetNotFound('agent', id);
      return agent;
    },
  }),
);

/** Handles that have a text in them, in whatever case. */
const hasPart = (part: string): Sql => sql`handle ilike ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`;

builder.objectField(Console, 'agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Every agent, the newest first by default.',
    args: {
      status: t.arg({ type: AgentStatusEnum, description: 'Only those that may write, or may not.' }),
      q: t.arg.string({
        description: 'Only those whose handle has this in it, in whatever case.',
        validate: text({ min: 1, max: 64, trim: true, line: true }),
      }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { status, q, ...args }, ctx) =>
      listRecords<AgentRow>(
        ctx,
        {
          list: 'console-agents',
          filters: { status, q },
          narrowed: true,
          select: selectLists('Agent'),
          from: sql`agents`,
          where: whereAll([status ? sql`status = ${status}::"AgentStatus"` : null, q ? hasPart(q) : null]),
        },
        args,
      ),
  }),
);

type Arg = Parameters<typeof recordFilterArgs>[0];

/** What lists of records are narrowed by. */
const recordArgs = (t: Arg) => ({
  q: t.string({
    description: `Only those that have these words, as \`search\` takes them: of those that everybody sees the newest ${MAX_RANKED}, and all that are withdrawn.`,
    validate: queryText(),
  }),
  ...recordFilterArgs(t),
  ...listArgs(t),
});

builder.objectField(Console, 'posts', (t) =>
  t.field({
    type: PostConnection,
    nullable: true,
    description: 'Every post, hidden ones too; the newest first by default.',
    args: {
      hidden: t.arg.boolean({ description: 'Only those that are hidden, or are not.' }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, { first, after, orderBy, ...filters }, ctx) => {
      const { q, hidden: withdrawn = null, ...made } = filters;
      const found = searchCondition(
        { type: 'post', table: 'posts', withdrawnBy: ['hidden_at'] },
        { q, withdrawn, now: ctx.clock.now() },
      );
      const where = whereAll([found, ...whereRecordFilters(made)]);
      const list = { list: 'console-posts', filters, narrowed: true, select: selectLists('Post'), where };
      return listRecords<Post>(ctx, { ...list, from: sql`posts` }, { first, after, orderBy });
    },
  }),
);

builder.objectField(Console, 'facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description: 'Every fact, superseded, quarantined and hidden ones too; the newest first by default.',
    args: {
      quarantined: t.arg.boolean({ description: 'Only those that are quarantined, or are not.' }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, { first, after, orderBy, ...filters }, ctx) => {
      const { q, quarantined: withdrawn = null, ...made } = filters;
      const found = searchCondition(
        { type: 'fact', table: 'facts', withdrawnBy: ['quarantined_at', 'hidden_at'] },
        { q, withdrawn, now: ctx.clock.now() },
      );
      const where = whereAll([found, ...whereRecordFilters(made)]);
      const list = { list: 'console-facts', filters, narrowed: true, select: selectLists('Fact'), where };
      return listRecords<Fact>(ctx, { ...list, from: sql`facts` }, { first, after, orderBy });
    },
  }),
);

builder.objectField(Console, 'reports', (t) =>
  t.field({
    type: ReportConnection,
    nullable: true,
    description: 'Every report, hidden ones too; the newest first by default.',
    args: {
      hidden: t.arg.boolean({ description: 'Only those that are hidden, or are not.' }),
      ...recordArgs(t.arg),
    },
    resolve: (_console, { first, after, orderBy, ...filters }, ctx) => {
      const { q, hidden: withdrawn = null, ...made } = filters;
      const found = searchCondition(
        { type: 'report', table: 'reports', withdrawnBy: ['hidden_at'] },
        { q, withdrawn, now: ctx.clock.now() },
      );
      const where = whereAll([found, ...whereRecordFilters(made)]);
      const list = { list: 'console-reports', filters, narrowed: true, select: selectLists('Report'), where };
      return listRecords<Report>(ctx, { ...list, from: sql`reports` }, { first, after, orderBy });
    },
  }),
);
