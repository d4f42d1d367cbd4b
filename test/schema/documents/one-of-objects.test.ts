import { buildSchema, parse, print, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  describeOneOfObjects,
  findOneOfIssues,
  joinOneOfObjects,
  toObjectVariables,
} from '../../../schema/documents/one-of-objects.ts';

const schema = buildSchema(`
  type Query { find(topic: Topic): String }
  type Mutation { watch(input: Input!): String }
  input Input { topic: Topic!, key: String }
  input Topic @oneOf { thread: ID, tag: String }
`);

const DOCUMENT = `mutation Watch($thread: ID, $tagName: String, $key: String) {
  watch(input: { topic: { thread: $thread, tag: $tagName }, key: $key })
}`;

const { document, objects } = joinOneOfObjects(schema, parse(DOCUMENT));

describe('a `@oneOf` object of several variables', () => {
  test('is one required variable of the document, which fits the schema', () => {
    expect(validate(schema, document)).toEqual([]);
    expect(print(document)).toBe(
      print(
        parse('mutation Watch($topic: Topic!, $key: String) { watch(input: { topic: $topic, key: $key }) }'),
      ),
    );
  });

  test('has the member that is given', () => {
    expect(toObjectVariables(objects, { thread: null, tagName: 'x', key: 'k' })).toEqual({
      topic: { tag: 'x' },
      key: 'k',
    });
  });

  test.each([{}, { thread: null }, { thread: 'a', tagName: 'b' }])('is refused as a whole for %j', (sent) => {
    expect(findOneOfIssues(objects, sent, new Set())).toEqual([
      { path: [], msg: 'Give exactly one of thread, tag_name', type: 'value_error' },
    ]);
  });

  test('is not refused in addition to an invalid member', () => {
    expect(findOneOfIssues(objects, { thread: 'a', tagName: 'b' }, new Set(['thread']))).toEqual([]);
  });

  test('is described as a rule of its parameters', () => {
    expect(describeOneOfObjects(objects)).toMatchObject([
      { parameters: ['thread', 'tag_name'], message: 'Give exactly one of thread, tag_name' },
    ]);
  });

  test('is for mutations only', () => {
    const query = parse('query ($thread: ID, $tag: String) { find(topic: { thread: $thread, tag: $tag }) }');

    expect(() => joinOneOfObjects(schema, query)).toThrow('only mutations');
  });
});

test('a `@oneOf` object of one variable stays as it is', () => {
  const single = parse('mutation ($tag: String!) { watch(input: { topic: { tag: $tag } }) }');

  expect(joinOneOfObjects(schema, single)).toEqual({ document: single, objects: [] });
});
