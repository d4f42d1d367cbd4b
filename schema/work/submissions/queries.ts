import { selectLists, sql, type WorkSubmission } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { recordListArgs } from '../../graphql/lists/page-args.ts';
import { listRecords } from '../../graphql/lists/record-lists.ts';
import { PARENT_KEY } from '../../data/page-loaders.ts';
import { uuid } from '../../values/validators.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { WorkPacket } from '../packets/type.ts';
import { submissionNotFound } from './rules.ts';
import { Submission } from './type.ts';

export const SubmissionConnection = builder.connectionObject(
  { type: Submission, name: 'SubmissionConnection', description: 'A page of submissions.' },
  { name: 'SubmissionEdge', description: 'A submission and its cursor.' },
);

builder.queryField('submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description: 'Returns a submission. Throws `not_found`, also if it is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'The id of the submission.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const submission = await visibleOrNull(ctx, ctx.loaders.submissionById.load(id));
      if (!submission) throw submissionNotFound(id);
      return submission;
    },
  }),
);

builder.objectField(WorkPacket, 'submissions', (t) =>
  t.field({
    type: SubmissionConnection,
    description: 'Submissions to the packet, candidates included; newest first by default.',
    args: recordListArgs(t.arg),
    resolve: ({ id }, args, ctx) =>
      listRecords<WorkSubmission>(
        ctx,
        {
          list: 'work-submissions',
          filters: { packet: id },
          select: selectLists('WorkSubmission'),
          from: sql`work_submissions`,
          where: sql`packet_id = ${PARENT_KEY}::uuid`,
          indexes: [['createdBy']],
          parentKey: id,
        },
        args,
      ),
  }),
);

builder.objectField(WorkPacket, 'submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description:
      'Returns a submission to this packet. Throws `not_found`, also if it is hidden from the caller or belongs to another packet.',
    args: { id: t.arg.id({ required: true, description: 'The id of the submission.', validate: uuid() }) },
    resolve: async (packet, { id }, ctx) => {
      const submission = await visibleOrNull(ctx, ctx.loaders.submissionById.load(id));
      if (submission?.packetId !== packet.id) throw submissionNotFound(id);
      return submission;
    },
  }),
);
