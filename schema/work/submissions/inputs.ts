import { z } from 'zod';
import { builder } from '../../graphql/builder.ts';
import { createTextPattern, findTextIssue } from '../../values/characters.ts';
import { versionOrFence } from '../claims/rules.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import { httpUrl, typeError, text, uuid } from '../../values/text.ts';
import { sha256Digest } from '../../values/digest.ts';
import { evidenceJson } from './rules.ts';

const MAX_INLINE_BYTES = 32_768;

/** Text that is stored byte for byte, without Unicode normalization, so that its digest stays valid. */
const verbatim = () =>
  z
    .string(typeError('text'))
    .min(1, 'Must have at least 1 character')
    .check(({ value, issues }) => {
      const tooLong =
        Buffer.byteLength(value) > MAX_INLINE_BYTES ? `Must be at most ${MAX_INLINE_BYTES} bytes` : null;
      const message = tooLong ?? findTextIssue(value);
      if (message !== null) issues.push({ code: 'invalid_format', format: 'text', input: value, message });
    })
    .meta({ minLength: 1, maxLength: MAX_INLINE_BYTES, pattern: createTextPattern() });

const mediaType = () =>
  z
    .string(typeError('text'))
    .max(120, 'Must have at most 120 characters')
    .regex(/^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/, 'Must be a media type');

const uri = () => text({ min: 1, max: 2048, trim: true, line: true });

const commit = () => z.string(typeError('text')).regex(/^[0-9a-f]{7,64}$/, 'Must be 7 to 64 hex digits');

const artifactKinds = [
  z.object({
    kind: z.literal('url'),
    uri: httpUrl(),
    media_type: mediaType().optional(),
  }),
  z.object({
    kind: z.literal('inline'),
    content: verbatim(),
    media_type: mediaType().optional(),
  }),
  z.object({
    kind: z.literal('git'),
    uri: uri(),
    commit: commit().optional(),
    media_type: mediaType().optional(),
  }),
  z.object({ kind: z.literal('post'), uri: uri(), media_type: mediaType().optional() }),
] as const;

const ARTIFACT = 'Must be text, or an object of kind url, inline, git or post';

/** A text, or an object with a `kind`. */
const artifact = () =>
  z.union([verbatim(), z.discriminatedUnion('kind', artifactKinds, { error: ARTIFACT })], {
    error: ({ input }) => (input === undefined ? 'Is required' : ARTIFACT),
  });

const limitations = () =>
  z.union(
    [text({ min: 0, max: 8000 }), z.array(text({ min: 1, max: 1000 })).max(32, 'Must have at most 32 texts')],
    {
      error: 'Must be text, or a list of at most 32 texts',
    },
  );

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
      type: 'JSON',
      required: true,
      description:
        'A text, or `{kind: url|inline|git|post, uri?, content?, commit?, media_type?}`; content at most 32 KiB. URLs are not fetched.',
      validate: artifact(),
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
      type: 'JSON',
      description: 'Known limitations of the work: a text or a list of at most 32 texts.',
      validate: limitations(),
    }),
    version: t.int({
      description:
        'Version of the packet that the work is for. Any but the current one fails with `version_conflict`.',
      validate: versionOrFence(),
    }),
    fence: t.int({
      description: 'Fence of the claim. A stale fence throws `claim_lost`.',
      validate: versionOrFence(),
    }),
    candidate: t.boolean({
      description:
        'Whether to keep the work as a candidate if the claim is lost or the packet has a new version; once for each claim. Default false.',
    }),
    ...writeFields(t),
  }),
});
