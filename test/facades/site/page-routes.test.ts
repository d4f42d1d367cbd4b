import { expect, test } from 'vitest';
import { SiteChannels } from '../../../facades/documents/site/pages.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import type { Route } from '../../../facades/http/route.ts';
import { createResponseTurns } from '../../../facades/http/response-turns.ts';
import { definePage } from '../../../facades/site/page-definition.ts';
import { createPageRoute, createStaticPageRoute } from '../../../facades/site/page-routes.ts';
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
  return (query?: string) => get(route, query);
}

/** Requests a page. */
async function get(route: Route, query = ''): Promise<Reply> {
  const url = new URL(`http://site.test/page${query}`);
  const exchange = { request: new Request(url), url, params: {}, body: null, requestId: '1' };
  return (await route.serve({ ...exchange, address: '192.0.2.1', connection: null })) as Reply;
}

test('a page is refused if its result takes too much memory while it waits for its turn', async () => {
  const getPage = open({ value: 'x'.repeat(1001), isReplayed: false, isShared: true });

  await expect(getPage()).rejects.toMatchObject({ code: 'unavailable' });
});

test('a page that has been rendered from a shared result needs no memory and no turn', async () => {
  const getPage = open({ value: 'x'.repeat(400), isReplayed: false, isShared: true });
  const first = await getPage();

  const further = await Promise.all([getPage(), getPage(), getPage()]);
  expect(further.map(({ status, body }) => [status, body])).toEqual(further.map(() => [200, first.body]));
});

test('the bytes of a page that is kept with a shared result are counted', async () => {
  const sizes: number[] = [];
  const setKeptSize = (_owner: object, size: number) => void sizes.push(size);
  const getPage = open({ value: 'x', isReplayed: false, isShared: true, setKeptSize });

  const { body } = await getPage();
  await getPage();

  expect(sizes).toEqual([0, Buffer.byteLength(body ?? '')]);
});

test('a static page that could not be rendered is rendered again for the next request', async () => {
  const bodies = [Promise.reject(new Error('no memory')), 'A text'];
  const render = () => ({ title: 'A page', body: bodies.shift() }) as never;
  const urls = { baseUrl: 'http://board.test', siteUrl: 'http://site.test' };
  const route = createStaticPageRoute('/page', render, urls);

  await expect(get(route)).rejects.toThrow('no memory');
  expect(await get(route)).toMatchObject({ status: 200 });
});
