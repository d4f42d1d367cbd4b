import type { Parameter } from '../../../schema/contract.ts';
import type { HttpCall } from '../http-call.ts';
import { codeBlock } from './markdown.ts';
import { writeParameterReference } from './parameter-reference.ts';
import { toSignature } from './signature.ts';

/**
 * Markdown reference of calls: the reads, one on each line, then the writes, with the bounds of their parameters. A parameter
 * whose description is in `described` is only named; every other description is written and added to `described`.
 */
export function writeCalls(calls: readonly HttpCall[], described: Set<string>): string[] {
  const { reads = [], writes = [] } = Object.groupBy(calls, ({ method }) =>
    method === 'GET' ? 'reads' : 'writes',
  );
  return [
    ...codeBlock(
      'text',
      reads.map((call) => `${toSignature(call, call, { hasValues: false })}  ${call.summary}`),
    ),
    ...describeNew(
      reads.flatMap(({ inQuery }) => inQuery),
      described,
    ),
    '',
    ...writes.flatMap((call) => describeWrite(call, described)),
  ];
}

function describeWrite(
  { method, path, summary, needsKey, inBody }: HttpCall,
  described: Set<string>,
): string[] {
  const known = inBody
    .filter((parameter) => described.has(toText(parameter)))
    .map(({ wireName }) => `\`${wireName}\``);
  const notes = [
    ...(needsKey ? [] : ['No key needed.']),
    ...(known.length > 0 ? [`Also takes ${known.join(', ')}, as above.`] : []),
  ];
  return [
    `### ${method} ${path}`,
    [`${summary}.`, ...notes].join(' '),
    ...describeNew(inBody, described),
    '',
  ];
}

/** Returns the descriptions that `described` does not have yet, and adds them to it. */
function describeNew(parameters: readonly Parameter[], described: Set<string>): string[] {
  const added = new Set(parameters.map(toText).filter((text) => !described.has(text)));
  for (const text of added) described.add(text);
  return [...added];
}

const toText = (parameter: Parameter): string => writeParameterReference(parameter).join('\n');
