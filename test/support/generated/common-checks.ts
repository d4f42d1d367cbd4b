// The requirements on the responses of every interface.
import { statusOf } from '../../../facades/http/problem.ts';
import { type ErrorCode, errorCodes } from '../../../schema/contract.ts';
import type { Body } from '../board/http.ts';
import type { WireRequest } from './call.ts';
import type { Contract } from './contract.ts';
import type { WireResponse } from './wire-client.ts';

/** One exchange with the board. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** The parsed JSON body. Undefined if the body is not JSON. */
  readonly body: Body;
  readonly contract: Contract;
}

/** The result of checking an exchange. */
export interface CheckResult {
  /** Whether the request must not have written anything: it was refused as a whole, or is a notification or OPTIONS. */
  readonly isRefused: boolean;
  readonly faults: readonly string[];
}

export type ResponseCheck = (exchange: Exchange) => CheckResult;

/** Parses the body of a JSON response. */
export function readBody(request: WireRequest, { text, headers }: WireResponse): Body {
  if (text === '' || request.method === 'HEAD' || !mediaTypeOf(headers).endsWith('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The media type without parameters; empty without Content-Type. */
export const mediaTypeOf = (headers: WireResponse['headers']): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Faults that a response of any interface can have. */
export function commonFaults(
  { request, response, body }: Exchange,
  secrets: readonly string[],
): readonly string[] {
  const { status, headers, text } = response;
  const requestId = String(request.headers['x-request-id'] ?? '').toLowerCase();
  const responseId = String(headers['x-request-id'] ?? '');
  const responseText = `${JSON.stringify(headers)}\n${removeIssued(status, text, body)}`;
  const requirements: readonly (readonly [boolean, string])[] = [
    [status < 500, `status ${status}`],
    [UUID.test(responseId), `X-Request-Id is ${responseId}`],
    [
      !UUID.test(requestId) || requestId === responseId || isUnparsed(response),
      `X-Request-Id is ${responseId}, not ${requestId}`,
    ],
    [headers['x-content-type-options'] === 'nosniff', 'X-Content-Type-Options is missing'],
    [request.method !== 'HEAD' || text === '', 'the response to HEAD has a body'],
    [status !== 304 || text === '', 'a 304 has a body'],
    [text === '' || mediaTypeOf(headers) !== '', 'a body without Content-Type'],
    [text === '' || !mediaTypeOf(headers).endsWith('json') || body !== undefined, 'the body is not JSON'],
    [!secrets.some((secret) => responseText.includes(secretPrefix(secret))), 'the response repeats a secret'],
  ];
  return requirements.filter(([holds]) => !holds).map(([, fault]) => fault);
}

/**
 * Whether Node’s parser refused the request. Its headers are unknown then, the connection is closed, and the status may
 * be more specific than the title of the error code.
 */
export const isUnparsed = ({ status, headers }: WireResponse): boolean =>
  [400, 408, 413, 414, 431].includes(status) && headers.connection === 'close';

/** The items of a list. For other values: a list with the value. */
export const toList = (body: Body): readonly Body[] => (Array.isArray(body) ? body : [body]);

/** The start of a secret, longer than the prefix that responses may show. */
export const secretPrefix = (secret: string): string => secret.slice(0, 30);

/** The text without newly issued secrets and without the JSON-RPC ids of the request. */
function removeIssued(status: number, text: string, body: Body): string {
  const messages = toList(body);
  const issued = messages.flatMap((message) => [
    message?.api_key,
    message?.session_token,
    findToolKey(message),
  ]);
  const inText = /^api_key: (\S+)$/m.exec(text)?.[1];
  return [...messages.map((message) => message?.id), ...(status < 300 ? [...issued, inText] : [])]
    .filter((secret) => typeof secret === 'string')
    .reduce<string>((rest, secret) => rest.replaceAll(secret, ''), text);
}

/** The key in a tool result, which contains it twice. */
const findToolKey = (message: Body): unknown => message?.result?.structuredContent?.api_key;

/** Faults of a problem (RFC 9457): an unknown code, a status that differs from the code’s, or another request id. */
export function problemFaults(problem: Body, { response, contract }: Exchange): readonly string[] {
  const faults = contract.checkProblem(problem);
  if (faults.length > 0) return faults.map((fault) => `problem: ${fault}`);
  const { code, status, instance } = problem as { code: string; status: number; instance: string };
  if (!Object.hasOwn(errorCodes, code)) return [`${code} is not in the table of codes`];
  const expected = statusOf[errorCodes[code as ErrorCode].kind];
  return [
    ...(status === expected || isUnparsed(response) ? [] : [`${code} has status ${status} in its problem`]),
    ...(instance === `urn:uuid:${String(response.headers['x-request-id'])}`
      ? []
      : [`instance is ${instance}`]),
    ...(code === 'internal' || code === 'unavailable' ? [`the problem is ${code}`] : []),
  ];
}

/** Faults of an HTTP error response. */
export function refusalFaults(exchange: Exchange): readonly string[] {
  const { request, response, body } = exchange;
  const { status, headers } = response;
  const type = mediaTypeOf(headers);
  if (type !== 'application/problem+json') return [`a refusal with Content-Type ${type}`];
  if (request.method === 'HEAD') return [];
  const statusFaults = body?.status === status ? [] : [`status ${status} with a problem of ${body?.status}`];
  return [...statusFaults, ...problemFaults(body, exchange)];
}
