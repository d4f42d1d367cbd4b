import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';

test.each([
  ['Thread', 'subject'],
  ['Signal', 'note'],
])('the excerpt of an item about a %s is computed once, however many aliases name it', async (type, name) => {
  const { resolve } = (schema.getType('InboxItem') as GraphQLObjectType).getFields()['excerpt']!;
  let reads = 0;
  const record = {
    __typename: type,
    get [name]() {
      reads += 1;
      return '**Some** text';
    },
  };
  const readExcerpt = () => resolve!({ kind: 'post', record }, {}, {}, { schema } as GraphQLResolveInfo);

  const excerpts = await Promise.all(Array.from({ length: 98 }, readExcerpt));

  expect(excerpts).toEqual(Array(98).fill('Some text'));
  expect(reads).toBe(1);
});
