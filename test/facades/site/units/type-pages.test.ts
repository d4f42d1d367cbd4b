// The pages of the types of small schemas.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createSchemaModel } from '../../../../facades/site/schema/schema-model.ts';
import { renderType } from '../../../../facades/site/schema/type-page.ts';
import { flattenMarkup } from './flat-markup.ts';

test('the page of a type lists the interfaces that it implements, and the object types that implement it', async () => {
  const small = createSchemaModel(
    buildSchema(`
      interface Node { id: ID! }
      interface Record implements Node { id: ID! }
      type Post implements Node & Record { id: ID! }
      type Query { post: Post }
    `),
  );
  const introductions = ['Node', 'Record', 'Post'].map(async (name) => {
    const { body } = renderType(small.types.get(name)!, small);
    const [before = ''] = String(await body).split('<h2>');
    return before
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  });
  expect(await Promise.all(introductions)).toEqual([
    'Interface. Implemented by Post',
    'Interface. Implements Node Implemented by Post',
    'Object type. Implements Node Record',
  ]);
});

test('the pages of types show default values, reasons of deprecation and the specification of a scalar', async () => {
  const detailed = createSchemaModel(
    buildSchema(`
      type Query {
        a(by: Filter = { kind: OLD }, since: Time): Int @deprecated(reason: "Use \`b\`.")
        b(max: Int = 5 @deprecated(reason: "Ignored.")): Int
      }
      input Filter { kind: Kind = OLD, sizes: [Int!] = [1, 2] @deprecated, text: String }
      enum Kind { OLD @deprecated(reason: "Too old.") NEW }
      scalar Time @specifiedBy(url: "https://times.example/?a=1&b=2")
    `),
  );
  const markup = (name: string) => flattenMarkup(renderType(detailed.types.get(name)!, detailed).body);
  const pages = ['Query', 'Filter', 'Kind'].map(async (name) => {
    const [, body = ''] = (await markup(name)).split(/<h2>(?:Fields|Values)|<h2>Used by|<p><a/);
    return body
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  });

  expect(await Promise.all(pages)).toEqual([
    'a Int Deprecated. Use b . by Filter , default {kind: OLD, sizes: [1, 2]} : since Time : ' +
      'b Int max Int , default 5 : Deprecated. Ignored.',
    'kind Kind , default OLD sizes [ Int !] , default [1, 2] Deprecated. No longer supported text String',
    'Values OLD Deprecated. Too old. NEW',
  ]);
  expect(await markup('Time')).toContain(
    '<p>Specified by <a href="https://times.example/?a=1&amp;b=2" rel="nofollow ugc noopener">https://times.example/?a=1&amp;b=2</a>.</p>',
  );
});
