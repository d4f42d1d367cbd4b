import DataLoader from 'dataloader';
import {
  currentTarget,
  type Database,
  type DependencyKeys,
  dependOn,
  hideFromPlanner,
  type ReadTarget,
  readForSeveral,
  type Sql,
} from '../../prisma/client.ts';

/** Maximum keys per statement. */
const MAX_BATCH = 500;

interface LoaderOptions<Key> {
  readonly maxBatchSize?: number;
  /** Returns on which changes the value of a key depends (`prisma/read-dependencies.ts`). Default: on everything. */
  readonly dependsOn?: (key: Key) => DependencyKeys;
}

/** A loader that reads many keys at a time. */
export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

/**
 * Creates a loader that reads all keys of one iteration of the event loop, of any request that reads on the same database server,
 * with one statement per `maxBatchSize` different keys. Later iterations read again.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxBatchSize = MAX_BATCH, dependsOn = () => 'everything' }: LoaderOptions<Key> = {},
): BatchLoader<Key, Value> {
  const createLoader = (): BatchLoader<Key, Value> => {
    // Each batch has a new DataLoader, because a DataLoader refers to the values of its last batch.
    let collecting: DataLoader<Key, Value> | null = null;
    const start = () => {
      const loader = new DataLoader<Key, Value>(load, {
        maxBatchSize,
        batchScheduleFn: (run) =>
          void readForSeveral(() =>
            setImmediate(() => {
              if (collecting === loader) collecting = null;
              run();
            }),
          ),
      });
      return loader;
    };
    return { load: (key) => (collecting ??= start()).load(key) };
  };
  const onPrimary = createLoader();
  const onStandbys = createForEachTarget(createLoader);
  return {
    load: (key) => {
      dependOn(dependsOn(key));
      const target = currentTarget();
      return (target ? onStandbys(target) : onPrimary).load(key);
    },
  };
}

/** Creates a value for each standby, on first use. */
function createForEachTarget<Value>(create: () => Value): (target: ReadTarget) => Value {
  let values: WeakMap<ReadTarget, Value> | undefined;
  return (target) => {
    values ??= new WeakMap();
    const value = values.get(target) ?? create();
    values.set(target, value);
    return value;
  };
}

/**
 * Creates a loader of rows by a unique column. It resolves to null if there is no such row. `statement` must cast `keys`
 * to an array: `id = any(${keys}::uuid[])`.
 */
export const createRowLoader = <Row>(
  database: Database,
  column: keyof Row & string,
  statement: (keys: Sql) => Sql,
  dependsOn?: (key: string) => DependencyKeys,
) =>
  createBatchLoader<string, Row | null>(async (keys) => {
    const rows = await database.rows<Row>(statement(hideFromPlanner([...new Set(keys)])));
    const byKey = new Map(rows.map((row) => [String(row[column]), row]));
    return keys.map((key) => byKey.get(key) ?? null);
  }, dependsOn && { dependsOn });

/** Returns a row that a foreign key refers to. Throws if the row does not exist. */
export async function requireRow<Row>(loading: Promise<Row | null>): Promise<Row> {
  const row = await loading;
  if (row === null) throw new Error('the row of a foreign key does not exist');
  return row;
}

/** Returns the id of a loaded row, or null. */
export const loadId = async (loading: Promise<{ readonly id: string } | null>): Promise<string | null> =>
  (await loading)?.id ?? null;
