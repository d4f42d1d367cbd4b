// Checks the rules of docs/architecture.md, and the lengths of files.
import { describe, expect, test } from 'vitest';
import { readSources } from '../support/docs/source.ts';

const LAYERS = ['client', 'schema', 'facades', 'src', 'prisma'];
const sources = readSources(...LAYERS);

/** Folders of `schema/` that each hold one kind of record; not `schema/work`, whose folders hold the parts of a work packet. */
const RECORD_FOLDERS = [
  'schema/agents',
  'schema/channels',
  'schema/threads',
  'schema/posts',
  'schema/inquiries',
  'schema/facts',
  'schema/reports',
  'schema/signals',
];

const layerOf = (path: string) => path.split('/')[0] ?? '';
const facadeOf = (path: string) => path.split('/')[1] ?? '';
const recordFolderOf = (path: string) => RECORD_FOLDERS.find((folder) => path.startsWith(`${folder}/`));

/** Imports that a rule forbids, as sentences. */
const findForbiddenImports = (isForbidden: (from: string, to: string) => boolean) =>
  sources.flatMap(({ path, imports }) =>
    imports.filter((to) => isForbidden(path, to)).map((to) => `${path} imports ${to}`),
  );

describe('imports', () => {
  test('from facades to other layers are of schema/contract.ts only', () => {
    expect(
      findForbiddenImports(
        (from, to) => layerOf(from) === 'facades' && layerOf(to) !== 'facades' && to !== 'schema/contract.ts',
      ),
    ).toEqual([]);
  });

  test('between facades are allowed only of http and documents, and by discovery', () => {
    const shared = new Set(['http', 'documents']);

    expect(
      findForbiddenImports((from, to) => {
        if (layerOf(from) !== 'facades' || layerOf(to) !== 'facades') return false;
        if (facadeOf(from) === 'discovery' || facadeOf(from) === facadeOf(to)) return false;
        return !shared.has(facadeOf(to));
      }),
    ).toEqual([]);
  });

  test('from the schema to other layers are of prisma/client.ts and the types of Pothos only', () => {
    const allowed = new Set(['prisma/client.ts', 'prisma/generated/pothos-types.ts']);

    expect(
      findForbiddenImports(
        (from, to) => layerOf(from) === 'schema' && layerOf(to) !== 'schema' && !allowed.has(to),
      ),
    ).toEqual([]);
  });

  test('between record folders are never of queries.ts, mutations.ts, inputs.ts or loaders.ts', () => {
    expect(
      findForbiddenImports((from, to) => {
        const [folder, other] = [recordFolderOf(from), recordFolderOf(to)];
        if (!folder || !other || folder === other) return false;
        return /\/(queries|mutations|inputs|loaders)\.ts$/.test(to);
      }),
    ).toEqual([]);
  });

  test('by prisma/ stay within prisma/', () => {
    expect(
      findForbiddenImports((from, to) => layerOf(from) === 'prisma' && layerOf(to) !== 'prisma'),
    ).toEqual([]);
  });

  test('by client/ stay within client/, and no other layer imports it', () => {
    expect(
      findForbiddenImports((from, to) => (layerOf(from) === 'client') !== (layerOf(to) === 'client')),
    ).toEqual([]);
  });

  test('form no cycle, type imports included', () => {
    expect(findCycles(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });
});

describe('GraphQL', () => {
  test('is executed by one file', () => {
    const executes =
      /(\b(execute|executeSync|compileQuery|graphql|graphqlSync|subscribe)\b[^;]*|\* as \w+) from 'graphql(-jit)?'/;

    expect(sources.filter(({ text }) => executes.test(text)).map(({ path }) => path)).toEqual([
      'src/gateway/executor.ts',
    ]);
  });
});

describe('the schema and the facades', () => {
  test('read neither environment variables nor the system clock', () => {
    const pure = sources.filter(({ path }) => ['schema', 'facades'].includes(layerOf(path)));
    const ambient = pure.filter(({ text }) => /process\.env|Date\.now\(\)|new Date\(\)/.test(text));

    expect(ambient.map(({ path }) => path)).toEqual([]);
  });
});

describe('Prisma Client', () => {
  test('is loaded by one file, which no file imports statically', () => {
    const loadsClient = /import (?!type)[^;]*client\/client\.ts'/;
    const loadsFactory = /(import|from) '[^']*prisma-client\.ts'/;

    expect(sources.filter(({ text }) => loadsClient.test(text)).map(({ path }) => path)).toEqual([
      'prisma/prisma-client.ts',
    ]);
    expect(sources.filter(({ text }) => loadsFactory.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('production code', () => {
  const production = readSources('schema', 'facades', 'src', 'prisma', 'demo');

  test('has no `using`, which Node 22 does not support', () => {
    expect(
      production.filter(({ text }) => /^\s*(await )?using \w+ =/m.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('normalizes text in one file, whose function bounds runs of combining marks', () => {
    expect(production.filter(({ text }) => text.includes('.normalize(')).map(({ path }) => path)).toEqual([
      'schema/values/normalization.ts',
    ]);
  });
});

describe('files', () => {
  test('have at most 300 lines; half have at most 80, nine tenths at most 180', () => {
    const lengths = readSources(...LAYERS, 'test', 'demo', 'bench')
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .sort((a, b) => a.lines - b.lines);
    const quantile = (share: number) => lengths[Math.floor(lengths.length * share)]?.lines;

    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
    expect(quantile(0.5)).toBeLessThanOrEqual(80);
    expect(quantile(0.9)).toBeLessThanOrEqual(180);
  });
});

/** Groups of files that import each other, directly or not (Tarjan's strongly connected components). */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const position = index.size;
    index.set(node, position);
    low.set(node, position);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) low.set(node, Math.min(low.get(node) ?? position, visit(next)));
      else if (stack.includes(next))
        low.set(node, Math.min(low.get(node) ?? position, index.get(next) ?? position));
    }
    if (low.get(node) === position) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low.get(node) ?? position;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}
