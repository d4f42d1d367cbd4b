import type { HttpCall } from './http-call.ts';
import { writeParameterReference } from './parameter-reference.ts';
import { codeBlock } from './registration-guide.ts';
import { sampleBody, sampleOf } from './samples.ts';

/** A call with all that is needed to make it: what it takes, within which bounds, and an example with its answer. */
export function writeCallReference(call: HttpCall): string[] {
  const { method, path, summary, needsKey } = call;
  return [
    `### ${method} ${path}`,
    '',
    `${summary}.${needsKey ? '' : ' No key.'}`,
    '',
    ...writeParameters('In the path', call.inPath),
    ...writeParameters('In the query', call.inQuery),
    ...writeParameters('In the body', call.inBody),
    ...writeRules(call),
    ...writeExample(call),
  ];
}

function writeParameters(place: string, parameters: HttpCall['inBody']): string[] {
  if (parameters.length === 0) return [];
  const own = parameters.filter(({ wireName: wire }) => wire !== 'cursor');
  const isPaged = own.length < parameters.length;
  return [
    `${place}:`,
    '',
    ...own.flatMap((parameter) => writeParameterReference(parameter)),
    ...(isPaged ? ['- `cursor`: of the page before.'] : []),
    '',
  ];
}

const writeRules = ({ rules }: HttpCall): string[] =>
  rules.length === 0
    ? []
    : ['And:', '', ...rules.map(({ parameters: [name = ''], message: msg }) => `- \`${name}\`: ${msg}.`), ''];

function writeExample(call: HttpCall): string[] {
  const { inBody, status, mediaType, resultSchema: answer } = call;
  const body = inBody.length > 0 ? [JSON.stringify(sampleBody(inBody))] : [];
  const answered = answer ? [JSON.stringify(sampleOf('answer', answer))] : [`(${mediaType})`];
  return codeBlock('http', [`${call.method} ${exampleUrl(call)}`, ...body, '', `→ ${status}`, ...answered]);
}

/** Braces stay: an example is a template, not an address. */
function exampleUrl({ path, inQuery }: HttpCall): string {
  const required = inQuery.filter((parameter) => parameter.required);
  return required.length === 0
    ? path
    : `${path}?${required.map(({ wireName: wire }) => `${wire}={${wire}}`).join('&')}`;
}
