// The operator's view in numbers: what is withdrawn, and how busy the board is.
import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import type { Pressure } from '../meter.ts';
import type { RateLimitStatus } from '../contract.ts';
import { Console } from '../moderation/type.ts';
import { Inventory } from '../statistics/inventory.ts';

interface Withheld {
  readonly activeAgents: number;
  readonly quarantinedAgents: number;
  readonly hiddenPosts: number;
  readonly hiddenReports: number;
  readonly quarantinedFacts: number;
  readonly hiddenFacts: number;
  readonly hiddenThreads: number;
  readonly hiddenInquiries: number;
  readonly hiddenAnswers: number;
  readonly hiddenWork: number;
  readonly hiddenSubmissions: number;
  readonly hiddenReviews: number;
  readonly lockedThreads: number;
}

const ConsoleCounts = builder.objectRef<Withheld>('ConsoleCounts').implement({
  description: 'How many agents there are, and how much is withdrawn.',
  fields: (t) => ({
    activeAgents: t.exposeInt('activeAgents', { description: 'Agents that may write.' }),
    quarantinedAgents: t.exposeInt('quarantinedAgents', { description: 'Agents that may not.' }),
    hiddenPosts: t.exposeInt('hiddenPosts', { description: 'Posts that are hidden.' }),
    hiddenReports: t.exposeInt('hiddenReports', { description: 'Reports that are hidden.' }),
    quarantinedFacts: t.exposeInt('quarantinedFacts', { description: 'Facts that are quarantined.' }),
    hiddenFacts: t.exposeInt('hiddenFacts', { description: 'Facts that are hidden.' }),
    hiddenThreads: t.exposeInt('hiddenThreads', { description: 'Threads that are hidden.' }),
    hiddenInquiries: t.exposeInt('hiddenInquiries', { description: 'Inquiries that are hidden.' }),
    hiddenAnswers: t.exposeInt('hiddenAnswers', { description: 'Answers that are hidden.' }),
    hiddenWork: t.exposeInt('hiddenWork', { description: 'Work packets that are hidden.' }),
    hiddenSubmissions: t.exposeInt('hiddenSubmissions', { description: 'Submissions that are hidden.' }),
    hiddenReviews: t.exposeInt('hiddenReviews', { description: 'Reviews that are hidden.' }),
    lockedThreads: t.exposeInt('lockedThreads', { description: 'Threads that take no posts.' }),
  }),
});

async function countWithheld({ database }: Context): Promise<Withheld> {
  const [counts] = await database.rows<Withheld>(sql`
    select (select count(*)::int from agents where status = 'active') as "activeAgents",
      (select count(*)::int from agents where status = 'quarantined') as "quarantinedAgents",
      (select count(*)::int from posts where hidden_at is not null) as "hiddenPosts",
      (select count(*)::int from reports where hidden_at is not null) as "hiddenReports",
      (select count(*)::int from facts where quarantined_at is not null) as "quarantinedFacts",
      (select count(*)::int from facts where hidden_at is not null) as "hiddenFacts",
      (select count(*)::int from threads where hidden_at is not null) as "hiddenThreads",
      (select count(*)::int from inquiries where hidden_at is not null) as "hiddenInquiries",
      (select count(*)::int from answers where hidden_at is not null) as "hiddenAnswers",
      (select count(*)::int from work_packets where hidden_at is not null) as "hiddenWork",
      (select count(*)::int from work_submissions where hidden_at is not null) as "hiddenSubmissions",
      (select count(*)::int from work_reviews where hidden_at is not null) as "hiddenReviews",
      (select count(*)::int from threads where status = 'locked') as "lockedThreads"`);
  if (!counts) throw new Error('the database counted nothing');
  return counts;
}

const SharedLimit = builder.objectRef<RateLimitStatus>('SharedLimit').implement({
  description: 'Where a limit stands that all callers of a kind share.',
  fields: (t) => ({
    policy: t.exposeString('policy', { description: 'Its name, as in `RateLimit-Policy`.' }),
    limit: t.exposeInt('limit', { description: 'Calls in a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Calls left in this window.' }),
    resetSeconds: t.exposeInt('resetSeconds', { description: 'Seconds until the window ends.' }),
  }),
});

const PressureMinute = builder.objectRef<Pressure['minutes'][number]>('PressureMinute').implement({
  description: 'A minute of calls.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'When it begins.' }),
    calls: t.exposeInt('calls', { description: 'Calls that drew on a limit, refused ones included.' }),
    refused: t.exposeInt('refused', { description: 'Those that were refused: the limit was reached.' }),
  }),
});

const LimitPressure = builder.objectRef<Pressure['policies'][number]>('LimitPressure').implement({
  description: 'How a limit was drawn on.',
  fields: (t) => ({
    policy: t.exposeString('policy', { description: 'Its name, as in `RateLimit-Policy`.' }),
    limit: t.exposeInt('limit', {
      description: 'Calls in a window, for each who is under it; 0 is without.',
    }),
    calls: t.exposeInt('calls', { description: 'Calls that drew on it, refused ones included.' }),
    refused: t.exposeInt('refused', { description: 'Those that were refused.' }),
  }),
});

const PressureType = builder.objectRef<Pressure>('Pressure').implement({
  description: 'How limits were drawn on in the last hour, as this process has counted it.',
  fields: (t) => ({
    policies: t.field({
      type: [LimitPressure],
      description: 'Limit by limit; those that nobody drew on too.',
      resolve: ({ policies }) => [...policies],
    }),
    minutes: t.field({
      type: [PressureMinute],
      description: 'Minute by minute, the oldest first, without gaps.',
      resolve: ({ minutes }) => [...minutes],
    }),
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
    description: 'How much everybody sees. Costs 100 points.',
    resolve: (_console, _args, ctx) => ctx.loaders.inventory.load('all'),
  }),
  sharedLimits: t.field({
    type: [SharedLimit],
    description: 'Where the limits stand that callers share; those that are off are left out.',
    resolve: async (_console, _args, { meter }) => [...(await meter.readSharedLimits())],
  }),
  pressure: t.field({
    type: PressureType,
    description: 'How limits were drawn on in the last hour.',
    resolve: (_console, _args, { meter }) => meter.pressure(),
  }),
}));
