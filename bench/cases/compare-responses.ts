// Checks that a peer responds as the board does: the same members with the same values, except for values that each
// server generates itself.
import { inspect, isDeepStrictEqual } from 'node:util';
import { type HttpRequest, UNIQUE } from '../load/request.ts';

/** Requests of an operation that are compared. */
const COMPARED = 24;

/** Members that differ in every response. */
const OWN = new Set(['next_cursor', 'next_url', 'generated_at']);

/** Members that also differ in the response to a write, because each server creates its own record. */
const OF_A_WRITE = new Set(['id', 'post_id', 'fact_id', 'path', 'seq', 'created_at']);

/** An RFC 3339 time, in any notation. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

export interface Comparison {
  readonly requests: readonly HttpRequest[];
  readonly ports: readonly [ours: number, peer: number];
  readonly toPeer: (request: HttpRequest) => HttpRequest;
}

/** Throws at the first request to which the two servers respond differently. */
export async function compareResponses({ requests, ports, toPeer }: Comparison): Promise<void> {
  const step = Math.max(1, Math.floor(requests.length / COMPARED));
  for (let i = 0; i < requests.length; i += step) {
    const request = requests[i] as HttpRequest;
    const isWrite = request.headers['Idempotency-Key'] !== undefined;
    const own = isWrite ? OF_A_WRITE : OWN;
    const [ours, theirs] = await Promise.all([
      fetchBody(ports[0], request).then((body) => withoutOwn(body, own)),
      fetchBody(ports[1], toPeer(request)).then((body) => withoutOwn(body, own)),
    ]);
    if (isDeepStrictEqual(ours, theirs)) continue;
    const where = differenceOf(ours, theirs);
    throw new Error(
      `${request.method} ${request.path} ${request.body ?? ''}: the answers differ at ${where}`,
    );
  }
}

let sent = 0;

async function fetchBody(port: number, { method, path, headers, body }: HttpRequest): Promise<unknown> {
  const key = `check-${process.pid}-${Date.now()}-${++sent}`;
  const own = Object.entries(headers).map(([name, value]) => [name, value === UNIQUE ? key : value] as const);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: Object.fromEntries(own),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${port} ${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? JSON.parse(text) : text.replaceAll(/<link rel="next"[^>]*>/g, '');
}

function withoutOwn(value: unknown, own: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutOwn(item, own));
  if (typeof value === 'string' && value.startsWith('{"')) return withoutOwn(JSON.parse(value), own);
  if (typeof value === 'string' && INSTANT.test(value)) return new Date(value).toISOString();
  if (typeof value !== 'object' || value === null) return value;
  // Compare whether the member exists and whether it is null.
  const members = Object.entries(value).map(([name, member]) => [
    name,
    own.has(name) && member !== null ? 'its own' : withoutOwn(member, own),
  ]);
  return Object.fromEntries(members) as object;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' ? (value as Record<string, unknown> | null) : null;

/** The first difference, as a path with both values. */
function differenceOf(ours: unknown, theirs: unknown, at = ''): string {
  const [one, other] = [membersOf(ours), membersOf(theirs)];
  const names = one && other ? [...new Set([...Object.keys(one), ...Object.keys(other)])] : [];
  const differs = names.find((name) => !isDeepStrictEqual(one?.[name], other?.[name]));
  if (differs !== undefined) return differenceOf(one?.[differs], other?.[differs], `${at}/${differs}`);
  const show = (value: unknown) => inspect(value, { breakLength: Infinity }).slice(0, 300);
  return `${at}: ${show(ours)} and ${show(theirs)}`;
}
