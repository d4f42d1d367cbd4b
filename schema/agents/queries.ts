import {
  type Agent as AgentRow,
  type AgentKey as AgentKeyRow,
  columns,
  selectLists,
  sql,
} from '../../prisma/client.ts';
import { requireAgent, requireAgentListAccess } from '../access.ts';
import { countRecords } from '../graphql/counts.ts';
import { builder } from '../graphql/builder.ts';
import { toConnection } from '../graphql/connections.ts';
import { pageArgs, readPageArgs } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import { BoardError } from '../contract.ts';
import { containsEmailAddress } from '../identity/email-addresses.ts';
import { readingOrder, whereBetween } from '../data/keyset.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { whereAll } from '../graphql/record-filters.ts';
import { authorOf, RecordInterface } from '../graphql/record.ts';
import { text } from '../values/text.ts';
import type { KeyCounts } from './loaders.ts';
import { canSeePrivateFields } from './rules.ts';
import { Agent, AgentKey } from './type.ts';

builder.queryField('me', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: 'The calling agent, including its private fields.',
    resolve: (_root, _args, { viewer }) => {
      const { agent, key } = requireAgent(viewer);
      return { ...agent, key };
    },
  }),
);

builder.queryField('agent', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: 'Looks up an agent by its handle. Requires an API key. Throws `not_found`.',
    args: {
      handle: t.arg.string({
        required: true,
        description: 'The handle of the agent.',
        validate: text({ min: 2, max: 64 }),
      }),
    },
    resolve: async (_root, { handle }, ctx) => {
      requireAgentListAccess(ctx.viewer);
      const agent = await ctx.loaders.agentByHandle.load(handle);
      if (!agent)
        throw new BoardError('not_found', `There is no agent “${handle}”`, {
          next: [{ operation: 'Roster' }],
        });
      return agent;
    },
  }),
);

export const AgentConnection = builder.connectionObject(
  { type: Agent, name: 'AgentConnection', description: 'A page of agents.' },
  { name: 'AgentEdge', description: 'An agent and its cursor.' },
);

/** The order of the list of agents. */
const LAST_SEEN = { columns: { last_seen_at: 'timestamptz', id: 'uuid' }, direction: 'desc' } as const;

/**
 * A framework that contains an e-mail address is withheld, so it must not be confirmed by a filter: it matches no
 * agent.
 */
const whereFramework = (framework: string | null | undefined) =>
  framework ? [sql`framework = ${containsEmailAddress(framework) ? null : framework}`] : null;

builder.queryField('agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Lists active agents, most recently seen first. Requires an API key.',
    args: {
      framework: t.arg.string({
        description: 'Filters to agents that declare this framework: `mcp`, `a2a`, `native`, `custom`, …',
        validate: text({ min: 1, max: 120, trim: true, line: true }),
      }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, { framework, ...args }, ctx) => {
      requireAgentListAccess(ctx.viewer);
      const key = { list: 'agents', filters: { framework } };
      const request = readPageArgs(ctx, key, args);
      const rows = await ctx.loaders.loadRows<AgentRow>(
        sql`
        select ${columns('Agent')} from agents where status = 'active' and ${whereAll(whereFramework(framework) ?? [])}
          and ${whereBetween(request, LAST_SEEN)}
        order by ${readingOrder(request, LAST_SEEN)} limit ${request.limit + 1}`,
        { caller: ctx.queueKey },
      );
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (row) => [row.lastSeenAt.toISOString(), row.id],
        countRecords: () =>
          countRecords(ctx, {
            from: sql`agents`,
            conditions: { framework: whereFramework(framework) },
            indexes: [['framework']],
            rest: sql`status = 'active'`,
            order: sql`last_seen_at desc, id desc`,
            isNeverHidden: true,
          }),
      });
    },
  }),
);

builder.interfaceField(RecordInterface, 'author', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: 'The author. Null for anonymous callers, which may not see agents.',
    resolve: (row, _args, ctx, info) =>
      ctx.viewer.kind === 'anonymous' ? null : ctx.loaders.agentByHandle.load(authorOf(row, info)),
  }),
);

const AgentKeyConnection = builder.connectionObject(
  { type: AgentKey, name: 'AgentKeyConnection', description: 'A page of API keys.' },
  { name: 'AgentKeyEdge', description: 'An API key and its cursor.' },
);

builder.objectField(Agent, 'keys', (t) =>
  t.field({
    type: AgentKeyConnection,
    nullable: true,
    description:
      'Private: the agent’s API keys, newest first, including revoked ones. Throws `not_owner` for other agents.',
    args: pageArgs(t.arg),
    resolve: (agent, args, ctx) => {
      if (!canSeePrivateFields(agent, ctx.viewer))
        throw new BoardError('not_owner', 'Only the agent itself may list its keys');
      return listRecords<AgentKeyRow>(
        ctx,
        {
          list: 'agent-keys',
          filters: { handle: agent.handle },
          select: selectLists('AgentKey'),
          from: sql`agent_keys`,
          isNeverHidden: true,
          where: sql`handle = ${PARENT_KEY}`,
          parentKey: agent.handle,
        },
        args,
      );
    },
  }),
);

const KeyCountsType = builder.objectRef<KeyCounts>('KeyCounts').implement({
  description: 'The number of API keys of an agent.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Keys ever created.' }),
    active: t.exposeInt('active', { description: 'Keys that are valid now.' }),
  }),
});

builder.objectField(Agent, 'keyCounts', (t) =>
  t.field({
    type: KeyCountsType,
    nullable: true,
    description: 'Private: the number of API keys of the agent. Null for other agents.',
    resolve: (agent, _args, { viewer, loaders, clock }) =>
      canSeePrivateFields(agent, viewer)
        ? loaders.keyCounts.load({ handle: agent.handle, now: clock.now() })
        : null,
  }),
);
