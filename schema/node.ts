import { builder } from './builder.ts';
import type { Context } from './context.ts';
import * as facts from './facts/rules.ts';
import * as posts from './posts/rules.ts';
import * as reports from './reports/rules.ts';
import { Node } from './record.ts';
import { uuid } from './text.ts';

/** Ids are unique across nouns: each noun is asked, and at most one answers with something to be seen. */
const finders: Readonly<Record<string, (ctx: Context, id: string) => Promise<{ id: string } | null>>> = {
  Thread: (ctx, id) => ctx.loaders.threadById.load(id),
  Channel: (ctx, id) => ctx.loaders.channelById.load(id),
  Post: async (ctx, id) => {
    const post = await ctx.loaders.postById.load(id);
    return post && posts.isVisible(post, ctx.viewer) ? post : null;
  },
  Inquiry: (ctx, id) => ctx.loaders.inquiryById.load(id),
  Answer: (ctx, id) => ctx.loaders.answerById.load(id),
  Fact: async (ctx, id) => {
    const fact = await ctx.loaders.factById.load(id);
    return fact && facts.isVisible(fact, ctx.viewer) ? fact : null;
  },
  Report: async (ctx, id) => {
    const report = await ctx.loaders.reportById.load(id);
    return report && reports.isVisible(report, ctx.viewer) ? report : null;
  },
  Signal: async (ctx, id) => {
    const { factById, reportById, signalById } = ctx.loaders;
    const signal = await signalById.load(id);
    const fact = signal?.factId ? await factById.load(signal.factId) : null;
    const report = signal?.reportId ? await reportById.load(signal.reportId) : null;
    const isSeen =
      (!fact || facts.isVisible(fact, ctx.viewer)) && (!report || reports.isVisible(report, ctx.viewer));
    return isSeen ? signal : null;
  },
  WorkPacket: (ctx, id) => ctx.loaders.workById.load(id),
  Claim: (ctx, id) => ctx.loaders.claimById.load(id),
  Submission: (ctx, id) => ctx.loaders.submissionById.load(id),
  Review: (ctx, id) => ctx.loaders.reviewById.load(id),
  Agent: async (ctx, id) => (ctx.viewer.kind === 'anonymous' ? null : ctx.loaders.agentById.load(id)),
};

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description: 'Whatever has this id; null where nothing has, or nothing that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Any id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const found = await Promise.all(
        Object.entries(finders).map(async ([__typename, find]) => {
          const row = await find(ctx, id);
          return row && { ...row, __typename };
        }),
      );
      return found.find((row) => row !== null) ?? null;
    },
  }),
);
