import { builder } from '../../graphql/builder.ts';
import { clientMutationIdField } from '../../graphql/client-mutation-id.ts';
import { sha256Digest, evidenceJson } from '../submissions/rules.ts';
import { text, uuid } from '../../values/text.ts';
import { VerdictEnum } from './type.ts';

const isSomething = (value: unknown): boolean => value !== null && value !== '';

export const ReviewSubmissionInput = builder.inputType('ReviewSubmissionInput', {
  description: 'A review.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
    submissionId: t.id({ required: true, description: 'Id of the submission.', validate: uuid() }),
    verdict: t.field({ type: VerdictEnum, required: true, description: 'What should become of it.' }),
    evidence: t.field({
      type: 'JSON',
      required: true,
      description: 'What the verdict rests on: any JSON but null and empty text, at most 16 KiB.',
      validate: evidenceJson()
        .refine(isSomething, 'Must not be empty')
        .meta({ not: { enum: [null, ''] } }),
    }),
    digest: t.string({
      description: 'Digest of what was reviewed; one that is not the submission’s is a `digest_mismatch`.',
      validate: sha256Digest(),
    }),
    note: t.string({
      description: 'What else there is to say; 1–4 000 characters.',
      validate: text({ min: 1, max: 4000 }),
    }),
    ...clientMutationIdField(t),
  }),
});
