import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { OperationResult, BoardError, Caller, OpenSession } from '../../schema/contract.ts';
import { createIssueLocator, readMembers } from '../http/binding/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { refusalHeaders, type NextCallFormatter, toProblem } from '../http/problem.ts';
import { encodeUtf8, type HeaderRecord } from '../http/reply.ts';
import type { Bytes } from '../http/route.ts';
import type { ResponseBudget } from './response-budget.ts';
import type { DescribedTool, DescribedVariant } from './describe-tool.ts';

/** What calls of tools go through. */
export interface ToolContext {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Hears of every failure that was not foreseen, and gives what the caller may know of it. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** What is told of a call besides its result. */
export interface ToolResponse {
  /** What HTTP's headers say of it: where the caller stands, what was ignored. */
  readonly headers: HeaderRecord;
  /** The result as JSON. */
  readonly json: Bytes;
}

/** Who calls, and who hears what is told of the call. */
export interface ToolCall {
  readonly caller: Caller;
  /** Shared by all calls of a request. */
  readonly responseBudget: ResponseBudget;
  readonly onResponse: (told: ToolResponse) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Calls a tool. Refused or not, it answers: a model can only learn from what it is shown. */
export async function callTool(
  tool: DescribedTool,
  args: Arguments,
  { door, caller, responseBudget: bytes, onResponse: hear }: ToolCall & { readonly door: ToolContext },
): Promise<CallToolResult> {
  const way = chooseWay(tool, args);
  try {
    const { result: answer, headers } = await runOperation({
      openSession: door.openSession,
      caller,
      operation: way.operation,
      policy: tool.policy,
      read: () => readArguments(way, args, bytes),
      locate: createIssueLocator({ path: [], query: [], body: way.parameters }),
    });
    const { result, json } = writeAnswer(answer, way);
    bytes[way.isRead ? 'addRead' : 'add'](json.byteLength);
    hear({ headers, json });
    return result;
  } catch (error) {
    const { requestId } = caller;
    const refusal = door.toRefusal(error, requestId);
    const { result, json } = write(toProblem(refusal, { ...door, requestId }), { isError: true });
    bytes.add(json.byteLength);
    hear({ headers: headersOf(refusal), json });
    return result;
  }
}

/** A challenge of HTTP's would send clients looking for OAuth. */
function headersOf(refusal: BoardError): HeaderRecord {
  const { 'www-authenticate': _challenge, ...headers } = refusalHeaders(refusal);
  return headers;
}

/** Chosen by the argument that only it takes; the last is the way of every other call. */
function chooseWay({ describedVariants: ways }: DescribedTool, args: Arguments): DescribedVariant {
  const way = ways.find(
    ({ when }) => when === undefined || (args[when] !== undefined && args[when] !== null),
  );
  if (way) return way;
  throw new Error('the last way of a tool needs no argument');
}

/** The call is counted by then: a batch that asks for too much pays for each of its items. */
function readArguments({ parameters, isRead }: DescribedVariant, args: Arguments, bytes: ResponseBudget) {
  if (isRead) bytes.assertNotExceeded();
  const ignored: string[] = [];
  return { variables: readMembers(parameters, args, { prefix: '', ignored }), ignored };
}

interface Written {
  readonly result: CallToolResult;
  readonly json: Bytes;
}

const known = new WeakMap<OperationResult, Written>();

/** An answer that others are told as well is written once. */
function writeAnswer(answer: OperationResult, { toStructuredContent: structure }: DescribedVariant): Written {
  const written = known.get(answer) ?? write(structure(answer.value));
  if (answer.isShared) known.set(answer, written);
  return written;
}

/** The same JSON twice: for programs, and as text for who reads nothing else. */
function write(content: object, failure: { readonly isError?: true } = {}): Written {
  const text = JSON.stringify(content);
  const said = { content: [{ type: 'text' as const, text }], ...failure };
  return {
    result: { ...said, structuredContent: content as Record<string, unknown> },
    json: encodeUtf8(`${JSON.stringify(said).slice(0, -1)},"structuredContent":${text}}`),
  };
}
