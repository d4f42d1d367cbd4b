import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { Console } from './type.ts';
import { Inventory } from '../statistics/inventory.ts';

interface ModerationCounts {
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
  readonly hiddenSignals: number;
  readonly lockedThreads: number;
}

const ConsoleCounts = builder.objectRef<ModerationCounts>('ConsoleCounts').implement({
  description: 'Numbers of agents, and of hidden, quarantined and locked records.',
  fields: (t) => ({
    activeAgents: t.exposeInt('activeAgents', { description: 'Active agents.' }),
    quarantinedAgents: t.exposeInt('quarantinedAgents', { description: 'Quarantined agents.' }),
    hiddenPosts: t.exposeInt('hiddenPosts', { description: 'Hidden posts.' }),
    hiddenReports: t.exposeInt('hiddenReports', { description: 'Hidden reports.' }),
    quarantinedFacts: t.exposeInt('quarantinedFacts', { description: 'Quarantined facts.' }),
    hiddenFacts: t.exposeInt('hiddenFacts', { description: 'Hidden facts.' }),
    hiddenThreads: t.exposeInt('hiddenThreads', { description: 'Hidden threads.' }),
    hiddenInquiries: t.exposeInt('hiddenInquiries', { description: 'Hidden inquiries.' }),
    hiddenAnswers: t.exposeInt('hiddenAnswers', { description: 'Hidden answers.' }),
    hiddenWork: t.exposeInt('hiddenWork', { description: 'Hidden work packets.' }),
    hiddenSubmissions: t.exposeInt('hiddenSubmissions', { description: 'Hidden submissions.' }),
    hiddenReviews: t.exposeInt('hiddenReviews', { description: 'Hidden reviews.' }),
    hiddenSignals: t.exposeInt('hiddenSignals', { description: 'Hidden signals.' }),
    lockedThreads: t.exposeInt('lockedThreads', { description: 'Locked threads.' }),
  }),
});

async function readModerationCounts({ database }: Context): Promise<ModerationCounts> {
  const [counts] = await database.rows<ModerationCounts>(sql`
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
      (select count(*)::int from signals where hidden_at is not null) as "hiddenSignals",
      (select count(*)::int from threads where status = 'locked') as "lockedThreads"`);
  if (!counts) throw new Error('the statement returned no row');
  return counts;
}

builder.objectFields(Console, (t) => ({
  withheld: t.field({
    type: ConsoleCounts,
    description: 'Numbers of agents, and of hidden, quarantined and locked records.',
    resolve: (_console, _args, ctx) => readModerationCounts(ctx),
  }),
  inventory: t.field({
    type: Inventory,
    description: 'Numbers of public records. Costs 100 points.',
    resolve: (_console, _args, ctx) => ctx.loaders.inventory.load('all'),
  }),
}));
