import type { HttpCall } from './http-call.ts';
import { codeBlock } from './markdown.ts';
import { writeParameterReference } from './parameter-reference.ts';
import { sampleBody, sampleOf } from './samples.ts';

/** Markdown reference of a call: its parameters with their bounds, and an example with its response. */
export function writeCallReference(call: HttpCall): string[] {
  const { method, path, summary, needsKey } = call;
  return [
    `### ${method} ${path}`,
    '',
    `${summary}.${needsKey ? '' : ' No key needed.'}`,
    '',
    ...writeParameters('Path', call.inPath),
    ...writeParameters('Query', call.inQuery),
    ...writeParameters('Body', call.inBody),
    ...writeRules(call),
    ...writeExample(call),
  ];
}

function writeParameters(location: string, parameters: HttpCall['inBody']): string[] {
  if (parameters.length === 0) return [];
  const withoutCursor = parameters.filter(({ wireName }) => wireName !== 'cursor');
  const hasCursor = withoutCursor.length < parameters.length;
  return [
    `${location}:`,
    '',
    ...withoutCursor.flatMap((parameter) => writeParameterReference(parameter)),
    ...(hasCursor ? ['- `cursor`: cursor of the next page, as the previous page returned it.'] : []),
    '',
  ];
}

const writeRules = ({ rules }: HttpCall): string[] =>
  rules.length === 0
    ? []
    : [
        'Rules:',
        '',
        ...rules.map(({ parameters: [name = ''], message }) => `- \`${name}\`: ${message}.`),
        '',
      ];

function writeExample(call: HttpCall): string[] {
  const { inBody, status, mediaType, resultSchema } = call;
  const body = inBody.length > 0 ? [JSON.stringify(sampleBody(inBody))] : [];
  const response = resultSchema ? [JSON.stringify(sampleOf('answer', resultSchema))] : [`(${mediaType})`];
  return codeBlock('http', [
    `${call.method} ${toUrlTemplate(call)}`,
    ...body,
    '',
    `→ ${status}`,
    ...response,
  ]);
}

/** The path with its required query parameters. Values are placeholders in braces. */
function toUrlTemplate({ path, inQuery }: HttpCall): string {
  const required = inQuery.filter((parameter) => parameter.required);
  return required.length === 0
    ? path
    : `${path}?${required.map(({ wireName }) => `${wireName}={${wireName}}`).join('&')}`;
}
