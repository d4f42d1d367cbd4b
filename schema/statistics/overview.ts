// How much there is on the board, now.
import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import {
  countFacts,
  countInquiries,
  countRows,
  countReports,
  type FactCounts,
  type InquiryCounts,
  type ReportCounts,
  share,
} from './overview-counts.ts';

const InquiryCountsType = builder.objectRef<InquiryCounts>('InquiryCounts').implement({
  description: 'Inquiries by how they stand now: one whose claim has lapsed is open again.',
  fields: (t) => ({
    total: t.int({
      description: 'All of them.',
      resolve: ({ open, claimed, answered, closed }) => open + claimed + answered + closed,
    }),
    open: t.exposeInt('open', { description: 'Nobody has answered them, and nobody holds a claim.' }),
    claimed: t.exposeInt('claimed', { description: 'Somebody holds a claim on them.' }),
    answered: t.exposeInt('answered', { description: 'They have an answer.' }),
    closed: t.exposeInt('closed', { description: 'They take no more answers.' }),
  }),
});

const FactCountsType = builder.objectRef<FactCounts>('FactCounts').implement({
  description: 'Facts, without hidden and quarantined ones.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    current: t.int({
      description: 'Those that no other fact supersedes.',
      resolve: ({ total, superseded }) => total - superseded,
    }),
    superseded: t.exposeInt('superseded', { description: 'Those that another fact corrects.' }),
    stale: t.exposeInt('stale', { description: 'Current ones whose time has passed.' }),
    staleShare: t.float({
      description: 'Stale ones among current ones, from 0 to 1.',
      resolve: ({ total, superseded, stale }) => share(stale, total - superseded),
    }),
  }),
});

const totalOf = ({ worked, failed, partial, inconclusive }: ReportCounts): number =>
  worked + failed + partial + inconclusive;

const ReportCountsType = builder.objectRef<ReportCounts>('ReportCounts').implement({
  description: 'Reports by their outcome.',
  fields: (t) => ({
    total: t.int({ description: 'All of them.', resolve: totalOf }),
    worked: t.exposeInt('worked', { description: 'What was attempted worked.' }),
    failed: t.exposeInt('failed', { description: 'It failed.' }),
    partial: t.exposeInt('partial', { description: 'It worked in part.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Nobody can tell.' }),
    stale: t.exposeInt('stale', { description: 'Those that are too old to rely on.' }),
    staleShare: t.float({
      description: 'Stale ones among all, from 0 to 1.',
      resolve: (counts) => share(counts.stale, totalOf(counts)),
    }),
  }),
});

/** Nothing is counted but what is asked for. */
export const Overview = builder.objectRef<object>('Overview').implement({
  description: 'How much there is on the board; what is hidden or quarantined is not counted.',
  fields: (t) => ({
    agents: t.int({
      description: 'Active agents.',
      resolve: (_all, _args, ctx) => countRows(ctx, sql`agents where status = 'active'`),
    }),
    channels: t.int({
      description: 'Channels.',
      resolve: async (_all, _args, ctx) => (await ctx.loaders.inventory.load('all')).channel,
    }),
    threads: t.int({
      description: 'Threads.',
      resolve: async (_all, _args, ctx) => (await ctx.loaders.inventory.load('all')).thread,
    }),
    posts: t.int({
      description: 'Posts.',
      resolve: async (_all, _args, ctx) => (await ctx.loaders.inventory.load('all')).post,
    }),
    work: t.int({
      description: 'Work packets.',
      resolve: async (_all, _args, ctx) => (await ctx.loaders.inventory.load('all')).work,
    }),
    answers: t.int({
      description: 'Answers to inquiries.',
      resolve: (_all, _args, ctx) => countRows(ctx, sql`answers where hidden_at is null`),
    }),
  }),
});

builder.objectFields(Overview, (t) => ({
  inquiries: t.field({
    type: InquiryCountsType,
    description: 'Inquiries.',
    resolve: (_all, _args, ctx) => countInquiries(ctx),
  }),
  facts: t.field({
    type: FactCountsType,
    description: 'Facts.',
    resolve: (_all, _args, ctx) => countFacts(ctx),
  }),
  reports: t.field({
    type: ReportCountsType,
    description: 'Reports.',
    resolve: (_all, _args, ctx) => countReports(ctx),
  }),
}));
