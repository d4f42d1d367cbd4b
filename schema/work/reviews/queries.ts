import { selectLists, sql, type WorkReview } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { recordListArgs } from '../../graphql/lists/page-args.ts';
import { listRecords } from '../../graphql/lists/record-lists.ts';
import { PARENT_KEY } from '../../data/page-loaders.ts';
import { Submission } from '../submissions/type.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { Review } from './type.ts';

export const ReviewConnection = builder.connectionObject(
  { type: Review, name: 'ReviewConnection', description: 'A page of reviews.' },
  { name: 'ReviewEdge', description: 'A review and its cursor.' },
);

builder.objectField(Submission, 'reviews', (t) =>
  t.field({
    type: ReviewConnection,
    description: 'Reviews of the submission, newest first by default.',
    args: recordListArgs(t.arg),
    resolve: ({ id }, args, ctx) =>
      listRecords<WorkReview>(
        ctx,
        {
          list: 'submission-reviews',
          filters: { submission: id },
          select: selectLists('WorkReview'),
          from: sql`work_reviews`,
          where: sql`submission_id = ${PARENT_KEY}::uuid`,
          indexes: [['createdBy']],
          parentKey: id,
        },
        args,
      ),
  }),
);

builder.objectField(Review, 'submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description: 'The reviewed submission; null if it is hidden from the caller.',
    resolve: ({ submissionId }, _args, ctx) =>
      visibleOrNull(ctx, ctx.loaders.submissionById.load(submissionId)),
  }),
);
