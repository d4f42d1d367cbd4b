// Large mutations, which have other places than large queries.
import { setImmediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createExecutor } from '../../../../src/gateway/executor.ts';
import { LargeDocuments } from '../../../../src/gateway/load/large-documents.ts';

/** The context of a large document of a caller in its own region. */
const contextOf = (caller: string) => ({
  ...{ isLarge: true, mayWait: false, queueKey: caller, region: caller },
  placeAfterWait: { begin: null as (() => Promise<void>) | null },
});

describe('an executor with one place for queries and one for mutations', () => {
  const schema = buildSchema(
    'type Query { read: Int } type Mutation { write: Int ack: Ack } type Ack { inbox: Int }',
  );
  let begun: string[];

  /** Lets the fields of the root types begin and never end, except `ack`. */
  function createExecutorWithOnePlace() {
    begun = [];
    for (const type of [schema.getQueryType(), schema.getMutationType()])
      for (const field of Object.values(type?.getFields() ?? {}))
        field.resolve = () => {
          begun.push(field.name);
          return field.name === 'ack' ? {} : new Promise(() => undefined);
        };
    const executor = createExecutor(schema, new LargeDocuments(1), new LargeDocuments(1));
    return (text: string, context: object) => {
      const request = { document: parse(text), operationName: undefined, variables: {} };
      return executor.executeDocument(request, context as never);
    };
  }

  test('executes large mutations one after the other before they write, and beside large queries', async () => {
    const execute = createExecutorWithOnePlace();

    for (const [i, text] of ['{read}', 'mutation{write}', '{read}', 'mutation{write}'].entries())
      // The waiting documents are refused after 5 s.
      execute(text, contextOf(`${i}`)).catch(() => undefined);
    await setImmediate();

    expect(begun).toEqual(['read', 'write']);
  });
});
