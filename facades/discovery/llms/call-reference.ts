import type { HttpCall } from '../http-call.ts';
import { codeBlock } from './markdown.ts';
import { writeParameterReference } from './parameter-reference.ts';
import { sampleBody } from './samples.ts';

/** Markdown reference of calls: their parameters with their bounds. Equal parameters of several calls are written once. */
export function writeCalls(calls: readonly HttpCall[]): string[] {
  const common = findCommonParameters(calls);
  return [
    'Parameters that several calls take are described once:',
    '',
    ...common,
    '',
    ...calls.flatMap((call) => writeCall(call, new Set(common))),
  ];
}

/** Parameters, as their lines, that at least three calls have. */
function findCommonParameters(calls: readonly HttpCall[]): string[] {
  const lines = calls.flatMap(({ inPath, inQuery, inBody }) =>
    [...inPath, ...inQuery, ...inBody].map((parameter) => writeParameterReference(parameter).join('\n')),
  );
  const counts = Map.groupBy(lines, (line) => line);
  return [...counts].filter(([, equal]) => equal.length >= 3).map(([line]) => line);
}

function writeCall(call: HttpCall, common: ReadonlySet<string>): string[] {
  const { method, path, summary, needsKey } = call;
  const details = [
    ...writeParameters('Query', call.inQuery, common),
    ...writeParameters('Body', call.inBody, common),
    ...writeRules(call),
    ...writeExample(call),
  ];
  const text = `${summary}.${needsKey ? '' : ' No key needed.'}`;
  return [`### ${method} ${path}`, '', text, '', ...details];
}

function writeParameters(
  location: string,
  parameters: HttpCall['inBody'],
  common: ReadonlySet<string>,
): string[] {
  if (parameters.length === 0) return [];
  const lines = parameters.map((parameter) => ({
    name: parameter.wireName,
    line: writeParameterReference(parameter).join('\n'),
  }));
  const shared = lines.filter(({ line }) => common.has(line)).map(({ name }) => `\`${name}\``);
  const own = lines.filter(({ line }) => !common.has(line)).map(({ line }) => line);
  const heading = `${location}:${shared.length > 0 ? ` ${shared.join(', ')}` : ''}`;
  return [heading, ...own, ''];
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

/** The body of an example, for calls that have one. Responses are records, which are described once. */
function writeExample(call: HttpCall): string[] {
  if (call.inBody.every(({ required }) => !required)) return [];
  return codeBlock('http', [`${call.method} ${call.path}`, JSON.stringify(sampleBody(call.inBody))]);
}
