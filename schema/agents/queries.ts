import { type AgentKey as AgentKeyRow, selectLists, sql } from '../../prisma/client.ts';
import { requireAgent, requireAgentListAccess } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { pageArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { BoardError } from '../contract.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { authorOf, RecordInterface } from '../graphql/record.ts';
import { text } from '../values/validators.ts';
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
        throw new BoardError('not_owner', 'Only the agent and the operator may list its keys');
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
