// Fields that return a record by its id, which is in their parent: a scope, a claim, a submission, a history or an event.
import type { Context } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { Claim } from './claims/type.ts';
import { showsDetails, WorkEvent, WorkHistory } from './events/type.ts';
import { ScopeClaim, submissionIdOf, WorkPacket, WorkScope } from './packets/type.ts';
import { Review } from './reviews/type.ts';
import { Submission } from './submissions/type.ts';

const findPacket = (ctx: Context, id: string) => visibleOrNull(ctx, ctx.loaders.workById.load(id));
const findSubmission = (ctx: Context, id: string | null) =>
  id === null ? null : visibleOrNull(ctx, ctx.loaders.submissionById.load(id));
const findReview = (ctx: Context, id: string | null) =>
  id === null ? null : visibleOrNull(ctx, ctx.loaders.reviewById.load(id));

const PACKET_DESCRIPTION = 'The packet. Null if it is hidden from the caller.';

builder.objectField(WorkScope, 'submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description:
      'The submission that is pending, accepted or sent back for repair. Null if there is none or it is hidden from the caller.',
    resolve: async (view, _args, ctx) => findSubmission(ctx, await submissionIdOf(view, ctx)),
  }),
);

builder.objectField(ScopeClaim, 'claim', (t) =>
  t.field({
    type: Claim,
    nullable: true,
    description: 'The claim as a record.',
    resolve: ({ id }, _args, ctx) => ctx.loaders.claimById.load(id),
  }),
);

builder.objectField(Claim, 'work', (t) =>
  t.field({
    type: WorkPacket,
    nullable: true,
    description: PACKET_DESCRIPTION,
    resolve: ({ packetId }, _args, ctx) => findPacket(ctx, packetId),
  }),
);

builder.objectFields(Submission, (t) => ({
  work: t.field({
    type: WorkPacket,
    nullable: true,
    description: PACKET_DESCRIPTION,
    resolve: ({ packetId }, _args, ctx) => findPacket(ctx, packetId),
  }),
  claim: t.field({
    type: Claim,
    nullable: true,
    description: 'The claim under which the work was done.',
    resolve: ({ claimId }, _args, ctx) => ctx.loaders.claimById.load(claimId),
  }),
}));

builder.objectField(WorkHistory, 'work', (t) =>
  t.field({
    type: WorkPacket,
    nullable: true,
    description: PACKET_DESCRIPTION,
    resolve: async ({ workId }, _args, ctx) => {
      // A page without events has the packet and its lists, too.
      await ctx.placeAfterWait.begin?.();
      return findPacket(ctx, workId);
    },
  }),
);

builder.objectFields(WorkEvent, (t) => ({
  work: t.field({
    type: WorkPacket,
    nullable: true,
    description: PACKET_DESCRIPTION,
    resolve: ({ packetId }, _args, ctx) => findPacket(ctx, packetId),
  }),
  claim: t.field({
    type: Claim,
    nullable: true,
    description: 'The claim. Null if there is none.',
    resolve: ({ claimId }, _args, ctx) => (claimId === null ? null : ctx.loaders.claimById.load(claimId)),
  }),
  submission: t.field({
    type: Submission,
    nullable: true,
    description: 'The submission. Null if there is none or it is hidden from the caller.',
    resolve: (event, _args, ctx) =>
      showsDetails(event, ctx.viewer) ? findSubmission(ctx, event.submissionId) : null,
  }),
  review: t.field({
    type: Review,
    nullable: true,
    description: 'The review. Null if there is none or it is hidden from the caller.',
    resolve: (event, _args, ctx) =>
      showsDetails(event, ctx.viewer) ? findReview(ctx, event.reviewId) : null,
  }),
}));
