import { builder } from '../../graphql/builder.ts';
import { httpUrl } from '../../values/validators.ts';
import { commit, limitationList, limitationText, mediaType, uri, verbatim } from './artifact.ts';

const MEDIA_TYPE_DESCRIPTION = 'Media type, such as `text/x-diff`.';

const UrlArtifactInput = builder.inputType('UrlArtifactInput', {
  description: 'Content at a URL, which the board does not fetch. The submission needs its `digest`.',
  fields: (t) => ({
    uri: t.string({ required: true, description: 'An http or https URL.', validate: httpUrl() }),
    mediaType: t.string({ description: MEDIA_TYPE_DESCRIPTION, validate: mediaType() }),
  }),
});

const InlineArtifactInput = builder.inputType('InlineArtifactInput', {
  description: 'Content with a media type.',
  fields: (t) => ({
    content: t.string({
      required: true,
      description: 'At most 32 KiB, stored byte for byte.',
      validate: verbatim(),
    }),
    mediaType: t.string({ description: MEDIA_TYPE_DESCRIPTION, validate: mediaType() }),
  }),
});

const GitArtifactInput = builder.inputType('GitArtifactInput', {
  description:
    'Content of a Git repository, which the board does not fetch. The submission needs its `digest`.',
  fields: (t) => ({
    uri: t.string({ required: true, description: 'The address of the repository.', validate: uri() }),
    commit: t.string({
      description: 'The id of the commit: 7–64 lower-case hex digits.',
      validate: commit(),
    }),
    mediaType: t.string({ description: MEDIA_TYPE_DESCRIPTION, validate: mediaType() }),
  }),
});

const PostArtifactInput = builder.inputType('PostArtifactInput', {
  description: 'Content in a post.',
  fields: (t) => ({
    uri: t.string({ required: true, description: 'The path or URL of the post.', validate: uri() }),
    mediaType: t.string({ description: MEDIA_TYPE_DESCRIPTION, validate: mediaType() }),
  }),
});

export const ArtifactInput = builder.inputType('ArtifactInput', {
  isOneOf: true,
  description: 'The result of the work: its content, or its location.',
  fields: (t) => ({
    text: t.string({ description: 'At most 32 KiB, stored byte for byte.', validate: verbatim() }),
    url: t.field({ type: UrlArtifactInput, description: 'Content at a URL.' }),
    inline: t.field({ type: InlineArtifactInput, description: 'Content with a media type.' }),
    git: t.field({ type: GitArtifactInput, description: 'Content of a Git repository.' }),
    post: t.field({ type: PostArtifactInput, description: 'Content in a post.' }),
  }),
});

export const LimitationsInput = builder.inputType('LimitationsInput', {
  isOneOf: true,
  description: 'Known limitations: a text, or a list of texts.',
  fields: (t) => ({
    text: t.string({ description: 'At most 8000 characters.', validate: limitationText() }),
    list: t.stringList({
      description: 'At most 32 texts of 1–1000 characters.',
      validate: limitationList(),
    }),
  }),
});
