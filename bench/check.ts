// Whether a peer answers what the board answers: the same members with the same values, but for what is each one’s own.
import { isDeepStrictEqual } from 'node:util';
import { type HttpRequest, UNIQUE } from './load/request.ts';

/** How many requests of an operation are compared. */
const COMPARED = 24;

/** Each server’s own: cursors, and when a document was made. */
const OWN = new Set(['next_cursor', 'next_url', 'generated_at']);

/** And of a record that each of them makes for itself. */
const OF_A_WRITE = new Set(['id', 'post_id', 'fact_id', 'path', 'seq', 'created_at']);

export interface Comparison {
  readonly requests: readonly HttpRequest[];
  readonly ports: readonly [ours: number, peer: number];
  readonly toPeer: (request: HttpRequest) => HttpRequest;
  /** What is compared of a body. */
  readonly read: (body: unknown) => unknown;
}

/** Throws where the two answer differently. */
export async function compare({ requests, ports, toPeer, read }: Comparison): Promise<void> {
  const step = Math.max(1, Math.floor(requests.length / COMPARED));
  for (let i = 0; i < requests.length; i += step) {
    const request = requests[i] as HttpRequest;
    const isWrite = request.headers['Idempotency-Key'] !== undefined;
    const own = isWrite ? OF_A_WRITE : OWN;
    const [ours, theirs] = await Promise.all([
      fetchBody(ports[0], request).then((body) => withoutOwn(read(body), own)),
      fetchBody(ports[1], toPeer(request)).then((body) => withoutOwn(read(body), own)),
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
  if (typeof value !== 'object' || value === null) return value;
  // That it is there is compared, and whether it is null.
  const members = Object.entries(value).map(([name, member]) => [
    name,
    own.has(name) && member !== null ? 'its own' : withoutOwn(member, own),
  ]);
  return Object.fromEntries(members) as object;
}

/** The first place where they do, for people. */
function differenceOf(ours: unknown, theirs: unknown, at = ''): string {
  if (typeof ours === 'object' && typeof theirs === 'object' && ours && theirs) {
    const [one, other] = [ours, theirs] as Record<string, unknown>[];
    for (const name of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])) {
      if (!isDeepStrictEqual(one?.[name], other?.[name]))
        return differenceOf(one?.[name], other?.[name], `${at}/${name}`);
    }
  }
  const show = (value: unknown) => JSON.stringify(value)?.slice(0, 300) ?? 'nothing';
  return `${at}: ${show(ours)} and ${show(theirs)}`;
}
