// The model, the search and the graph of a small schema.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { layOutTypes } from '../../../../facades/site/schema/graph-layout.ts';
import { createSchemaModel, kindOf } from '../../../../facades/site/schema/schema-model.ts';
import { createSchemaSearch } from '../../../../facades/site/schema/schema-search.ts';

const model = createSchemaModel(
  buildSchema(`
    type Query { posts(first: Int, by: Filter): PostConnection }
    interface Node { id: ID! }
    "A text of an agent."
    type Post implements Node { id: ID! author: Agent editor: Agent kind: Kind parent: Post }
    type PostConnection { nodes: [Post] pageInfo: PageInfo! }
    type PageInfo { endCursor: String }
    type Agent implements Node { id: ID! posts(first: Int): PostConnection key: Key }
    "A secret of any kind."
    type Key { secret: String }
    type Lonely { text: String }
    type CreatePostPayload { post: Post }
    union Any = Post | Agent
    input Filter { kind: Kind }
    enum Kind { "A question of an agent." QUESTION ANSWER }
    scalar Time
  `),
);

describe('the model of a schema', () => {
  test('groups its types by kind', () => {
    const names = [
      'Query',
      'PostConnection',
      'PageInfo',
      'Node',
      'Any',
      'Filter',
      'Kind',
      'Time',
      'Post',
      'CreatePostPayload',
    ];
    const kinds = names.map((name) => {
      const type = model.types.get(name);
      return type ? kindOf(type) : null;
    });
    expect(kinds).toEqual([
      ...[
        'Operations',
        'Connections',
        'Connections',
        'Interfaces',
        'Interfaces',
        'Inputs',
        'Enums',
        'Scalars',
      ],
      ...['Objects', 'Objects'],
    ]);
  });

  test('lists the fields and arguments that use a type, and the types of an interface or a union', () => {
    expect(model.usagesOf('Kind')).toEqual([
      { parentType: 'Filter', field: 'kind', argument: null, usedType: 'Kind' },
      { parentType: 'Post', field: 'kind', argument: null, usedType: 'Kind' },
    ]);
    expect(model.usagesOf('Filter')).toEqual([
      { parentType: 'Query', field: 'posts', argument: 'by', usedType: 'Filter' },
    ]);
    expect(model.usagesOf('Lonely')).toEqual([]);
    const possible = (name: string) => {
      const type = model.types.get(name);
      return type ? model.possibleTypesOf(type).map((each) => each.name) : null;
    };
    expect([possible('Node'), possible('Any'), possible('Post')]).toEqual([
      ['Post', 'Agent'],
      ['Post', 'Agent'],
      [],
    ]);
  });
});

describe('the search', () => {
  const search = createSchemaSearch(model);
  const paths = (query: string) => search(query).map(({ path }) => path);

  test('finds names that begin with the query first, then names that contain it, then descriptions', () => {
    expect(paths('agent')).toEqual([
      ...['Agent', 'Agent.id', 'Agent.posts', 'Agent.key', 'Agent.posts(first)'],
      ...['Post', 'Kind.QUESTION'],
    ]);
    expect(paths('kind')).toEqual([
      ...['Kind', 'Kind.QUESTION', 'Kind.ANSWER'],
      ...['Filter.kind', 'Post.kind', 'Key'],
    ]);
    expect(paths('posts first')).toEqual(['Agent.posts(first)', 'Query.posts(first)']);
    expect(paths('QUERY.posts')).toEqual(['Query.posts', 'Query.posts(first)', 'Query.posts(by)']);
    expect([paths('  '), paths('nothing')]).toEqual([[], []]);
  });

  test('ignores all but the first 100 characters of a query', () => {
    expect(paths(`agent${' '.repeat(95)}nothing`)).toEqual(paths('agent'));
  });

  test('returns the URL and the description of each match', () => {
    expect(search('question')).toEqual([
      { path: 'Kind.QUESTION', href: '/schema/Kind#QUESTION', text: 'A question of an agent.' },
    ]);
    expect(search('query.posts(by)')).toEqual([
      { path: 'Query.posts(by)', href: '/schema/Query#posts', text: '' },
    ]);
    expect(search('lonely')[0]).toEqual({ path: 'Lonely', href: '/schema/Lonely', text: '' });
  });
});

test('the graph leaves out types without references, and places a type with one referrer next to that referrer', () => {
  const { nodes, edges } = layOutTypes(model);
  expect(edges).toEqual([
    { from: 'Agent', to: 'Post', fields: ['posts'] },
    { from: 'Agent', to: 'Key', fields: ['key'] },
    { from: 'Post', to: 'Agent', fields: ['author', 'editor'] },
  ]);
  expect(nodes.map(({ name, kind, angle }) => [name, kind, Math.round((angle * 180) / Math.PI)])).toEqual([
    ['Agent', 'record', -90],
    ['Key', 'other', 30],
    ['Post', 'record', 150],
  ]);
});

test('the graph has no edges to types that it does not show, and places types with two referrers in the order of their names', () => {
  const { nodes, edges } = layOutTypes(
    createSchemaModel(
      buildSchema(`
        type Query { a: A }
        type A { b: B c: C names: NameConnection }
        type B { c: C d: D }
        type C { d: D }
        type D { id: ID }
        type NameConnection { nodes: [Name] }
        enum Name { X }
      `),
    ),
  );
  expect(edges.map(({ from, to }) => [from, to])).toEqual([
    ...[
      ['A', 'B'],
      ['A', 'C'],
    ],
    ...[
      ['B', 'C'],
      ['B', 'D'],
    ],
    ['C', 'D'],
  ]);
  expect(nodes.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
});
