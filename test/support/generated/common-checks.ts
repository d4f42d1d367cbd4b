// What holds for every answer, whichever interface gives it.
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
  /** The answer as JSON; undefined where it is none. */
  readonly body: Body;
  readonly contract: Contract;
}

/** What an interface makes of an exchange. */
export interface CheckResult {
  /** Whether the answer says that everything was refused: nothing may have been written then. */
  readonly isRefused: boolean;
  /** In words. */
  readonly faults: readonly string[];
}

export type ResponseCheck = (exchange: Exchange) => CheckResult;

/** Reads the body where the answer says that it is JSON; a HEAD has none. */
export function readBody(wire: WireRequest, { text, headers }: WireResponse): Body {
  if (text === '' || wire.method === 'HEAD' || !mediaTypeOf(headers).endsWith('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const mediaTypeOf = (headers: WireResponse['headers']): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Faults that any answer may have. */
export function commonFaults(
  { request: wire, response: answer, body }: Exchange,
  secrets: readonly string[],
): readonly string[] {
  const { status, headers, text } = answer;
  const asked = String(wire.headers['x-request-id'] ?? '').toLowerCase();
  const told = String(headers['x-request-id'] ?? '');
  const all = `${JSON.stringify(headers)}\n${withoutIssued(status, text, body)}`;
  const claims: readonly (readonly [boolean, string])[] = [
    [status < 500, `status ${status}`],
    [UUID.test(told), `X-Request-Id is ${told}`],
    [!UUID.test(asked) || asked === told || isUnparsed(answer), `X-Request-Id is ${told}, not ${asked}`],
    [headers['x-content-type-options'] === 'nosniff', 'X-Content-Type-Options is missing'],
    [wire.method !== 'HEAD' || text === '', 'the answer to HEAD has a body'],
    [status !== 304 || text === '', 'a 304 has a body'],
    [text === '' || mediaTypeOf(headers) !== '', 'a body without Content-Type'],
    [text === '' || !mediaTypeOf(headers).endsWith('json') || body !== undefined, 'the body is not JSON'],
    [!secrets.some((secret) => all.includes(secretPrefix(secret))), 'the answer repeats a secret'],
  ];
  return claims.filter(([holds]) => !holds).map(([, fault]) => fault);
}

/**
 * Whether Node's parser refused the request: nothing is known of its headers then, and the connection ends. The status
 * may be finer than that of the code.
 */
const isUnparsed = ({ status, headers }: WireResponse): boolean =>
  [400, 408, 413, 414, 431].includes(status) && headers.connection === 'close';

/** The items of a list; what is no list is the only one. */
export const toList = (body: Body): readonly Body[] => (Array.isArray(body) ? body : [body]);

/** So much of a secret that whoever has it has most of the rest: more than the part that may be shown. */
export const secretPrefix = (secret: string): string => secret.slice(0, 30);

/** The text without the secrets that it was asked to issue, and without ids that JSON-RPC asks to be repeated. */
function withoutIssued(status: number, text: string, body: Body): string {
  const messages = toList(body);
  const issued = messages.flatMap((message) => [message?.api_key, message?.session_token, issuedBy(message)]);
  const inText = /^api_key: (\S+)$/m.exec(text)?.[1];
  return [...messages.map((message) => message?.id), ...(status < 300 ? [...issued, inText] : [])]
    .filter((secret) => typeof secret === 'string')
    .reduce<string>((rest, secret) => rest.replaceAll(secret, ''), text);
}

/** The key in the result of a tool: it stands there twice. */
const issuedBy = (message: Body): unknown => message?.result?.structuredContent?.api_key;

/** Faults of a problem (RFC 9457): its code is of the table, and fits its status; its id is that of the request. */
export function problemFaults(problem: Body, { response: answer, contract }: Exchange): readonly string[] {
  const faults = contract.checkProblem(problem);
  if (faults.length > 0) return faults.map((fault) => `problem: ${fault}`);
  const { code, status, instance } = problem as { code: string; status: number; instance: string };
  if (!Object.hasOwn(errorCodes, code)) return [`${code} is not in the table of codes`];
  const expected = statusOf[errorCodes[code as ErrorCode].kind];
  return [
    ...(status === expected || isUnparsed(answer) ? [] : [`${code} has status ${status} in its problem`]),
    ...(instance === `urn:uuid:${String(answer.headers['x-request-id'])}` ? [] : [`instance is ${instance}`]),
    ...(code === 'internal' || code === 'unavailable' ? [`the problem is ${code}`] : []),
  ];
}

/** Faults of a refusal over HTTP. */
export function refusalFaults(exchange: Exchange): readonly string[] {
  const { request: wire, response: answer, body } = exchange;
  const { status, headers } = answer;
  const type = mediaTypeOf(headers);
  if (type !== 'application/problem+json') return [`a refusal with Content-Type ${type}`];
  if (wire.method === 'HEAD') return [];
  const asTold = body?.status === status ? [] : [`status ${status} with a problem of ${body?.status}`];
  return [...asTold, ...problemFaults(body, exchange)];
}
