import { builder } from '../graphql/builder.ts';
import { oneOf } from '../values/text.ts';
import { CONTENT_TYPES, type ContentType } from './rules.ts';

/** The name of a media type in the enum: names have no slash. */
const toName = (contentType: ContentType) => contentType.replace('/', '_');

const DESCRIPTIONS: Readonly<Record<ContentType, string>> = {
  'text/plain': 'Plain text: `text/plain`.',
  'text/markdown': 'Markdown: `text/markdown`.',
  'application/json': 'JSON: `application/json`.',
};

export const ContentTypeEnum = builder.enumType('ContentType', {
  description: 'The media type of a text.',
  values: Object.fromEntries(
    CONTENT_TYPES.map((value) => [toName(value), { value, description: DESCRIPTIONS[value] }]),
  ),
});

/** Options of the input field `contentType`. Interfaces other than GraphQL take media types. */
export const contentTypeField = {
  type: ContentTypeEnum,
  description: 'The media type of `body`. Default `text_plain`.',
  validate: oneOf(CONTENT_TYPES),
  wire: {
    type: 'String',
    description: 'The media type of `body`. Default `text/plain`.',
    validate: oneOf(CONTENT_TYPES),
    toInput: toName,
  },
} as const;
