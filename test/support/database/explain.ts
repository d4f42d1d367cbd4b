// Explains statements: which tables PostgreSQL scans sequentially, and how many rows it reads.
import { Client, escapeLiteral, type ClientConfig, type QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { RecordedStatement } from './record-statements.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Temp Written Blocks': number;
  readonly Plans?: readonly Node[];
}

/** The tables, rows and pages that a statement reads. */
export interface Plan {
  /** Tables with a sequential scan. */
  readonly scannedTables: readonly string[];
  /** The most rows that one scan read. */
  readonly maxRowsRead: number;
  /** Pages of tables and indexes that the statement read. */
  readonly buffers: number;
  /** Pages of temporary files that the statement wrote because its rows did not fit into `work_mem`. */
  readonly tempBuffers: number;
}

/** A connection for EXPLAIN. */
export class Explainer implements AsyncDisposable {
  readonly #client: Client;
  #statements = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(connection: ClientConfig): Promise<Explainer> {
    const client = new Client(connection);
    await client.connect();
    return new Explainer(client);
  }

  /** Runs EXPLAIN ANALYZE on a statement, with a custom or a generic plan. */
  async explain({ text, values }: RecordedStatement, plan: 'custom' | 'generic'): Promise<Plan> {
    const name = `explained_${++this.#statements}`;
    const literals = values.map(toLiteral).join(', ');
    // Several statements without parameters are sent as one message, and run as one transaction.
    const results = (await this.#client.query(`
      set plan_cache_mode = force_${plan}_plan; prepare ${name} as ${text};
      explain (analyze, buffers, timing off, format json) execute ${name}${literals && `(${literals})`};
      deallocate ${name}`)) as unknown as readonly QueryResult<{ 'QUERY PLAN': readonly { Plan: Node }[] }>[];
    const root = results[2]?.rows[0]?.['QUERY PLAN'][0]?.Plan;
    const nodes = collectNodes(root);
    return {
      scannedTables: nodes.filter(isSequentialScan).map(tableName),
      maxRowsRead: Math.max(0, ...nodes.map(countRowsRead)),
      buffers: (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0),
      tempBuffers: root?.['Temp Written Blocks'] ?? 0,
    };
  }

  /** Tables with at least this many rows, by the estimate of the planner. */
  async tablesWithAtLeast(rows: number): Promise<Set<string>> {
    const tables = await this.#client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${rows}`,
    );
    return new Set(tables.rows.map(({ name }) => name));
  }

  /** Counts the rows that a statement and its functions read of each table. */
  async countReads(tables: ReadonlySet<string>, text: string, values: readonly unknown[]) {
    // Flush the statistics of earlier statements, which would otherwise count for this transaction.
    await this.#client.query('select pg_stat_force_next_flush()');
    await this.#client.query('begin');
    await this.#client.query(text, [...values]);
    const { rows } = await this.#client.query<{ name: string; scanned: number; fetched: number }>(
      `select relname as name, seq_tup_read::int as scanned, coalesce(idx_tup_fetch, 0)::int as fetched
       from pg_stat_xact_user_tables where relname = any($1)`,
      [[...tables]],
    );
    await this.#client.query('rollback');
    return rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}

const toLiteral = (value: unknown): string => {
  const text = prepareValue(value) as string | Buffer | null;
  if (text === null) return 'null';
  return escapeLiteral(typeof text === 'string' ? text : `\\x${text.toString('hex')}`);
};

const collectNodes = (node: Node | undefined): Node[] =>
  node ? [node, ...(node.Plans ?? []).flatMap((child) => collectNodes(child))] : [];

const tableName = (node: Node): string => node['Relation Name'] ?? '';

const isSequentialScan = (node: Node): boolean => node['Node Type'] === 'Seq Scan';

/** Rows that a scan returned or filtered out, over all loops. */
function countRowsRead(node: Node): number {
  if (!/Scan$/.test(node['Node Type']) || /Function|Subquery|CTE|Values/.test(node['Node Type'])) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
