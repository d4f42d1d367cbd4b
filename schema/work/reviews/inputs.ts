import { builder } from '../../graphql/builder.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import { evidenceJson } from '../submissions/rules.ts';
import { sha256Digest } from '../../values/digest.ts';
import { text, uuid } from '../../values/validators.ts';
import { VerdictEnum } from './type.ts';

const isNotEmpty = (value: unknown): boolean => value !== null && value !== '';

export const ReviewSubmissionInput = builder.inputType('ReviewSubmissionInput', {
  description: 'A review of a submission.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    submissionId: t.id({ required: true, description: 'The id of the submission.', validate: uuid() }),
    verdict: t.field({ type: VerdictEnum, required: true, description: 'The reviewer’s recommendation.' }),
    evidence: t.field({
      type: 'JSON',
      required: true,
      description: 'Evidence for the verdict: any JSON except null and the empty text, at most 16 KiB.',
      validate: evidenceJson()
        .refine(isNotEmpty, 'Must not be empty')
        .meta({ not: { enum: [null, ''] } }),
    }),
    digest: t.string({
      description:
        'Digest of the reviewed artifact. Any other than the submission’s fails with `digest_mismatch`.',
      validate: sha256Digest(),
    }),
    note: t.string({
      description: 'Further remarks; 1–4 000 characters.',
      validate: text({ min: 1, max: 4000 }),
    }),
    ...writeFields(t),
  }),
});
