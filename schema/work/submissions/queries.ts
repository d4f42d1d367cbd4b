import { selectLists, sql, type WorkSubmission } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { listArgs, listRecords } from '../../graphql/connections.ts';
import { PARENT_ID } from '../../data/page-loaders.ts';
import { uuid } from '../../values/text.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { WorkPacket } from '../packets/type.ts';
import { submissionNotFound } from './rules.ts';
import { Submission } from './type.ts';

export const SubmissionConnection = builder.connectionObject(
  { type: Submission, name: 'SubmissionConnection', description: 'A page of submissions.' },
  { name: 'SubmissionEdge', description: 'A submission and its place in the list.' },
);

builder.queryField('submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description: 'One submission. Throws `not_found`, for a hidden one too.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
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
    description: 'What was handed in, candidates included; the newest first by default.',
    args: listArgs(t.arg),
    resolve: ({ id }, args, ctx) =>
      listRecords<WorkSubmission>(
        ctx,
        {
          list: 'work-submissions',
          filters: { packet: id },
          select: selectLists('WorkSubmission'),
          from: sql`work_submissions`,
          where: sql`packet_id = ${PARENT_ID}::uuid`,
          under: id,
        },
        args,
      ),
  }),
);

builder.objectField(WorkPacket, 'submission', (t) =>
  t.field({
    type: Submission,
    nullable: true,
    description: 'One of its submissions. Throws `not_found`, for another packet’s too.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (packet, { id }, ctx) => {
      const submission = await visibleOrNull(ctx, ctx.loaders.submissionById.load(id));
      if (submission?.packetId !== packet.id) throw submissionNotFound(id);
      return submission;
    },
  }),
);
