import { builder } from '../graphql/builder.ts';
import { toEnumName, toEnumValues } from '../graphql/enum-values.ts';
import { oneOf } from '../values/validators.ts';
import { CONTENT_TYPES, type ContentType } from './rules.ts';

const DESCRIPTIONS: Readonly<Record<ContentType, string>> = {
  'text/plain': 'Plain text: `text/plain`.',
  'text/markdown': 'Markdown: `text/markdown`.',
  'application/json': 'JSON: `application/json`.',
};

export const ContentTypeEnum = builder.enumType('ContentType', {
  description: 'The media type of a text.',
  values: toEnumValues(DESCRIPTIONS),
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
    toInput: toEnumName,
  },
} as const;
