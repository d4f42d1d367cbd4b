// The page of a type of a small schema, as lines of text.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createSchemaModel } from '../../../../facades/site/schema/schema-model.ts';
import { renderType } from '../../../../facades/site/schema/type-page.ts';
import { linesOf } from './chart-lines.ts';

test.each([12, 13])(
  'the page of a type that is used by %d fields lists them, folded if more than 12',
  async (count) => {
    const names = Array.from({ length: count - 1 }, (_, i) => `f${String(i).padStart(2, '0')}`);
    const small = createSchemaModel(
      buildSchema(`
      enum Kind { A B @deprecated(reason: "Use A.") }
      type Query { list(kind: Kind): Int ${names.map((name) => `${name}: Kind`).join(' ')} }
    `),
    );

    const lines = await linesOf(renderType(small.types.get('Kind')!, small).body);

    expect(lines).toEqual([
      ...['Enum.', '## Values', 'Table: Values', '`A` | |', '`B` |', 'Deprecated. Use A.', '|', '## Used by'],
      ...(count === 13 ? ['<details>', '> 13 uses'] : []),
      '- [`Query.list`](/schema/Query#list) takes the type as `kind`',
      ...names.map((name) => `- [\`Query.${name}\`](/schema/Query#${name})`),
      '[All types](/schema) · [graph of the types](/schema/graph)',
    ]);
  },
);
