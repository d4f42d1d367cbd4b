import { describe, expect, test } from 'vitest';
import { createGraphqlRoutes } from '../../../facades/graphql/routes.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import type { Session } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { options, rateLimit, resultOf } from './context.ts';

describe('an operation name', () => {
  const serve = async (body: unknown) => {
    const [, post] = createGraphqlRoutes({
      ...{ ...options, schema, maxBody: 1000 },
      documents: { isRequired: false, find: () => Promise.resolve(null) },
      openSession: () =>
        Promise.resolve({
          rateLimit,
          executeDocument: () => Promise.resolve(resultOf()),
        } as unknown as Session),
    });
    const url = new URL('http://board/graphql');
    const headers = { 'content-type': 'application/json' };
    const exchange = {
      request: new Request(url, { method: 'POST', headers }),
      url,
      params: {},
      body: new TextEncoder().encode(JSON.stringify(body)),
      requestId: '1',
      address: 'a',
      connection: null,
    };
    const reply = (await post!.serve(exchange)) as Reply;
    const result = JSON.parse(Buffer.from(reply.body ?? '').toString()) as {
      errors?: { extensions: unknown }[];
    };
    return [reply.status, result.errors?.map(({ extensions }) => extensions)] as const;
  };

  test.each([[{ toString: 0 }], [['a']], [1], [false]])('that is %j is refused', async (operationName) => {
    const request = { query: '{ __typename }', operationName };
    const refusal = [400, [{ code: 'malformed_request' }]];

    expect(await serve(request)).toMatchObject(refusal);
    expect(await serve([{ query: '{ __typename }' }, request])).toMatchObject(refusal);
  });

  test.each([[undefined], [null], ['a']])('that is %j is accepted', async (operationName) => {
    expect(await serve({ query: 'query a { __typename }', operationName })).toEqual([200, undefined]);
  });
});
