// The requirements on the responses of each interface.
import { isDeepStrictEqual } from 'node:util';
import { loadProtocolSchema } from '../mcp/protocol-schema.ts';
import type { Body } from '../board/http.ts';
import { codeOf, codeOfKind } from '../../../facades/a2a/errors.ts';
import {
  type Exchange,
  type ResponseCheck,
  toList,
  mediaTypeOf,
  problemFaults,
  refusalFaults,
} from './common-checks.ts';

const pathOf = (target: string): string => new URL(`http://board.test${target}`).pathname;

const faultUnless = (holds: boolean, fault: string): readonly string[] => (holds ? [] : [fault]);

/** REST: a documented status and body, or a problem. */
export const checkRestResponse: ResponseCheck = (exchange) => {
  const { status } = exchange.response;
  if (status >= 400) return { isRefused: true, faults: refusalFaults(exchange) };
  return { isRefused: false, faults: successFaults(exchange) };
};

function successFaults({ request, response, body, contract }: Exchange): readonly string[] {
  const { status, headers, text } = response;
  if (request.method === 'OPTIONS')
    return [
      ...faultUnless(status === 200 && text === '', 'OPTIONS'),
      ...faultUnless('allow' in headers, 'no Allow'),
    ];
  const documented = contract.find(request.method, pathOf(request.target));
  // OpenAPI does not describe the discovery documents.
  if (!documented) return faultUnless(status === 200 || status === 304, `status ${status}`);
  if (status === 304)
    return faultUnless(request.method === 'GET' || request.method === 'HEAD', '304 to a write');
  const types = documented.mediaTypesOf(status);
  const type = mediaTypeOf(headers);
  if (!types?.includes(type)) return [`${status} ${type} is not documented`];
  return body === undefined ? [] : documented.check(status, type)(body);
}

const TEXT = /^(ok [a-z]+ \S+|ok [a-z]+|ok|api_key: \S+)\n/;
const REFUSAL = /^error ([a-z_]+) (\d{3}): .+\n/;

/** URL-only actions: text, or JSON if requested, also for errors. */
export const checkGetResponse: ResponseCheck = (exchange) => {
  const { request, response, body } = exchange;
  const { status, headers, text } = response;
  const isRefused = status >= 400;
  const isText = mediaTypeOf(headers) === 'text/plain';
  if (request.method === 'HEAD' || request.method === 'OPTIONS' || text === '')
    return { isRefused, faults: [] };
  if (!isText)
    return {
      isRefused,
      faults: isRefused ? refusalFaults(exchange) : faultUnless(isRecord(body), 'no object'),
    };
  const [, code, statusInText] = REFUSAL.exec(text) ?? [];
  const isExpected = isRefused
    ? code !== undefined && Number(statusInText) === status
    : TEXT.test(text) || pathOf(request.target).replace(/\/$/, '') === '/get';
  return { isRefused, faults: faultUnless(isExpected, `the text begins with ${text.slice(0, 60)}`) };
};

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const validateMcp = loadProtocolSchema('mcp-2025-06-18.schema.json');
const validateA2a03 = loadProtocolSchema('a2a-0.3.0.schema.json');
const validateA2a10 = loadProtocolSchema('a2a-1.0.schema.json');

/** The tools that a request calls, by message id. */
function findToolCalls({ body }: Exchange['request']): ReadonlyMap<string, string> {
  try {
    const messages = toList(JSON.parse(new TextDecoder().decode(body ?? undefined)));
    return new Map(messages.map((message) => [JSON.stringify(message?.id), String(message?.params?.name)]));
  } catch {
    return new Map();
  }
}

/** MCP: JSON-RPC that matches MCP’s schema, and tool results that match the output schema of the tool. */
export const checkMcpResponse: ResponseCheck = (exchange) => {
  const { request, response, body } = exchange;
  const { status, headers } = response;
  if (request.method !== 'POST') return { isRefused: true, faults: nonPostFaults(exchange) };
  if (status === 202)
    return { isRefused: true, faults: faultUnless(response.text === '', '202 with a body') };
  if (mediaTypeOf(headers) === 'application/problem+json')
    return { isRefused: true, faults: refusalFaults(exchange) };
  if (body === undefined) return { isRefused: true, faults: [`status ${status} without JSON`] };
  const messages = toList(body);
  const tools = findToolCalls(request);
  const faults = messages.flatMap((message) => messageFaults(message, { exchange, tools }));
  const isExpected = status === 200 || (status >= 400 && messages.every(({ error }) => error));
  return {
    isRefused: messages.every(isRefusal),
    faults: [...faultUnless(isExpected, `status ${status}`), ...faults],
  };
};

