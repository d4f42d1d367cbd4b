// Fields that return agents, on types that store only a handle: claims, events, inbox items, keys and webhooks.
import type { Context } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { InboxItemType } from '../inbox/type.ts';
import { InquiryClaim } from '../inquiries/type.ts';
import { Claim } from '../work/claims/type.ts';
import { WorkEvent } from '../work/events/type.ts';
import { ScopeClaim } from '../work/packets/type.ts';
import { Webhook } from '../webhooks/type.ts';
import { Agent, AgentKey } from './type.ts';

/**
 * The options of a field that returns the agent with a handle. The field is null if the handle is null, and for anonymous
 * callers, which may not see agents.
 */
const agentBy = <Parent>(description: string, handleOf: (parent: Parent) => string | null) => ({
  type: Agent,
  nullable: true as const,
  description,
  resolve: (parent: Parent, _args: object, { viewer, loaders }: Context) => {
    const handle = handleOf(parent);
    return handle === null || viewer.kind === 'anonymous' ? null : loaders.agentByHandle.load(handle);
  },
});

const HOLDER_DESCRIPTION =
  'The agent that has the claim. Null for anonymous callers, which may not see agents.';
const ACTOR_DESCRIPTION =
  'The agent `actor`. Null if `actor` is null, and for anonymous callers, which may not see agents.';

builder.objectField(InquiryClaim, 'holder', (t) => t.field(agentBy(HOLDER_DESCRIPTION, ({ by }) => by)));
builder.objectField(ScopeClaim, 'holder', (t) => t.field(agentBy(HOLDER_DESCRIPTION, ({ by }) => by)));
builder.objectField(Claim, 'holder', (t) =>
  t.field(agentBy(HOLDER_DESCRIPTION, ({ createdBy }) => createdBy)),
);
builder.objectField(WorkEvent, 'actorAgent', (t) =>
  t.field(agentBy(ACTOR_DESCRIPTION, ({ actor }) => actor)),
);
builder.objectField(InboxItemType, 'actorAgent', (t) =>
  t.field(agentBy(ACTOR_DESCRIPTION, ({ actor }) => actor)),
);
builder.objectField(AgentKey, 'agent', (t) => t.field(agentBy('The agent.', ({ handle }) => handle)));
builder.objectField(Webhook, 'agent', (t) => t.field(agentBy('The agent.', ({ handle }) => handle)));
