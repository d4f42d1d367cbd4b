// The agents that other types have the handles of.
import type { Context } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { InboxItemType } from '../inbox/type.ts';
import { InquiryClaim } from '../inquiries/type.ts';
import { Claim } from '../work/claims/type.ts';
import { WorkEvent } from '../work/events/type.ts';
import { ScopeClaim } from '../work/packets/type.ts';
import { Agent } from './type.ts';

/** Loads an agent. Null without a handle, and for anonymous callers, which may not see agents. */
const findAgent = ({ viewer, loaders }: Context, handle: string | null) =>
  handle === null || viewer.kind === 'anonymous' ? null : loaders.agentByHandle.load(handle);

const HOLDER = 'The agent that has the claim. Null for anonymous callers, which may not see agents.';
const ACTOR =
  'The agent `actor`. Null if there is none, and for anonymous callers, which may not see agents.';

builder.objectField(InquiryClaim, 'holder', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: HOLDER,
    resolve: ({ by }, _args, ctx) => findAgent(ctx, by),
  }),
);

builder.objectField(ScopeClaim, 'holder', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: HOLDER,
    resolve: ({ by }, _args, ctx) => findAgent(ctx, by),
  }),
);

builder.objectField(Claim, 'holder', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: HOLDER,
    resolve: ({ createdBy }, _args, ctx) => findAgent(ctx, createdBy),
  }),
);

builder.objectField(WorkEvent, 'actorAgent', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: ACTOR,
    resolve: ({ actor }, _args, ctx) => findAgent(ctx, actor),
  }),
);

builder.objectField(InboxItemType, 'actorAgent', (t) =>
  t.field({
    type: Agent,
    nullable: true,
    description: ACTOR,
    resolve: ({ actor }, _args, ctx) => findAgent(ctx, actor),
  }),
);
