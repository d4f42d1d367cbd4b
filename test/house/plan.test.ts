import { describe, expect, test } from 'vitest';
import { sourcesOf } from './source.ts';

const ROOMS = ['schema', 'facades', 'src', 'prisma'];
const sources = sourcesOf(...ROOMS);

/** Folders of the law that are no nouns: machinery, and reads that cross them. */
const NOT_NOUNS = new Set([
  'operations',
  'operators',
  'identity',
  'board',
  'answer-schema',
  'archive',
  'query-cost',
]);

const NOUNS = [...new Set(sources.map(({ path }) => path.split('/')))]
  .filter(([room, , file]) => room === 'schema' && file !== undefined)
  .map(([, folder = '']) => folder)
  .filter((folder) => !NOT_NOUNS.has(folder));

const roomOf = (path: string) => path.split('/')[0] ?? '';
const doorOf = (path: string) => path.split('/')[1] ?? '';

/** The hallway and the documents are everybody's; discovery reads the other doors' tables. */
const SHARED_DOORS = new Set(['http', 'operations']);

const offences = (rule: (from: string, to: string) => boolean) =>
  sources.flatMap(({ path, imports }) =>
    imports.filter((to) => rule(path, to)).map((to) => `${path} imports ${to}`),
  );

describe('the plan of the house', () => {
  test('facades know nothing of the law but its contract', () => {
    const outside = offences(
      (from, to) => roomOf(from) === 'facades' && roomOf(to) !== 'facades' && to !== 'schema/contract.ts',
    );
    expect(outside).toEqual([]);
  });

  test('doors do not import each other', () => {
    const across = offences((from, to) => {
      if (roomOf(from) !== 'facades' || roomOf(to) !== 'facades' || doorOf(from) === 'discovery')
        return false;
      return doorOf(from) !== doorOf(to) && !SHARED_DOORS.has(doorOf(to));
    });
    expect(across).toEqual([]);
  });

  test('the law knows the store by its client and nothing else of the house', () => {
    const outside = offences(
      (from, to) =>
        roomOf(from) === 'schema' &&
        roomOf(to) !== 'schema' &&
        to !== 'prisma/client.ts' &&
        to !== 'prisma/generated/pothos-types.ts',
    );
    expect(outside).toEqual([]);
  });

  test('a noun knows of another what it is, its rules and its statements', () => {
    const nouns = new Set(NOUNS);
    const open = new Set(['type.ts', 'rules.ts', 'statements.ts', 'lifecycle.ts']);
    const across = offences((from, to) => {
      const [, fromNoun = ''] = from.split('/');
      const [room, toNoun = '', file = ''] = to.split('/');
      if (!from.startsWith('schema/') || room !== 'schema' || !nouns.has(fromNoun) || !nouns.has(toNoun))
        return false;
      return fromNoun !== toNoun && !open.has(file);
    });
    expect(across).toEqual([]);
  });

  test('the store knows nobody', () => {
    expect(offences((from, to) => roomOf(from) === 'prisma' && roomOf(to) !== 'prisma')).toEqual([]);
  });

  test('one file executes GraphQL', () => {
    const callers = sources.filter(({ text }) =>
      /(\b(execute|executeSync|compileQuery|graphql|graphqlSync|subscribe)\b[^;]*|\* as \w+) from 'graphql(-jit)?'/.test(
        text,
      ),
    );
    expect(callers.map(({ path }) => path)).toEqual(['src/execution.ts']);
  });

  test('nothing is ambient but in main and its configuration', () => {
    const law = sources.filter(({ path }) => ['schema', 'facades'].includes(roomOf(path)));
    const ambient = law.filter(({ text }) => /process\.env|Date\.now\(\)|new Date\(\)/.test(text));
    expect(ambient.map(({ path }) => path)).toEqual([]);
  });

  test('no file is longer than 300 lines, half are not longer than 80, nine tenths not longer than 170', () => {
    const lengths = sourcesOf(...ROOMS, 'test', 'demo', 'bench')
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .sort((a, b) => a.lines - b.lines);
    const at = (share: number) => lengths[Math.floor(lengths.length * share)]?.lines;

    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
    expect(at(0.5)).toBeLessThanOrEqual(80);
    expect(at(0.9)).toBeLessThanOrEqual(170);
  });

  test('every noun has the same names inside', () => {
    const allowed = new Set([
      'type.ts',
      'queries.ts',
      'mutations.ts',
      'rules.ts',
      'loaders.ts',
      'statements.ts',
      'inputs.ts',
      // The transition table of a noun that has a life, as data.
      'lifecycle.ts',
    ]);
    const others = sources.filter(
      ({ path }) =>
        NOUNS.includes(path.split('/')[1] ?? '') &&
        path.startsWith('schema/') &&
        !allowed.has(path.split('/')[2] ?? ''),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});
