import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Answer, BoardError, Caller, OpenSession } from '../../schema/contract.ts';
import { createLocator, readMembers } from '../http/parameters.ts';
import { perform } from '../http/perform.ts';
import { refusalHeaders, type Spell, toProblem } from '../http/problem.ts';
import type { HeaderRecord } from '../http/reply.ts';
import type { DescribedTool, DescribedVariant } from './describe.ts';

/** What calls of tools go through. */
export interface ToolDoor {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly spell: Spell;
  /** Hears of every failure that was not foreseen, and gives what the caller may know of it. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** Who calls, and who hears what HTTP's headers say of the call: where the caller stands, what was ignored. */
export interface ToolCall {
  readonly caller: Caller;
  readonly hear: (headers: HeaderRecord) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Calls a tool. Refused or not, it answers: a model can only learn from what it is shown. */
export async function callTool(
  tool: DescribedTool,
  args: Arguments,
  { door, caller, hear }: ToolCall & { readonly door: ToolDoor },
): Promise<CallToolResult> {
  const way = chooseWay(tool, args);
  try {
    const { answer, headers } = await perform({
      openSession: door.openSession,
      caller,
      operation: way.operation,
      policy: tool.policy,
      read: () => readArguments(way, args),
      locate: createLocator({ path: [], query: [], body: way.parameters }),
    });
    hear(headers);
    return writeResult(answer, way);
  } catch (error) {
    const { requestId } = caller;
    const refusal = door.toRefusal(error, requestId);
    hear(headersOf(refusal));
    const problem = toProblem(refusal, { ...door, requestId });
    return { ...toResult(problem), isError: true };
  }
}

/** A challenge of HTTP's would send clients looking for OAuth. */
function headersOf(refusal: BoardError): HeaderRecord {
  const { 'www-authenticate': _challenge, ...headers } = refusalHeaders(refusal);
  return headers;
}

/** Chosen by the argument that only it takes; the last is the way of every other call. */
function chooseWay({ ways }: DescribedTool, args: Arguments): DescribedVariant {
  const way = ways.find(
    ({ when }) => when === undefined || (args[when] !== undefined && args[when] !== null),
  );
  if (way) return way;
  throw new Error('the last way of a tool needs no argument');
}

function readArguments({ parameters }: DescribedVariant, args: Arguments) {
  const ignored: string[] = [];
  return { variables: readMembers(parameters, args, { prefix: '', ignored }), ignored };
}

const written = new WeakMap<Answer, CallToolResult>();

/** An answer that others are told as well is written once. */
function writeResult(answer: Answer, { structure }: DescribedVariant): CallToolResult {
  const result = written.get(answer) ?? toResult(structure(answer.value));
  if (answer.isShared) written.set(answer, result);
  return result;
}

/** The same JSON twice: for programs, and as text for who reads nothing else. */
const toResult = (content: object): CallToolResult => ({
  structuredContent: content as Record<string, unknown>,
  content: [{ type: 'text', text: JSON.stringify(content) }],
});
