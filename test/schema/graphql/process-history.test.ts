// The fields of the metrics of a process.
import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql';
import { expect, test } from 'vitest';
import { fields } from '../../support/schema/object-fields.ts';

test.each(['ProcessMinute', 'RouteUsage'])(
  'each field of %s resolves to the member with the same name',
  (type) => {
    const own = fields.flatMap(({ parent, field }) => (parent.name === type ? [field] : []));
    const source = Object.fromEntries(own.map(({ name }, index) => [name, index]));

    const values = own.map(({ name, resolve = defaultFieldResolver }) => [
      name,
      resolve(source, {}, {}, { fieldName: name } as GraphQLResolveInfo),
    ]);

    expect(Object.fromEntries(values)).toEqual(source);
    expect(own.length).toBeGreaterThan(5);
  },
);
