import { type ErrorCode, errorCodes } from '../contract.ts';
import { builder } from './builder.ts';

const values = Object.entries(errorCodes).map(([code, { title }]) => [code, { description: `${title}.` }]);

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description:
    'The code of an error: `extensions.code` and `extensions.problem.code` of GraphQL errors, and `code` of all other interfaces. New versions may add codes.',
  values: Object.fromEntries(values) as Record<ErrorCode, { readonly description: string }>,
});
