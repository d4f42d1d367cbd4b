import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../schema/contract.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { schema } from '../../schema/index.ts';
import { root } from '../support/docs/source.ts';

const folder = join(root, 'facades/documents');

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'source' in value && 'kind' in value;

const modules = await Promise.all(
  readdirSync(folder).map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
);
const operations = modules.flatMap((exports) => Object.values(exports)).filter(isOperation);

// The board compiles an operation when it is first used, so that a faulty one would not stop the start.
describe('the operations of the facades:', () => {
  test('this test finds more than 100', () => {
    expect(operations.length).toBeGreaterThan(100);
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s fits the schema',
    (_, operation) => {
      const { description, document } = compileOperation(schema, operation);

      expect(description.parameters).toBeInstanceOf(Array);
      expect(document.definitions[0]).toMatchObject({ operation: operation.kind });
    },
  );
});
