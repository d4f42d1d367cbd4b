import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type ColumnType,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type MigrationList, type SchemaFilter } from '@prisma/schema-engine-wasm';
import { Client, type ClientConfig } from 'pg';

const prismaFolder = join(import.meta.dirname, '../../../prisma');
const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };

/** Prisma's schema engine as WebAssembly: no command line, no downloads. */
export interface PrismaMigrate extends AsyncDisposable {
  /** The SQL that would bring the database to schema.prisma; `-- This is an empty migration.` if they match. */
  readonly drift: () => Promise<string>;
  /** Applies migrations like `prisma migrate deploy`. Returns their names. */
  readonly deploy: () => Promise<string[]>;
}

/** Opens Prisma on a database, with one connection. */
export async function openPrismaMigrate(connection: ClientConfig): Promise<PrismaMigrate> {
  const schema = await readFile(join(prismaFolder, 'schema.prisma'), 'utf8');
  const files = [{ path: 'schema.prisma', content: schema }];
  const client = new Client(connection);
  await client.connect();
  const adapter = createAdapter(client);
  const connect = () => Promise.resolve(adapter);
  const factory = { ...adapter, connect, connectToShadowDb: connect };
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    drift: async () => {
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: prismaFolder },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters: noFilter,
      });
      return stdout?.trim() ?? '';
    },
    deploy: async () => {
      const migrationsList = await readMigrationList();
      return (await engine.applyMigrations({ migrationsList, filters: noFilter })).appliedMigrationNames;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function readMigrationList(): Promise<MigrationList> {
  const baseDir = join(prismaFolder, 'migrations');
  const read = (path: string) => readFile(join(baseDir, path), 'utf8');
  const names = (await readdir(baseDir)).filter((name) => /^\d{14}_/.test(name)).sort();
  const directories = names.map(async (name) => {
    const value = await read(join(name, 'migration.sql'));
    return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
  });
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await read('migration_lock.toml') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}

/** Types of catalog columns by their OIDs in PostgreSQL. Prisma's own adapter does not support `"char"`, 18. */
const columnTypes: Readonly<Record<number, ColumnType>> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
  1184: ColumnTypeEnum.DateTime,
};

function createAdapter(client: Client): SqlDriverAdapter {
  const query = (text: string, values: unknown[]) =>
    client.query<unknown[]>({ text, values, rowMode: 'array' });
  return {
    provider: 'postgres',
    adapterName: 'test',
    queryRaw: async ({ sql, args }) => {
      const { fields, rows } = await query(sql, args);
      return {
        columnNames: fields.map((field) => field.name),
        columnTypes: fields.map((field) => columnTypes[field.dataTypeID] ?? ColumnTypeEnum.Text),
        rows: rows.map((row) => row.map((value) => (value instanceof Date ? value.toISOString() : value))),
      };
    },
    executeRaw: async ({ sql, args }) => (await query(sql, args)).rowCount ?? 0,
    executeScript: async (script) => {
      await client.query(script);
    },
    startTransaction: () => Promise.reject(new Error('the engine needs no transactions')),
    dispose: () => Promise.resolve(),
  };
}
