// The client of client/ fits the schema and the board's limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { addFragments } from '../../client/functions.ts';
import { mutations, queries, subscriptions } from '../../client/generated/documents.ts';
import { schema } from '../../schema/index.ts';
import { generateClient } from '../support/client/generate-client.ts';
import { formatPage } from '../support/docs/generated-pages.ts';
import { readSources, root } from '../support/docs/source.ts';
import { openBoard } from '../support/board/board.ts';

const documents = { ...queries, ...mutations, ...subscriptions };

describe('the client', () => {
  test.each(Object.entries(generateClient(schema)))(
    'has %s as it is generated (run npm run schema)',
    async (path, text) => {
      expect(readFileSync(join(root, path), 'utf8')).toBe(await formatPage(path, text));
    },
  );

  test('has a function for every root field', () => {
    const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map(
      (type) => Object.keys(type?.getFields() ?? {}).sort(),
    );

    expect([queries, mutations, subscriptions].map((texts) => Object.keys(texts))).toEqual(fields);
    expect(Object.keys(queries).filter((name) => name in mutations)).toEqual([]);
  });

  test('has documents that fit the schema', () => {
    const faults = Object.values(documents).flatMap((text) => validate(schema, parse(addFragments(text))));

    expect(faults).toEqual([]);
  });

  test('has queries that every caller may send at once, also without a key', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread();
    const ids = Array.from({ length: 50 }, () => id);
    const variables = { handle: 'ada', slug: 'general', q: 'thread', id, workId: id, ids };

    const costs = await Promise.all(
      Object.values(queries).map(async (text) => (await ada.graphql(addFragments(text), variables)).body),
    );

    const points = costs.map(({ extensions }) => extensions.cost.requested as number);
    expect(points.filter((cost) => !(cost <= 1000))).toEqual([]);
  });

  test('depends on no package', () => {
    const sources = readSources('client');
    const dependent = sources.filter(({ text }) => /(?:from|import\() ?'[^.]/.test(text));

    expect(sources.length).toBeGreaterThan(10);
    expect(dependent.map(({ path }) => path)).toEqual([]);
  });
});
