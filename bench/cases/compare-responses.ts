// Checks that a peer responds as the board does: the same members with the same values, except for values that each
// server generates.
import { inspect, isDeepStrictEqual } from 'node:util';
import { type HttpRequest, UNIQUE } from '../load/request.ts';

/** Approximate number of requests to compare for each operation. */
const SAMPLE_SIZE = 24;

/** Members whose values each server generates, in responses to reads. */
const GENERATED_BY_READS = new Set(['next_cursor', 'next_url', 'generated_at']);

/** The member of a GraphQL response with the document's cost. Only the board sends it. */
const BOARD_ONLY_MEMBER = 'extensions';

/** Members whose values each server generates, in new records. */
const GENERATED_BY_WRITES = new Set(['id', 'post_id', 'fact_id', 'path', 'seq', 'created_at']);

/** An RFC 3339 time with any precision and offset. */
const RFC_3339_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

export interface Comparison {
  readonly requests: readonly HttpRequest[];
  readonly ports: readonly [board: number, peer: number];
  readonly toPeerRequest: (request: HttpRequest) => HttpRequest;
}

/** Throws at the first request to which the two servers respond differently. */
export async function compareResponses({ requests, ports, toPeerRequest }: Comparison): Promise<void> {
  const step = Math.max(1, Math.floor(requests.length / SAMPLE_SIZE));
  for (let i = 0; i < requests.length; i += step) {
    const request = requests[i] as HttpRequest;
    const isWrite = request.headers['Idempotency-Key'] !== undefined;
    const generated = isWrite ? GENERATED_BY_WRITES : GENERATED_BY_READS;
    const [boardBody, peerBody] = await Promise.all([
      fetchBody(ports[0], request).then((body) => normalize(body, generated)),
      fetchBody(ports[1], toPeerRequest(request)).then((body) => normalize(body, generated)),
    ]);
    if (isDeepStrictEqual(boardBody, peerBody)) continue;
    const difference = findDifference(boardBody, peerBody);
    throw new Error(
      `${request.method} ${request.path} ${request.body ?? ''}: the responses differ at ${difference}`,
    );
  }
}

let sentRequests = 0;

async function fetchBody(port: number, { method, path, headers, body }: HttpRequest): Promise<unknown> {
  const key = `check-${process.pid}-${Date.now()}-${++sentRequests}`;
  const filledHeaders = Object.entries(headers).map(
    ([name, value]) => [name, value === UNIQUE ? key : value] as const,
  );
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: Object.fromEntries(filledHeaders),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${port} ${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  const type = response.headers.get('content-type') ?? '';
  // The link of an Atom feed to its next page has a cursor, which each server generates.
  return type.includes('json') ? JSON.parse(text) : text.replaceAll(/<link rel="next"[^>]*>/g, '');
}

/** Parses JSON objects in strings, converts times to one notation, replaces generated members, and removes `BOARD_ONLY_MEMBER`. */
function normalize(value: unknown, generated: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => normalize(item, generated));
  if (typeof value === 'string' && value.startsWith('{"')) return normalize(JSON.parse(value), generated);
  if (typeof value === 'string' && RFC_3339_TIME.test(value)) return new Date(value).toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const compared = Object.entries(value).filter(([name]) => name !== BOARD_ONLY_MEMBER);
  // A generated member must exist in both responses, and be null in both or in neither.
  const members = compared.map(([name, member]) => [
    name,
    generated.has(name) && member !== null ? 'generated' : normalize(member, generated),
  ]);
  return Object.fromEntries(members) as object;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' ? (value as Record<string, unknown> | null) : null;

/** The first difference, as a path with both values. */
function findDifference(left: unknown, right: unknown, at = ''): string {
  const [ofLeft, ofRight] = [membersOf(left), membersOf(right)];
  const names = ofLeft && ofRight ? [...new Set([...Object.keys(ofLeft), ...Object.keys(ofRight)])] : [];
  const differs = names.find((name) => !isDeepStrictEqual(ofLeft?.[name], ofRight?.[name]));
  if (differs !== undefined) return findDifference(ofLeft?.[differs], ofRight?.[differs], `${at}/${differs}`);
  const show = (value: unknown) => inspect(value, { breakLength: Infinity }).slice(0, 300);
  return `${at}: ${show(left)} and ${show(right)}`;
}
