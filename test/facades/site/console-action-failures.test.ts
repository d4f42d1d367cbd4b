// Forms of the console whose action fails with an unexpected error.
import { expect, test, vi } from 'vitest';
import { createActionRoute } from '../../../facades/site/console/actions/action-routes.ts';
import { consoleActionDefinitions } from '../../../facades/site/console/actions/console-actions.ts';
import type { ConsoleOptions } from '../../../facades/site/console/errors.ts';
import type { Exchange } from '../../../facades/http/route.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import { toBoardError } from '../../../schema/errors.ts';

test('a form whose action fails with an unexpected error keeps its note, and the error is logged but not shown', async () => {
  const error = new Error('confidential');
  const toRefusal = vi.fn(toBoardError);
  const options = {
    ...{ siteUrl: 'http://site', baseUrl: 'http://board', toRefusal },
    isSameOrigin: () => true,
    describe: () => ({ parameters: [] }),
    openSession: () => Promise.reject(error),
  } as unknown as ConsoleOptions;
  const definition = consoleActionDefinitions.find(({ action }) => action.name === 'lock-thread')!;
  const url = new URL('http://site/console/threads/1/lock');
  const request = new Request(url, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'hx-request': 'true' },
      cookie: 'access_token=sbs_x',
    },
  });
  const body = new TextEncoder().encode('note=a+long+note&csrf=a-token&from=/console/threads');
  const exchange = { request, url, body, params: { thread_id: '1' }, requestId: 'a-request' };

  const reply = (await createActionRoute(definition, options).serve(
    exchange as unknown as Exchange,
  )) as Reply;

  expect([reply.status, reply.headers]).toEqual([
    500,
    expect.objectContaining({ 'hx-retarget': '#lock-thread-1', 'hx-reswap': 'outerHTML' }),
  ]);
  expect(reply.body).toMatch(/>a long note<\/textarea/);
  expect(reply.body).toMatch(/name="csrf" value="a-token"/);
  expect(reply.body).toContain('An unexpected error occurred.');
  expect(reply.body).not.toContain('confidential');
  expect(toRefusal.mock.calls).toEqual([[error, 'a-request']]);
});
