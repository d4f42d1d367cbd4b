import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { sql } from '../../../prisma/client.ts';
import { createKey } from '../../../schema/identity/keys.ts';
import { createOperatorClient } from '../board/operator.ts';
import { createFixtures, type Fixtures } from '../facades/fixtures.ts';
import { type Call, type Credential, toWire, type CallerName, type WireRequest } from './call.ts';
import { type RowCounts, prepareRowCounts } from './row-counts.ts';
import { KnownValues } from './values/known-values.ts';
import type { Exchange } from './common-checks.ts';
import { type WireResponse, WireClient } from './wire-client.ts';

/** The author names in rows that the operator with the token of the environment writes. */
const OPERATOR_NAMES: readonly string[] = ['environment', '*'];

interface RegisteredAgent {
  readonly key: string;
  readonly handle: string;
}

/** A board with records in many states, agents that call it, and the values from its responses. */
export class CampaignBoard implements AsyncDisposable {
  readonly fixtures: Fixtures;
  readonly knownValues: KnownValues;
  readonly countRows: () => Promise<RowCounts>;
  /** The author names of rows that requests write, by the key, token or session of the request. */
  readonly secrets = new Map<string, readonly string[]>();
  /** Handles of agents that registered in an MCP session, by session id. */
  readonly #sessions = new Map<string, string>();
  readonly #registeredAgents: RegisteredAgent[] = [];
  /** Id of the operator's session. */
  #session = '';
  #credentials: Partial<Record<CallerName, Credential>> = {};
  readonly #listener: Listener;
  readonly #client: WireClient;

  constructor(fixtures: Fixtures, listener: Listener, count: CampaignBoard['countRows']) {
    this.fixtures = fixtures;
    this.knownValues = new KnownValues(fixtures.board.clock);
    this.countRows = count;
    this.#listener = listener;
    this.#client = new WireClient(listener.port);
  }

  /** Replaces the placeholders of a call and adds the caller's credentials. */
  prepare(call: Call): WireRequest {
    return toWire(call, this.#credentialOf(call.caller), this.knownValues);
  }

  async send(request: WireRequest): Promise<WireResponse> {
    return this.#client.send(request);
  }

  /** Remembers the values in a response and the credentials it issued. Returns the handles that got keys. */
  learn({ request, body, response }: Exchange): readonly string[] {
    const record: unknown = body ?? readLines(response.text);
    this.knownValues.addFrom(record, response.headers);
    const issued = keysIn(record);
    for (const { key, handle, isSession } of issued) {
      // The response to a rotation names no agent: the key is that of the caller.
      const names = handle === null ? [...this.actorsOf(request)] : [handle];
      this.#addSecret(key, isSession ? OPERATOR_NAMES : names);
      if (handle !== null) this.#learnAgent({ key, handle }, request.headers['mcp-session-id']);
    }
    return issued.flatMap(({ handle }) => handle ?? []);
  }

  /** An agent that registers in an MCP session is authenticated by the session afterwards. */
  #learnAgent(agent: RegisteredAgent, session: unknown): void {
    this.#registeredAgents.unshift(agent);
    this.#registeredAgents.splice(10);
    if (typeof session === 'string') this.#sessions.set(session, agent.handle);
  }

  /** Author names that rows of a request may have. */
  actorsOf({ target, headers }: WireRequest): ReadonlySet<string> {
    const requestText = JSON.stringify([target, headers]);
    const authors = [...this.secrets]
      .filter(([secret]) => requestText.includes(secret))
      .flatMap(([, names]) => names);
    const session = this.#sessions.get(String(headers['mcp-session-id']));
    return new Set(session === undefined ? authors : [...authors, session]);
  }

  /** Undoes quarantines, closed channels and revoked keys, so that later requests are accepted. */
  async restoreCallers(): Promise<void> {
    const { board, ada, bob } = this.fixtures;
    await board.database.rows(sql`
      update agents set status = case when handle = 'eve' then 'quarantined' else 'active' end::"AgentStatus"
      where handle in ('ada', 'bob', 'cy', 'eve')`);
    await board.database.rows(sql`update channels set posting = 'open', archived = false`);
    await board.database.rows(sql`
      update operator_sessions set ended_at = null, expires_at = ${board.clock.now()}::timestamptz + interval '12 hours'
      where id = ${this.#session}::uuid`);
    // The id of a key follows `sbk_`.
    const firstKeys = [ada.key, bob.key].map((key) => key.slice(4, 14));
    await board.database.rows(sql`
      update agent_keys set revoked_at = null, expires_at = null
      where kid = any(${firstKeys}) or (handle in ('cy', 'eve') and name is null)`);
  }

