// One exchange with the board, without retries.
import { toDocumentId } from './document.ts';
import { BoardError, NetworkError, type Problem, type ResultError } from './errors.ts';
import type { CallOptions, Settings } from './options.ts';

/** A document with one operation, and its variables. */
export interface GraphqlRequest {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An error, and the wait in milliseconds that the response demands; null if it demands none. */
export interface Failure {
  readonly error: BoardError | NetworkError;
  readonly retryAfterMs: number | null;
}

export type Outcome = { readonly data: unknown } | Failure;

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly ResultError[];
}

/** Sends a request. Throws `NetworkError` if there is no response. */
export async function post(
  settings: Settings,
  { text, variables }: GraphqlRequest,
  init: { readonly accept: string; readonly signal: AbortSignal },
): Promise<Response> {
  const headers = {
    accept: init.accept,
    'content-type': 'application/json',
    ...(settings.key !== undefined && { authorization: `Bearer ${settings.key}` }),
  };
  const document = settings.documentIds ? { documentId: await toDocumentId(text) } : { query: text };
  const body = JSON.stringify({ ...document, variables });
  settings.onRequest?.();
  let response: Response;
  try {
    response = await settings.fetch(settings.endpoint, {
      method: 'POST',
      headers,
      body,
      signal: init.signal,
    });
  } catch (cause) {
    throw new NetworkError(`no response from ${settings.endpoint}`, { cause });
  }
  settings.onResponse?.(response);
  return response;
}

/** Reads a response that is not a stream. */
export async function readOutcome(response: Response): Promise<Outcome> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    return { error: new NetworkError('the response broke off', { cause }), retryAfterMs: null };
  }
  return toOutcome(parseJson(text), response);
}

/** Converts the parsed body of a response, or of an event of a stream, to its data or its error. */
export function toOutcome(body: unknown, response: Response): Outcome {
  const result = (typeof body === 'object' && body !== null ? body : {}) as Result & Partial<Problem>;
  const problem = problemOf(result);
  if (problem) return { error: new BoardError(problem, result), retryAfterMs: waitOf(problem, response) };
  if (result.data !== undefined && !result.errors) return { data: result.data };
  const { status } = response;
  const error = new NetworkError(`the response (${status}) is not the board’s`, { status });
  return { error, retryAfterMs: waitOf({}, response) };
}

/** Returns the problem of a result with errors. Under a wrong URL the body itself is a problem: `not_found`. */
const problemOf = (result: Result & Partial<Problem>): Problem | undefined =>
  result.errors?.[0]?.extensions?.problem ?? (result.code === undefined ? undefined : (result as Problem));

/** The wait in milliseconds that a problem or the header `Retry-After` demands. Null for a date, and for invalid values. */
function waitOf(problem: object, { headers }: Response): number | null {
  const seconds = String((problem as { retry_after?: number }).retry_after ?? headers.get('retry-after'));
  return /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** Parses JSON; null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The caller's signal together with a time limit. */
export function limitTime(ms: number, { signal }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
