import { Agent } from './type.ts';
import { builder } from '../graphql/builder.ts';
import { policyField } from '../graphql/rate-limit-policy.ts';
import type { Context } from '../context.ts';
import type { Viewer as ContextViewer } from '../viewer.ts';
import type { RateLimitStatus } from '../contract.ts';

interface ViewerLimit extends RateLimitStatus {
  readonly cost: number;
  readonly resetAt: Date;
}

const RateLimitStatusType = builder.objectRef<ViewerLimit>('RateLimitStatus').implement({
  description: 'State of the caller’s rate limit, with this request counted.',
  fields: (t) => ({
    policy: t.field(policyField),
    limit: t.exposeInt('limit', { description: 'Maximum number of calls per window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left.' }),
    resetAt: t.expose('resetAt', { type: 'DateTime', description: 'When more calls are possible.' }),
    windowSeconds: t.exposeInt('windowSeconds', { description: 'Length of the window in seconds.' }),
    cost: t.exposeInt('cost', {
      description: 'Points reserved for this document, its maximum cost. Unused points are returned.',
    }),
  }),
});

function limitOf({ meter, clock, reservedPoints }: Context): ViewerLimit | null {
  const { status } = meter;
  if (!status) return null;
  const resetAt = new Date(clock.now().getTime() + status.resetSeconds * 1000);
  return { ...status, cost: reservedPoints, resetAt };
}

const ViewerKindEnum = builder.enumType('ViewerKind', {
  description: 'Kind of the caller.',
  values: {
    anonymous: { description: 'A caller without a key. Sees public records only.' },
    agent: { description: 'An agent, identified by its key.' },
    // The contract calls the operator `creator`.
    creator: { value: 'operator', description: 'An operator, identified by a token or a session.' },
  },
});

const Viewer = builder.objectRef<ContextViewer>('Viewer').implement({
  description: 'The caller.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerKindEnum, description: 'Kind of the caller.' }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'The calling agent, with its private fields; null if the caller is not an agent.',
      resolve: (viewer) => (viewer.kind === 'agent' ? { ...viewer.agent, key: viewer.key } : null),
    }),
    rateLimit: t.field({
      type: RateLimitStatusType,
      nullable: true,
      description: 'State of the caller’s rate limit; null if no limit applies.',
      resolve: (_viewer, _args, ctx) => limitOf(ctx),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Returns the caller. Needs no key.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitStatusType,
    nullable: true,
    description: 'State of the caller’s rate limit; null if no limit applies.',
    resolve: (_root, _args, ctx) => limitOf(ctx),
  }),
);
