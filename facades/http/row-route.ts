import type { Caller, Describe, Issue, OpenSession } from '../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../operations/operation.ts';
import { readVersionTag, unlessTagged } from './etag.ts';
import { linkNext } from './headers.ts';
import { readJsonObject } from './json.ts';
import { createLocator, readVariables } from './parameters.ts';
import { perform } from './perform.ts';
import type { Spell } from './problem.ts';
import { assertQuery } from './query.ts';
import type { Exchange, Route } from './route.ts';
import { type RestParameters, sortParameters, VERSION_VARIABLE } from './row-parameters.ts';
import type { RestRow } from './row.ts';
import { createWriter } from './written.ts';

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

/** Makes a row a route: reads its parameters, runs its operation, writes its answer. */
export function createRowRoute(row: RestRow, door: RowDoor): Route {
  const { operation, policy } = row;
  const { openSession, describe, spell, cors, cacheControl, toCaller } = door;
  const description = describe(operation);
  const parameters = sortParameters(row, description);
  const locate = createRowLocator(parameters);
  const write = createWriter(row, description, { spell, isConditional: parameters.conditional });

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
      const { body, cursor, headers: own } = write(answer);
      const all = {
        'content-type': 'application/json',
        ...headers,
        ...linkNext(exchange.url, cursor),
        ...own,
      };
      const reply = { status: row.status, headers: all, body };
      return row.method === 'GET' ? unlessTagged(exchange.request, reply) : reply;
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

/** Where a row has what the schema found fault with. */
function createRowLocator(parameters: RestParameters) {
  const locate = createLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}
