// Settings of connections behind a transaction pooler (docs/decisions/0053-behind-a-transaction-pooler.md).
import { type Connection, Pool, type PoolClient, type PoolConfig, Query } from 'pg';

type LocalSettings = readonly (readonly [name: string, milliseconds: number])[];

/** A pool, and the SQL that begins a transaction on it. */
export interface TransactionPool {
  readonly pool: Pool;
  readonly begin: string;
}

const STATEMENT_NAME = 'board_settings';

/**
 * Opens a pool whose clients share the connections of the server with all other clients of the pooler. Settings therefore
 * hold for one transaction: `begin` sets them for a transaction, and `pool.query` sends them with its statement.
 */
export function openPoolWithLocalSettings(
  config: PoolConfig,
  { preparesStatements }: { readonly preparesStatements: boolean },
): TransactionPool {
  const { settings, rest } = splitSettings(config);
  const name = preparesStatements ? STATEMENT_NAME : '';
  const text = toStatement(settings);
  const pool = new Pool({
    ...rest,
    verify: (client, done) => void prepareClient(client, { name, text }).then(() => done(), done),
  });
  const query = pool.query.bind(pool) as (query: Query) => Promise<unknown>;
  pool.query = ((...args: ConstructorParameters<typeof Query>) =>
    query(withSettings(new Query(...args) as InternalQuery, { name, text }))) as Pool['query'];
  return { pool, begin: toBegin(settings) };
}

/** Takes out the settings that PgBouncer does not accept when a client connects. */
function splitSettings(config: PoolConfig): { readonly settings: LocalSettings; readonly rest: PoolConfig } {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...rest } = config;
  const settings = Object.entries({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout });
  return { settings: settings.flatMap(([name, value]) => (value ? [[name, value] as const] : [])), rest };
}

/** One message of several statements: they take no more round trips than `begin` alone. */
const toBegin = (settings: LocalSettings): string =>
  ['begin', ...settings.map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)].join('; ');

/**
 * The statement that sets the settings before a statement of the caller. It returns no rows, so that all returned rows are from
 * the caller's statement. It does not limit idle transactions: both statements are sent at once.
 */
const toStatement = (settings: LocalSettings): string =>
  `select where ${settings
    .filter(([name]) => name !== 'idle_in_transaction_session_timeout')
    .map(([name, milliseconds]) => `set_config('${name}', '${milliseconds}', true) is null`)
    .join(' or ')}`;

/**
 * Sets UTC, which Prisma's driver adapter needs. PgBouncer sets the time zone of a client on each connection that it lends to
 * the client, and needs no statement if the connection has that time zone already. So all clients set the same time zone.
 * Also prepares the statement of the settings, if it has a name.
 */
async function prepareClient(
  client: PoolClient,
  statement: { readonly name: string; readonly text: string },
): Promise<void> {
  await client.query(`set time zone 'UTC'`);
  if (statement.name !== '') await client.query(statement);
}

/** The members of the driver's queries that its types omit. */
interface InternalQuery extends Query {
  queryMode: 'extended';
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/**
 * Makes a query send the settings before the statement of the caller, in the same implicit transaction: one round trip, and
 * one `ReadyForQuery`, after which the pooler takes the connection back.
 */
function withSettings(query: InternalQuery, { name, text }: { name: string; text: string }): InternalQuery {
  const submit = query.submit.bind(query) as (connection: Connection) => Error | null;
  const handleCommandComplete = query.handleCommandComplete.bind(query);
  return Object.assign(query, {
    queryMode: 'extended',
    submit: (connection: Connection) => {
      const hasMore = true;
      connection.stream.cork();
      if (name === '') connection.parse({ name, text, types: [] }, hasMore);
      connection.bind({ statement: name }, hasMore);
      connection.execute({}, hasMore);
      const error = submit(connection);
      connection.stream.uncork();
      return error;
    },
    // The first completion belongs to the settings. The next one, of the caller's statement, goes to the original handler.
    handleCommandComplete: () => void (query.handleCommandComplete = handleCommandComplete),
  } as const);
}
