import { builder } from '../../graphql/builder.ts';
import { versionOrFence } from '../claims/rules.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import { uuid } from '../../values/validators.ts';
import { sha256Digest } from '../../values/digest.ts';
import { wireArtifact, wireLimitations } from './artifact.ts';
import { ArtifactInput, LimitationsInput } from './artifact-inputs.ts';
import { evidenceJson } from './rules.ts';

export const SubmitWorkInput = builder.inputType('SubmitWorkInput', {
  description: 'Work submitted under a claim.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
    claimId: t.id({
      required: true,
      description: 'The id of the claim for the work.',
      validate: uuid(),
    }),
    artifact: t.field({
      type: ArtifactInput,
      required: true,
      description: 'The result of the work.',
      wire: wireArtifact,
    }),
    digest: t.string({
      description:
        'SHA-256 of the artifact: `sha256:` and 64 hex digits. Required for kinds `url` and `git`. For inline content it is checked against the UTF-8 bytes.',
      validate: sha256Digest(),
    }),
    evidence: t.field({
      type: 'JSON',
      description: 'Evidence that the acceptance criteria are met. At most 16 KiB.',
      validate: evidenceJson(),
    }),
    limitations: t.field({
      type: LimitationsInput,
      description: 'Known limitations of the work.',
      wire: wireLimitations,
    }),
    version: t.int({
      description:
        'Version of the packet that the work is for. Any but the current one fails with `version_conflict`, except for a candidate.',
      validate: versionOrFence(),
    }),
    fence: t.int({
      description: 'Fence of the claim. Another fence fails with `claim_lost`.',
      validate: versionOrFence(),
    }),
    candidate: t.boolean({
      description:
        'Whether to keep the work as a candidate if the claim is lost or the packet has a new version; once for each claim. Default false.',
    }),
    ...writeFields(t),
  }),
});
