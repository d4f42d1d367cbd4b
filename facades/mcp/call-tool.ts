import {
  type BoardError,
  type Caller,
  type OpenSession,
  type OperationResult,
  serializeJson,
} from '../../schema/contract.ts';
import { createIssueLocator, readMembers } from '../http/binding/parameters/variables.ts';
import { MAX_SUGGESTIONS, type UnknownName } from '../http/binding/parameters/unknown-names.ts';
import { explainVariant, nameAlternatives, selectVariant } from '../http/binding/variants.ts';
import { rotationCalls } from '../http/binding/rotation-calls.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { refusalHeaders, type NextCallFormatter, toProblem } from '../http/problem.ts';
import type { LargeResponses } from '../http/large-responses.ts';
import type { HeaderRecord } from '../http/reply.ts';
import type { DescribedTool, DescribedVariant } from './describe-tool.ts';
import type { Arguments } from './message.ts';
import type { ResponseBudget } from './response-budget.ts';
import { SerializedResult, serializeOnce } from './serialized-result.ts';

/** What every tool call needs from the process. */
export interface ToolContext {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Returns the error to report to the client. Logs unexpected errors and hides their details. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  readonly largeResponses: LargeResponses;
}

/** The response to one tool call. */
export interface ToolResponse {
  /** Headers of the HTTP response, such as the rate limit. */
  readonly headers: HeaderRecord;
  readonly result: SerializedResult;
  /** Set if the result is an error. */
  readonly refusal?: BoardError;
}

/** What the messages of one HTTP request have in common. */
export interface RequestScope {
  readonly caller: Caller;
  readonly responseBudget: ResponseBudget;
}

/** Calls a tool. Errors become results with `isError`: a JSON-RPC error would not be shown to the model. */
export async function callTool(
  tool: DescribedTool,
  args: Arguments,
  { context, caller, responseBudget }: RequestScope & { readonly context: ToolContext },
): Promise<ToolResponse> {
  const isGiven = (name: string) => args[name] !== undefined && args[name] !== null;
  const action = isGiven('action') ? args['action'] : undefined;
  const variant = selectVariant(tool.variants, { action, isGiven });
  try {
    const outcome = await runOperation({
      openSession: context.openSession,
      caller,
      operation: variant.operation,
      policy: tool.policy,
      read: () => readArguments(tool, variant, { args, responseBudget }),
      locate: createIssueLocator({ path: [], query: [], body: variant.parameters }),
      onUnknown: 'refuse',
    });
    const result = serializeResult(outcome.result, variant, context);
    const { address, connection = null } = caller;
    if (variant.isRead) {
      context.largeResponses.hold(result.byteLength, { address, connection });
      responseBudget.addRead(result.byteLength);
    } else responseBudget.add(result.byteLength);
    return { headers: outcome.headers, result };
  } catch (error) {
    const { requestId } = caller;
    const refusal = nameAlternatives(context.toRefusal(error, requestId), tool.variants, variant);
    const result = serializeContent(toProblem(refusal, { ...context, requestId }), { isError: true });
    responseBudget.add(result.byteLength);
    return { headers: headersOf(refusal), result, refusal };
  }
}

/** The headers of a refusal without `WWW-Authenticate`, which makes MCP clients start an OAuth flow. */
function headersOf(refusal: BoardError): HeaderRecord {
  const { 'www-authenticate': _challenge, ...headers } = refusalHeaders(refusal);
  return headers;
}

/** Runs after the call is counted, so that each item of a batch that exceeds the budget is rate-limited too. */
function readArguments(
  tool: DescribedTool,
  variant: DescribedVariant,
  { args, responseBudget }: { readonly args: Arguments; readonly responseBudget: ResponseBudget },
) {
  const { parameters, isRead, action } = variant;
  if (isRead) responseBudget.assertNotExceeded();
  const unknownNames: UnknownName[] = [];
  const sent = withoutUnused(args, tool, variant);
  // An `action` that has selected the variant is not a parameter of the operation.
  const { action: given, ...others } = sent;
  const members = action === given ? others : sent;
  const variables = readMembers(parameters, members, { loc: ['body'], unknownNames });
  const explain = (name: UnknownName, i: number) =>
    i < MAX_SUGGESTIONS ? explainVariant(name, tool.variants, variant) : name;
  return { variables, unknownNames: unknownNames.map(explain) };
}

const takes = ({ parameters }: DescribedVariant, name: string): boolean =>
  parameters.some(({ wireName }) => wireName === name);

/** Removes null arguments that only other variants take: models send null for arguments that they do not use. */
const withoutUnused = (args: Arguments, { variants }: DescribedTool, variant: DescribedVariant): Arguments =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) =>
        value !== null ||
        takes(variant, name) ||
        !variants.some((each) => takes(each, name) || (name === 'action' && each.action !== undefined)),
    ),
  );

const serializeResult = (
  result: OperationResult,
  { toStructuredContent }: DescribedVariant,
  { formatNextCall }: ToolContext,
): SerializedResult =>
  serializeOnce(result, () => {
    const members = toStructuredContent(result.value);
    return serializeContent({ ...members, ...rotationCalls(members, formatNextCall) });
  });

/**
 * Serializes a `CallToolResult`: the same JSON in `structuredContent` and in a text item, for clients that read only text.
 */
function serializeContent(content: object, failure: { readonly isError?: true } = {}): SerializedResult {
  const text = serializeJson(content);
  const textResult = JSON.stringify({ content: [{ type: 'text', text }], ...failure });
  return new SerializedResult(`${textResult.slice(0, -1)},"structuredContent":${text}}`);
}
