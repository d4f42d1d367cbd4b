// Large mutations, which have other places than large queries.
import { setImmediate } from 'node:timers/promises';
import { buildSchema, type GraphQLObjectType, parse } from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { createExecutor } from '../../../../src/gateway/executor.ts';
import { LargeDocuments } from '../../../../src/gateway/load/large-documents.ts';

/** The context of a large document of a caller in its own region. */
const contextOf = (caller: string) => ({
  ...{ isLarge: true, mayWait: false, queueKey: caller, region: caller, keptBytes: 0 },
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

  /** The field that waits for news, and then for a place. */
  const inboxField = (schema.getType('Ack') as GraphQLObjectType).getFields()['inbox']!;
  type Waiting = ReturnType<typeof contextOf>;

  test('executes one large mutation at a time, beside the large queries', async () => {
    const execute = createExecutorWithOnePlace();

    for (const [i, text] of ['{read}', 'mutation{write}', '{read}', 'mutation{write}'].entries())
      // The waiting documents are refused after 5 s.
      execute(text, contextOf(`${i}`)).catch(() => undefined);
    await setImmediate();

    expect(begun).toEqual(['read', 'write']);
  });

  test('executes a large mutation while others wait for news', async () => {
    const execute = createExecutorWithOnePlace();
    inboxField.resolve = () => new Promise(() => undefined);

    for (const caller of ['a', 'b'])
      void execute('mutation{ack{inbox}}', { ...contextOf(caller), mayWait: true });
    void execute('mutation{write}', contextOf('c'));
    await setImmediate();

    expect(begun).toEqual(['ack', 'ack', 'write']);
  });

  test('returns what a mutation has written if its field that has waited gets no place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const execute = createExecutorWithOnePlace();
    inboxField.resolve = async (_ack, _args, { placeAfterWait }: Waiting) => {
      await placeAfterWait.begin?.();
      return 1;
    };
    void execute('mutation{write}', contextOf('a'));
    await setImmediate();

    const result = execute('mutation{ack{inbox}}', { ...contextOf('b'), mayWait: true });
    await setImmediate();
    vi.advanceTimersByTime(5_000);

    const { data, errors } = await result;
    expect(data).toEqual({ ack: { inbox: null } });
    expect(errors?.map(({ path, originalError }) => [path, originalError instanceof BusyError])).toEqual([
      [['ack', 'inbox'], true],
    ]);
  });
});
