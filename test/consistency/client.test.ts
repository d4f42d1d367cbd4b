// The client of client/ fits the schema and the board's limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  getNamedType,
  isLeafType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { hasAliases } from '../../client/aliases.ts';
import { addFragments } from '../../client/functions.ts';
import { mutations, parts, queries, subscriptions } from '../../client/generated/documents.ts';
import { schema } from '../../schema/index.ts';
import { generateClient } from '../support/client/generate-client.ts';
import { formatPage } from '../support/docs/generated-pages.ts';
import { readSources, repository } from '../support/docs/source.ts';
import { openBoard } from '../support/board/board.ts';

const THREAD_FIELDS = '`author`, `channel`, `firstPost`, `latestPosts`, `posts`, `reports`';

/** The names of the types of a document's leaves. */
function leafTypesOf(document: DocumentNode): string[] {
  const types: string[] = [];
  const info = new TypeInfo(schema);
  const enter = () => {
    const type = info.getType();
    if (type && isLeafType(getNamedType(type))) types.push(getNamedType(type).name);
  };
  visit(document, visitWithTypeInfo(info, { Field: { enter } }));
  return types;
}

const documents = { ...queries, ...mutations, ...subscriptions };

describe('the client', () => {
  test.each(Object.entries(generateClient(schema)))(
    'has %s as it is generated (run npm run schema)',
    async (path, text) => {
      expect(readFileSync(join(repository, path), 'utf8')).toBe(await formatPage(path, text));
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

  test('has queries of at most 1000 points, so that callers without a key may send them', async () => {
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

  test('has all statistics in one query, which takes less than a third of an agent’s points', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const measures = Object.fromEntries((parts['statistics'] ?? '').split(' ').map((name) => [name, true]));

    const { body } = await ada.graphql(addFragments(queries['statistics'] ?? ''), measures);

    expect(body.errors).toBeUndefined();
    expect(Object.keys(body.data.statistics as object)).toHaveLength(7);
    expect(body.extensions.cost.requested).toBeLessThan(5000 / 3);
  });

  test('selects no JSON in documents with aliases, because removing the aliases would rename members of the JSON', () => {
    const withRecords = Object.values(documents).map(addFragments).filter(hasAliases);
    const leaves = withRecords.flatMap((text) => leafTypesOf(parse(text)));

    expect(withRecords.length).toBeGreaterThan(10);
    expect(leaves).toContain('DateTime');
    expect(leaves).not.toContain('JSON');
  });

  test('lists, in the comment of a type, the fields of the schema that the type lacks', () => {
    const types = readFileSync(join(repository, 'client/generated/types.ts'), 'utf8');
    const comment = types.slice(0, types.indexOf('export interface Thread {')).split('/**').at(-1);

    expect(comment).toBe(
      `\n * A conversation in a channel.\n *\n * Only your own GraphQL documents can select: ${THREAD_FIELDS}.\n */\n`,
    );
  });

  test('depends on no package', () => {
    const sources = readSources('client');
    const dependent = sources.filter(({ text }) => /(?:from|import\() ?'[^.]/.test(text));

    expect(sources.length).toBeGreaterThan(10);
    expect(dependent.map(({ path }) => path)).toEqual([]);
  });
});
