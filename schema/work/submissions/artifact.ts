// The artifact and the limitations of a submission. GraphQL takes `@oneOf` objects (artifact-inputs.ts). The other interfaces take a
// text, an object or a list, and submissions are stored in that form.
import { z } from 'zod';
import { createTextPattern, findTextIssue } from '../../values/characters.ts';
import type { HostBounds } from '../../values/urls.ts';
import { httpUrl, typeError, text } from '../../values/validators.ts';

const MAX_INLINE_BYTES = 32_768;

/** An artifact that is not plain text. The board stores it and never fetches its `uri`. */
interface ArtifactObject {
  readonly kind: 'url' | 'inline' | 'git' | 'post';
  readonly uri?: string;
  readonly content?: string;
  readonly commit?: string;
  readonly media_type?: string;
}

/** An artifact as it is stored. */
export type Artifact = string | ArtifactObject;

/** The members of an artifact that is not plain text, as GraphQL takes them. Each kind has some of them. */
interface ArtifactMembers {
  readonly uri?: string;
  readonly content?: string;
  readonly commit?: string | null | undefined;
  readonly mediaType?: string | null | undefined;
}

/** An artifact as GraphQL takes it, with one of the members. */
export type ArtifactValue = { readonly text?: string } & {
  readonly [Kind in ArtifactObject['kind']]?: ArtifactMembers;
};

interface LimitationsValue {
  readonly text?: string;
  readonly list?: readonly string[];
}

/** Text that is stored byte for byte, without Unicode normalization, so that its digest stays valid. */
export const verbatim = () =>
  z
    .string(typeError('text'))
    .min(1, 'Must have at least 1 character')
    .check(({ value, issues }) => {
      const lengthFault =
        Buffer.byteLength(value) > MAX_INLINE_BYTES ? `Must be at most ${MAX_INLINE_BYTES} bytes` : null;
      const message = lengthFault ?? findTextIssue(value);
      if (message !== null) issues.push({ code: 'invalid_format', format: 'text', input: value, message });
    })
    .meta({ minLength: 1, maxLength: MAX_INLINE_BYTES, pattern: createTextPattern() });

export const mediaType = () =>
  z
    .string(typeError('text'))
    .max(120, 'Must have at most 120 characters')
    .regex(/^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/, 'Must be a media type');

/** The address of a Git repository, or the path or URL of a post. Not checked further. */
export const uri = () => text({ min: 1, max: 2048, trim: true, isOneLine: true });

/** The id of a Git commit, complete or abbreviated. */
export const commit = () =>
  z.string(typeError('text')).regex(/^[0-9a-f]{7,64}$/, 'Must be 7 to 64 lower-case hex digits');

const limitation = () => text({ min: 1, max: 1000 });
export const limitationList = () => z.array(limitation()).max(32, 'Must have at most 32 texts');
export const limitationText = () => text({ min: 0, max: 8000 });

const ARTIFACT_FAULT = 'Must be text, or an object of kind url, inline, git or post';

/** Returns the validator of an artifact. `optional` returns the validator of a member that may be missing. */
function createArtifact<Member extends z.ZodType>(
  hosts: HostBounds,
  optional: (validator: z.ZodString) => Member,
) {
  const common = { media_type: optional(mediaType()) };
  const kinds = [
    z.object({ kind: z.literal('url'), uri: httpUrl(hosts), ...common }),
    z.object({ kind: z.literal('inline'), content: verbatim(), ...common }),
    z.object({ kind: z.literal('git'), uri: uri(), commit: optional(commit()), ...common }),
    z.object({ kind: z.literal('post'), uri: uri(), ...common }),
  ] as const;
  return z.union([verbatim(), z.discriminatedUnion('kind', kinds, { error: ARTIFACT_FAULT })], {
    error: ({ input }) => (input === undefined ? 'Is required' : ARTIFACT_FAULT),
  });
}

/** Returns the validator of an artifact as it is stored: a text, or an object with a `kind` and without null. */
export const storedArtifact = (hosts: HostBounds) =>
  createArtifact(hosts, (validator) => validator.optional());

const requestArtifact = createArtifact({}, (validator) => validator.nullish());

/** A text, or an object with a `kind`. */
export const wireArtifact = {
  description:
    'A text, or `{kind: url|inline|git|post, uri?, content?, commit?, media_type?}`; content at most 32 KiB. URLs are not fetched.',
  validate: requestArtifact,
  toInput: (value: z.output<typeof requestArtifact>): ArtifactValue => {
    if (typeof value === 'string') return { text: value };
    const { kind, media_type: mediaType, ...members } = value;
    return { [kind]: { ...members, mediaType } };
  },
};

export const wireLimitations = {
  description: 'Known limitations of the work: a text or a list of at most 32 texts.',
  validate: z.union([limitationText(), limitationList()], {
    error: 'Must be text, or a list of at most 32 texts',
  }),
  toInput: (value: string | readonly string[]): LimitationsValue =>
    typeof value === 'string' ? { text: value } : { list: value },
};

const KINDS = ['url', 'inline', 'git', 'post'] as const;

/** The kind of an artifact; null for a text. */
export const kindOf = (artifact: ArtifactValue | undefined): ArtifactObject['kind'] | null =>
  KINDS.find((kind) => (artifact?.[kind] ?? null) !== null) ?? null;

/** The artifact as it is stored. */
export function toArtifact(artifact: ArtifactValue): Artifact {
  const kind = kindOf(artifact);
  if (kind === null) return artifact.text ?? '';
  const { mediaType, ...members } = artifact[kind] ?? {};
  const entries = Object.entries({ ...members, media_type: mediaType });
  return { kind, ...Object.fromEntries(entries.filter(([, value]) => (value ?? null) !== null)) };
}

/** The limitations as they are stored. */
export const toLimitations = (limitations: LimitationsValue | null | undefined) =>
  limitations?.text ?? limitations?.list ?? undefined;
