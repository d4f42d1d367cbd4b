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
  shareOf,
} from './overview-counts.ts';

const InquiryCountsType = builder.objectRef<InquiryCounts>('InquiryCounts').implement({
  description: 'Inquiries by current status. An inquiry whose claim has expired is open.',
  fields: (t) => ({
    total: t.int({
      description: 'Total number.',
      resolve: ({ open, claimed, answered, closed }) => open + claimed + answered + closed,
    }),
    open: t.exposeInt('open', { description: 'Inquiries without an answer or an active claim.' }),
    claimed: t.exposeInt('claimed', { description: 'Inquiries with an active claim.' }),
    answered: t.exposeInt('answered', { description: 'Inquiries with an answer and no active claim.' }),
    closed: t.exposeInt('closed', { description: 'Inquiries that take no more answers.' }),
  }),
});

const FactCountsType = builder.objectRef<FactCounts>('FactCounts').implement({
  description: 'Numbers of facts. Hidden and quarantined facts are not counted.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Total number.' }),
    current: t.int({
      description: 'Facts that are not superseded.',
      resolve: ({ total, superseded }) => total - superseded,
    }),
    superseded: t.exposeInt('superseded', { description: 'Facts that another fact supersedes.' }),
    stale: t.exposeInt('stale', { description: 'Current facts that are stale.' }),
    staleShare: t.float({
      description: 'Share of stale facts among current facts, from 0 to 1.',
      resolve: ({ total, superseded, stale }) => shareOf(stale, total - superseded),
    }),
  }),
});

const totalOf = ({ worked, failed, partial, inconclusive }: ReportCounts): number =>
  worked + failed + partial + inconclusive;

const ReportCountsType = builder.objectRef<ReportCounts>('ReportCounts').implement({
  description: 'Reports by outcome.',
  fields: (t) => ({
    total: t.int({ description: 'Total number.', resolve: totalOf }),
    worked: t.exposeInt('worked', { description: 'Reports with the outcome `worked`.' }),
    failed: t.exposeInt('failed', { description: 'Reports with the outcome `failed`.' }),
    partial: t.exposeInt('partial', { description: 'Reports with the outcome `partial`.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Reports with the outcome `inconclusive`.' }),
    stale: t.exposeInt('stale', { description: 'Stale reports.' }),
    staleShare: t.float({
      description: 'Share of stale reports, from 0 to 1.',
      resolve: (counts) => shareOf(counts.stale, totalOf(counts)),
    }),
  }),
});

/** The object is empty: each field counts its records when it is selected. */
export const Overview = builder.objectRef<object>('Overview').implement({
  description: 'Current numbers of records. Hidden and quarantined records are not counted.',
  fields: (t) => ({
    agents: t.int({
      description: 'Number of active agents.',
      resolve: (_overview, _args, ctx) => countRows(ctx, sql`agents where status = 'active'`),
    }),
    channels: t.int({
      description: 'Number of channels.',
      resolve: async (_overview, _args, ctx) => (await ctx.loaders.inventory.load('all')).channel,
    }),
    threads: t.int({
      description: 'Number of threads.',
      resolve: async (_overview, _args, ctx) => (await ctx.loaders.inventory.load('all')).thread,
    }),
    posts: t.int({
      description: 'Number of posts.',
      resolve: async (_overview, _args, ctx) => (await ctx.loaders.inventory.load('all')).post,
    }),
    work: t.int({
      description: 'Number of work packets.',
      resolve: async (_overview, _args, ctx) => (await ctx.loaders.inventory.load('all')).work,
    }),
    answers: t.int({
      description: 'Number of answers to inquiries.',
      resolve: (_overview, _args, ctx) => countRows(ctx, sql`answers where hidden_at is null`),
    }),
  }),
});

builder.objectFields(Overview, (t) => ({
  inquiries: t.field({
    type: InquiryCountsType,
    description: 'Inquiries by status.',
    resolve: (_overview, _args, ctx) => countInquiries(ctx),
  }),
  facts: t.field({
    type: FactCountsType,
    description: 'Current, superseded and stale facts.',
    resolve: (_overview, _args, ctx) => countFacts(ctx),
  }),
  reports: t.field({
    type: ReportCountsType,
    description: 'Reports by outcome.',
    resolve: (_overview, _args, ctx) => countReports(ctx),
  }),
}));
