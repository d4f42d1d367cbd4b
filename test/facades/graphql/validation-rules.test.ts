// Errors of validation that name what a schema allows, as whole texts.
import {
  buildSchema,
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  parse,
  SingleFieldSubscriptionsRule,
  validate,
  ValuesOfCorrectTypeRule,
} from 'graphql';
import { expect, test } from 'vitest';
import { explainRules } from '../../../facades/graphql/validation-rules.ts';
import { BoardError } from '../../../schema/contract.ts';

const schema = buildSchema(`
  directive @mark on FIELD
  directive @keep(first: Int, last: Int) on FIELD
  interface Node { id: ID! }
  type Post implements Node { id: ID! text: String }
  type Agent implements Node { id: ID! }
  union Any = Post | Agent
  enum Kind { A B }
  input Filter { kind: Kind, tags: [String!], child: Filter, must: Int! }
  type Query { any: Any, node: Node, posts(first: Int, filter: Filter): Post }
  type Subscription { post: Post, agent: Agent }
`);

const RULES = [
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  SingleFieldSubscriptionsRule,
  ValuesOfCorrectTypeRule,
];

const VARIABLE_CONDITION =
  'The root field of a subscription must not have "@skip" or "@include" with a variable. Send a document without the directive.';

/** The errors of a document. Each is a message, or, for invalid values, the path, message and type of each fault. */
const errorsOf = (document: string) =>
  validate(schema, parse(document), explainRules(RULES)).map(({ message, originalError }) =>
    originalError instanceof BoardError
      ? originalError.issues.map(({ path, msg, type }) => [path.join('.'), msg, type])
      : message,
  );

test.each<[string, unknown[]]>([
  ['{ node { id } }', []],
  ['{ node { other } }', ['Cannot query field "other" on type "Node". It has id.']],
  ['{ posts { other } }', ['Cannot query field "other" on type "Post". It has id, text.']],
  ['{ posts { tex } }', ['Cannot query field "tex" on type "Post". Did you mean "text"?']],
  ['{ any { other } }', ['Cannot query field "other" on type "Any".']],
  [
    '{ any { text } }',
    ['Cannot query field "text" on type "Any". Did you mean to use an inline fragment on "Post"?'],
  ],
  ['{ posts { id(a: 1) } }', ['Unknown argument "a" on field "Post.id". It has no arguments.']],
  ['{ posts(a: 1) { id } }', ['Unknown argument "a" on field "Query.posts". It has first, filter.']],
  ['{ posts(firs: 1) { id } }', ['Unknown argument "firs" on field "Query.posts". Did you mean "first"?']],
  ['{ any @mark(a: 1) { __typename } }', ['Unknown argument "a" on directive "@mark". It has no arguments.']],
  ['{ any @keep(a: 1) { __typename } }', ['Unknown argument "a" on directive "@keep". It has first, last.']],
  ['{ posts(first: "1") { id } }', [[['first', 'Must be a value of type Int', 'invalid_type']]]],
  ['{ posts(filter: { must: 1, kind: C }) { id } }', [[['filter.kind', 'Must be one of A, B', 'enum']]]],
  ['{ posts(filter: 1) { id } }', [[['filter', 'Must be an object of type Filter', 'invalid_type']]]],
  [
    '{ posts(filter: { must: 1, tag: "a" }) { id } }',
    [[['filter.tag', 'Is not a field of Filter; did you mean tags?', 'unknown_parameter']]],
  ],
  [
    '{ posts(filter: { child: {}, must: null }) { id } }',
    [
      [['filter.child', 'Field "Filter.must" of required type "Int!" was not provided.', 'value_error']],
      [['filter.must', 'Must be a value of type Int', 'invalid_type']],
    ],
  ],
  ['{ any @keep(first: "1") { __typename } }', [[['first', 'Must be a value of type Int', 'invalid_type']]]],
  ['subscription ($a: Boolean!) { post { id @include(if: $a) } }', []],
  ['subscription ($a: Boolean!) { post @include(if: $a) { id } }', [VARIABLE_CONDITION]],
  ['subscription ($a: Boolean = true) { ... @skip(if: $a) { post { id } } }', [VARIABLE_CONDITION]],
  [
    'subscription { post { id } agent { id } }',
    ['Anonymous Subscription must select only one top level field.'],
  ],
])('the document %s has the errors %j', (document, errors) => {
  expect(errorsOf(document)).toEqual(errors);
});
