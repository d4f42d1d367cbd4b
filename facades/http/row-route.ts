import type { Answer, Caller, Describe, Issue, OpenSession } from '../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../operations/operation.ts';
import { readVersionTag, versionTag, withEtag } from './etag.ts';
import { linkNext } from './headers.ts';
import { readJsonObject } from './json.ts';
import { createLocator, readVariables } from './parameters.ts';
import { perform } from './perform.ts';
import type { Spell } from './problem.ts';
import { assertQuery } from './query.ts';
import { type HeaderRecord, type Reply, toJsonReply } from './reply.ts';
import type { Exchange, Route } from './route.ts';
import { type RestParameters, sortParameters, VERSION_VARIABLE } from './row-parameters.ts';
import type { RestRow } from './row.ts';
import { createUnfolding } from './unfold.ts';

/** What the rows of a door need, and what is its own about them. */
export interface RowDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly spell: Spell;
  readonly cors: boolean;
  /** `Cache-Control` of what holds no secret. */
  readonly cacheControl: string;
  readonly toCaller: (exchange: Exchange) => Caller;
}

interface Versioned {
  readonly version: number;
}

/** Makes a row a route: reads its parameters, runs its operation, writes its answer. */
export function createRowRoute(row: RestRow, door: RowDoor): Route {
  const { operation, policy } = row;
  const { openSession, describe, spell, cors, cacheControl, toCaller } = door;
  const description = describe(operation);
  const parameters = sortParameters(row, description);
  const locate = createRowLocator(parameters);
  const { unfold } = createUnfolding(description);
  const isPage = description.shape === 'page';
  const toRecordReply = createRecordReply(row, spell);

  return {
    method: row.method,
    path: row.path,
    json: true,
    cors,
    spell,
    headers: { 'cache-control': row.secret ? 'no-store' : cacheControl },
    serve: async (exchange) => {
      const read = () => readRequest(parameters, exchange);
      const call = { openSession, caller: toCaller(exchange), operation, policy, read, locate };
      const { answer, headers } = await perform(call);
      const { value, cursor } = unfold(answer.value);
      const tag = parameters.conditional ? { etag: versionTag((value as Versioned).version) } : {};
      const all = { ...headers, ...linkNext(exchange.url, cursor), ...tag };
      if (isPage) return toJsonReply(value, { headers: all });
      return toRecordReply({ ...answer, value }, exchange, all);
    },
  };
}

function readRequest(parameters: RestParameters, { params, url, body, request }: Exchange) {
  assertQuery(url);
  const object = readJsonObject(request.headers, body);
  const reading = readVariables(parameters, { path: params, query: url.searchParams, body: object });
  const key = request.headers.get('idempotency-key');
  if (parameters.idempotent && key !== null) reading.variables[IDEMPOTENCY_VARIABLE] = key;
  const version = parameters.conditional ? readVersionTag(request.headers.get('if-match')) : undefined;
  if (version !== undefined) reading.variables[VERSION_VARIABLE] = version;
  return reading;
}

/** A single record; one that is read can be asked for again by its entity tag. */
function createRecordReply({ method, status, next }: RestRow, spell: Spell) {
  const calls = next.flatMap(({ name }) => spell({ operation: name }));
  return ({ value }: Answer, { request }: Exchange, headers: HeaderRecord): Reply => {
    const record = calls.length === 0 ? value : { ...(value as object), next: calls };
    const reply = toJsonReply(record, { status, headers });
    return method === 'GET' ? withEtag(request, reply) : reply;
  };
}

/** Where a row has what the schema found fault with. */
function createRowLocator(parameters: RestParameters) {
  const locate = createLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}
