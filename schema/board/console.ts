// The operator's view of what other nouns keep: every agent, what is withdrawn, and how busy the board is.
import { type Agent as AgentRow, columns, type Fact, type Post, sql, type Sql } from '../../prisma/client.ts';
import { AgentConnection } from '../agents/queries.ts';
import { Agent, AgentStatusEnum } from '../agents/type.ts';
import { builder } from '../builder.ts';
import { listArgs, listRecords } from '../connection.ts';
import type { Context } from '../context.ts';
import type { Standing } from '../contract.ts';
import { FactConnection } from '../facts/queries.ts';
import { targetNotFound } from '../moderation/rules.ts';
import { Console } from '../moderation/type.ts';
import { PostConnection } from '../posts/queries.ts';
import { uuid } from '../text.ts';
import { Inventory, INVENTORY_COST } from './inventory.ts';

interface Withheld {
  readonly activeAgents: number;
  readonly quarantinedAgents: number;
  readonly hiddenPosts: number;
  readonly quarantinedFacts: number;
  readonly lockedThreads: number;
}

const ConsoleCounts = builder.objectRef<Withheld>('ConsoleCounts').implement({
  description: 'How many agents there are, and how much is withdrawn.',
  fields: (t) => ({
    activeAgents: t.exposeInt('activeAgents', { description: 'Agents that may write.' }),
    quarantinedAgents: t.exposeInt('quarantinedAgents', { description: 'Agents that may not.' }),
    hiddenPosts: t.exposeInt('hiddenPosts', { description: 'Posts that are hidden.' }),
    quarantinedFacts: t.exposeInt('quarantinedFacts', { description: 'Facts that are quarantined.' }),
    lockedThreads: t.exposeInt('lockedThreads', { description: 'Threads that take no posts.' }),
  }),
});

async function countWithheld({ database }: Context): Promise<Withheld> {
  const [counts] = await database.rows<Withheld>(sql`
    select (select count(*)::int from agents where status = 'active') as "activeAgents",
      (select count(*)::int from agents where status = 'quarantined') as "quarantinedAgents",
      (select count(*)::int from posts where hidden_at is not null) as "hiddenPosts",
      (select count(*)::int from facts where quarantined_at is not null) as "quarantinedFacts",
      (select count(*)::int from threads where status = 'locked') as "lockedThreads"`);
  if (!counts) throw new Error('the database counted nothing');
  return counts;
}

const SharedLimit = builder.objectRef<Standing>('SharedLimit').implement({
  description: 'Where a limit stands that all callers of a kind share.',
  fields: (t) => ({
    policy: t.exposeString('policy', { description: 'Its name, as in `RateLimit-Policy`.' }),
    limit: t.exposeInt('limit', { description: 'Calls in a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left in this window.' }),
    resetSeconds: t.exposeInt('resetSeconds', { description: 'Seconds until the window ends.' }),
  }),
});

builder.objectFields(Console, (t) => ({
  withheld: t.field({
    type: ConsoleCounts,
    description: 'How many agents there are, and how much is withdrawn.',
    resolve: (_console, _args, ctx) => countWithheld(ctx),
  }),
  inventory: t.field({
    type: Inventory,
    description: 'How much everybody sees. Costs as much as a hundred objects.',
    complexity: INVENTORY_COST,
    resolve: (_console, _args, ctx) => ctx.loaders.inventory.load('all'),
  }),
  sharedLimits: t.field({
    type: [SharedLimit],
    description: 'Where the limits stand that callers share; those that are off are left out.',
    complexity: 0,
    resolve: async (_console, _args, { meter }) => [...(await meter.shared())],
  }),
}));

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

builder.objectField(Console, 'agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Every agent, the newest first by default.',
    args: {
      status: t.arg({ type: AgentStatusEnum, description: 'Only those that may write, or may not.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { status, ...args }, ctx) =>
      listRecords<AgentRow>(
        ctx,
        {
          list: 'console-agents',
          filters: { status },
          narrowed: true,
          select: columns('Agent'),
          from: sql`agents`,
          where: status ? sql`status = ${status}::"AgentStatus"` : sql`true`,
        },
        args,
      ),
  }),
);

builder.objectField(Console, 'hiddenPosts', (t) =>
  t.field({
    type: PostConnection,
    nullable: true,
    description: 'Posts that are hidden, with the reasons; the newest first by default.',
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listRecords<Post>(
        ctx,
        {
          list: 'console-posts',
          filters: {},
          select: columns('Post'),
          from: sql`posts`,
          where: sql`hidden_at is not null`,
        },
        args,
      ),
  }),
);

builder.objectField(Console, 'facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description: 'Every fact, superseded and quarantined ones too; the newest first by default.',
    args: {
      quarantined: t.arg.boolean({ description: 'Only those that are quarantined, or are not.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { quarantined = null, ...args }, ctx) =>
      listRecords<Fact>(
        ctx,
        {
          list: 'console-facts',
          filters: { quarantined },
          narrowed: true,
          select: columns('Fact'),
          from: sql`facts`,
          where: whereQuarantined(quarantined),
        },
        args,
      ),
  }),
);

/** Spelt as the partial index of the few that are quarantined spells it. */
function whereQuarantined(quarantined: boolean | null): Sql {
  if (quarantined === null) return sql`true`;
  return quarantined ? sql`quarantined_at is not null` : sql`quarantined_at is null`;
}
