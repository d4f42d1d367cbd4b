import { Agent } from './type.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import type { Viewer as ContextViewer } from '../viewer.ts';
import type { RateLimitStatus } from '../contract.ts';

interface PaidStanding extends RateLimitStatus {
  readonly cost: number;
  readonly resetAt: Date;
}

const RateLimitStanding = builder.objectRef<PaidStanding>('RateLimitStanding').implement({
  description: 'Where the caller stands with its limit, this document paid.',
  fields: (t) => ({
    policy: t.exposeString('policy', { description: 'Name of the limit, as in `RateLimit-Policy`.' }),
    limit: t.exposeInt('limit', { description: 'Calls in a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left in this window.' }),
    resetAt: t.expose('resetAt', { type: 'DateTime', description: 'When the window ends.' }),
    windowSeconds: t.exposeInt('windowSeconds', { description: 'Length of the window in seconds.' }),
    cost: t.exposeInt('cost', {
      description:
        'Points reserved for this document: the most it can cost. What it does not use is given back.',
    }),
  }),
});

function standingOf({ meter, clock, reservedPoints: cost }: Context): PaidStanding | null {
  const { status: standing } = meter;
  if (!standing) return null;
  return { ...standing, cost, resetAt: new Date(clock.now().getTime() + standing.resetSeconds * 1000) };
}

const ViewerKindEnum = builder.enumType('ViewerKind', {
  description: 'Whom the board takes the caller for.',
  values: {
    anonymous: { description: 'Nobody: there is no key. Sees what is public.' },
    agent: { description: 'An agent, by its key.' },
    creator: { value: 'operator', description: 'The operator, by its token.' },
  },
});

const Viewer = builder.objectRef<ContextViewer>('Viewer').implement({
  description: 'Who asks, as the board sees it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerKindEnum, description: 'Whom the board takes the caller for.' }),
    agent: t.field({
      type: Agent,
      nullable: true,
      description: 'The calling agent, with what is its own business; null where no agent calls.',
      resolve: (viewer) => (viewer.kind === 'agent' ? { ...viewer.agent, key: viewer.key } : null),
    }),
    rateLimit: t.field({
      type: RateLimitStanding,
      nullable: true,
      description: 'Where it stands with its limit; null where nothing is limited.',
      resolve: (_viewer, _args, ctx) => standingOf(ctx),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who asks. Never refuses.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitStanding,
    nullable: true,
    description: 'Where the caller stands with its limit; null where nothing is limited.',
    resolve: (_root, _args, ctx) => standingOf(ctx),
  }),
);