const isRefusal = (message: Body): boolean =>
  message?.error !== undefined || message?.result?.isError === true;

/** Faults of a response to a method other than POST. GET, which would open a stream, gets 405 with `push: false`. */
function nonPostFaults(exchange: Exchange): readonly string[] {
  const { request, response, body } = exchange;
  if (request.method === 'OPTIONS' || request.method === 'HEAD' || response.status < 400) return [];
  const refusesStream = response.status === 405 && request.method === 'GET' && body?.push === false;
  return refusesStream ? [] : refusalFaults(exchange);
}

function messageFaults(
  message: Body,
  { exchange, tools }: { readonly exchange: Exchange; readonly tools: ReadonlyMap<string, string> },
): readonly string[] {
  if (message?.error) return errorFaults(message, exchange.response.status);
  const faults = validateMcp('JSONRPCResponse', message);
  const { content, structuredContent, isError } = message?.result ?? {};
  if (content === undefined) return faults;
  const name = tools.get(JSON.stringify(message.id)) ?? '';
  const inText = isDeepStrictEqual(JSON.parse(content[0]?.text ?? 'null'), structuredContent);
  return [
    ...faults,
    ...validateMcp('CallToolResult', message.result),
    ...faultUnless(inText, 'the text is not the structured content'),
    ...(isError ? problemFaults(structuredContent, exchange) : []),
    ...exchange.contract.checkTool(name)(structuredContent),
  ];
}

/** Error codes of JSON-RPC, except -32603 (internal error). */
const MCP_CODES = [-32_700, -32_600, -32_601, -32_602];

/** Faults of an error. A null id, for a request whose id is unknown, is valid in JSON-RPC but not in MCP's schema. */
function errorFaults(message: Body, status: number): readonly string[] {
  // The SDK's transports use a separate code for a session that has ended.
  const isSessionGone = status === 404 && message.error.code === -32_001;
  // An error before the message is read has the code -31000 minus its HTTP status.
  const isUnread = message.id === null && message.error.code === -31_000 - status;
  const isKnown = MCP_CODES.includes(message.error.code) || isSessionGone || isUnread;
  const withId = message.id === null ? { ...message, id: 0 } : message;
  return [...validateMcp('JSONRPCError', withId), ...faultUnless(isKnown, `error ${message.error.code}`)];
}

const A2A_CODES = new Set<number>([...Object.values(codeOf), ...Object.values(codeOfKind)]);

/** A2A: JSON-RPC with status 200, or 401 for callers without a valid key. */
export const checkA2aResponse: ResponseCheck = (exchange) => {
  const { request, response, body } = exchange;
  const { status, headers } = response;
  if (request.method === 'OPTIONS') return { isRefused: true, faults: [] };
  if (mediaTypeOf(headers) === 'application/problem+json' || request.method === 'HEAD')
    return { isRefused: true, faults: refusalFaults(exchange) };
  if (body?.error) return { isRefused: true, faults: a2aErrorFaults(exchange) };
  const faults =
    body?.result?.kind === 'task'
      ? validateA2a03('SendMessageSuccessResponse', body)
      : validateA2a10(definitionOf(body?.result), body);
  return { isRefused: false, faults: [...faultUnless(status === 200, `status ${status}`), ...faults] };
};

/** The definition of a result of A2A 1.0. */
function definitionOf(result: Body): string {
  if (result?.task) return 'SendMessage';
  return result?.tasks ? 'ListTasks' : 'GetTask';
}

/** Errors of 0.3.0 have the problem as data, those of 1.0 a list of details with the problem in the last. */
function a2aErrorFaults(exchange: Exchange): readonly string[] {
  const { status } = exchange.response;
  const { error } = exchange.body;
  const isVersion10 = Array.isArray(error.data);
  const problem = isVersion10 ? error.data.at(-1).value : error.data;
  const isUnread = exchange.body.id === null && error.code === -31_000 - status;
  const expected = problem?.code === 'unauthenticated' || problem?.code === 'invalid_key' ? 401 : 200;
  return [
    ...faultUnless(status === expected || isUnread, `status ${status}`),
    ...faultUnless(A2A_CODES.has(error.code) && error.code !== codeOfKind.internal, `error ${error.code}`),
    ...(isVersion10 ? validateA2a10 : validateA2a03)('JSONRPCErrorResponse', exchange.body),
    ...problemFaults(problem, exchange),
  ];
}