  /** Registers agents, opens an operator session, and reads every list once. */
  async prepareCallers(): Promise<void> {
    const { board, ada, bob, eve } = this.fixtures;
    const [cy, rex] = [await board.join('cy'), await board.join('rex')];
    await createOperatorClient(board).moderate('agents', rex.id, 'quarantine');
    await board.database.rows(sql`update agent_keys set revoked_at = now() where handle = 'rex'`);
    const { body } = await createOperatorClient(board).call('POST /admin/board/sessions', { body: {} });
    const session = body.session_token as string;
    this.#session = body.session_id as string;
    const operator = createOperatorClient(board).headers['Authorization']?.replace('Bearer ', '') ?? '';
    for (const agent of [ada, bob, cy, eve, rex]) this.#addSecret(agent.key, [agent.handle]);
    for (const secret of [session, operator]) this.#addSecret(secret, OPERATOR_NAMES);
    this.#credentials = {
      ada,
      bob,
      cy,
      eve,
      revoked: rex,
      operator: { key: operator, handle: null },
      session: { key: session, handle: null },
      cookie: { key: null, handle: null, cookie: session },
      unknown: { key: createKey().key, handle: 'ada' },
      malformed: { key: ada.key.slice(0, -1), handle: 'ada' },
      mismatched: { key: ada.key, handle: 'bob' },
    };
    await this.#readLists();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.close();
    await this.#listener.close(100);
    await this.fixtures.board[Symbol.asyncDispose]();
  }

  #addSecret(secret: string, names: readonly string[]): void {
    this.secrets.set(secret, names);
    this.knownValues.add('secret', secret);
  }

  #credentialOf(caller: CallerName): Credential {
    if (caller === 'registered') return this.#registeredAgents[0] ?? this.fixtures.ada;
    return this.#credentials[caller] ?? { key: null, handle: null };
  }

  async #readLists(): Promise<void> {
    const { board, ada, work, thread, inquiry } = this.fixtures;
    const operator = createOperatorClient(board);
    const lists = [...restRouteDefinitions, ...adminRouteDefinitions].filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    );
    const records = [`/v1/work/${work}`, `/public/work/${work}/events`, `/v1/threads/${thread}/posts`];
    const paths = [...lists.map(({ path }) => path), ...records, `/v1/inquiries/${inquiry}/answers`];
    for (const path of paths) {
      const { body, headers } = await (path.startsWith('/admin') ? operator : ada).call(
        `GET ${path}?limit=2`,
      );
      this.knownValues.addFrom(body, Object.fromEntries(headers));
    }
  }
}

/** The members of a record in the text form of the URL-only actions. */
const readLines = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));

/** The form of the board's secrets. An agent's declaration may have members of the same names. */
const SECRET = /^sb[a-z]_[\w-]{20,}$/;

interface IssuedKey {
  readonly key: string;
  readonly handle: string | null;
  /** Whether it is the token of an operator's session. */
  readonly isSession: boolean;
}

/** Keys and tokens in a response, with the handles of their agents. */
function keysIn(body: unknown): readonly IssuedKey[] {
  if (typeof body !== 'object' || body === null) return [];
  const members = Object.entries(body);
  const { handle } = body as { readonly handle?: unknown };
  const keys = members.flatMap(([name, key]) => {
    const isSession = name === 'session_token';
    if (typeof key !== 'string' || !SECRET.test(key) || (name !== 'api_key' && !isSession)) return [];
    return [{ key, handle: !isSession && typeof handle === 'string' ? handle : null, isSession }];
  });
  return [...keys, ...members.flatMap(([, value]) => keysIn(value))];
}

/** A free loopback port, and the site's address, with which the `type` of problems begins. */
const LISTEN_OPTIONS = { host: '127.0.0.1', port: 0, siteUrl: 'http://site.test' };

/** Opens a board whose API listens on loopback, with its callers. */
export async function openCampaignBoard(): Promise<CampaignBoard> {
  const fixtures = await createFixtures({ MAX_WAITING: '0' });
  const listener = await listen(fixtures.board.app.api.fetch, LISTEN_OPTIONS);
  const board = new CampaignBoard(fixtures, listener, await prepareRowCounts(fixtures.board.database));
  await board.prepareCallers();
  return board;
}
