import { expect, test } from 'vitest';
import { SiteChannels } from '../../../facades/documents/site/pages.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import { createResponseTurns } from '../../../facades/http/response-turns.ts';
import { definePage } from '../../../facades/site/page-definition.ts';
import { createPageRoute } from '../../../facades/site/page-routes.ts';
import type { OperationResult, Session } from '../../../schema/contract.ts';
import { FairShares } from '../../../src/gateway/load/fair-shares.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

/** Returns a function that requests a page. Every request has this result. Waiting results have at most 1000 characters. */
function open(result: OperationResult) {
  const session = { rateLimit: null, executeOperation: () => Promise.resolve(result) };
  const page = definePage('/page', {
    operation: SiteChannels,
    render: () => ({ title: 'A page', body: '' }) as never,
  });
  const route = createPageRoute(page, {
    openSession: () => Promise.resolve(session as unknown as Session),
    describe: describeOperation,
    ...{ baseUrl: 'http://board.test', siteUrl: 'http://site.test' },
    waitForTurn: createResponseTurns(new FairShares(1000), { resume: () => undefined }),
  });
  return async () => {
    const url = new URL('http://site.test/page');
    const exchange = { request: new Request(url), url, params: {}, body: null, requestId: '1' };
    return (await route.serve({ ...exchange, address: '192.0.2.1', connection: null })) as Reply;
  };
}

test('a page is refused if its result takes too much memory while it waits for its turn', async () => {
  const get = open({ value: 'x'.repeat(1001), isReplayed: false, isShared: true });

  await expect(get()).rejects.toMatchObject({ code: 'unavailable' });
});

test('a page that has been rendered from a shared result needs no memory and no turn', async () => {
  const get = open({ value: 'x'.repeat(400), isReplayed: false, isShared: true });
  const first = await get();

  const further = await Promise.all([get(), get(), get()]);
  expect(further.map(({ status, body }) => [status, body])).toEqual(further.map(() => [200, first.body]));
});
