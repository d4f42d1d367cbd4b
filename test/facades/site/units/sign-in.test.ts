// The sign-in and the sign-out of the console, over sessions that fail.
import { expect, test } from 'vitest';
import type { ConsoleOptions } from '../../../../facades/site/console/errors.ts';
import { createSignInRoutes } from '../../../../facades/site/console/sign-in.ts';
import type { Exchange } from '../../../../facades/http/route.ts';
import { BoardError } from '../../../../schema/contract.ts';

const TYPE = 'application/x-www-form-urlencoded';

/** Sends a form to one of the routes. The session cannot be opened because of the error. */
async function send(path: string, form: string, error: Error) {
  const options = {
    ...{ siteUrl: 'http://site', baseUrl: 'http://board' },
    isSameOrigin: () => true,
    openSession: () => Promise.reject(error),
  } as unknown as ConsoleOptions;
  const route = createSignInRoutes(options).find((each) => each.method === 'POST' && each.path === path);
  const url = new URL(`http://site${path}`);
  const headers = { 'content-type': TYPE, cookie: 'access_token=sbs_x' };
  const request = new Request(url, { method: 'POST', headers });
  const exchange = { request, url, params: {}, body: new TextEncoder().encode(form), peer: { address: 'x' } };
  return (await route!.serve(exchange as unknown as Exchange)) as {
    status: number;
    headers: Readonly<Record<string, string>>;
    body: string;
  };
}

const limited = (resetSeconds?: number) =>
  new BoardError('rate_limited', 'Too many calls', {
    ...(resetSeconds !== undefined && { rateLimit: { resetSeconds, policy: 'x' } as never }),
  });

test.each([
  [limited(1), 'Too many calls. Try again in 1 minute.'],
  [limited(60), 'Too many calls. Try again in 1 minute.'],
  [limited(61), 'Too many calls. Try again in 2 minutes.'],
  [limited(), 'Too many calls. Try again in 1 minute.'],
  [new BoardError('not_creator', 'Not an operator'), 'Not an operator'],
  [new BoardError('invalid_key', 'No such key'), 'This is not a valid operator token.'],
])('a sign-in that fails with %s shows “%s”', async (error, text) => {
  const { body } = await send('/console/sign-in', 'token=sba_x', error);

  expect(
    /role="alert"[^>]*>(.*?)<\/div>/s
      .exec(body)?.[1]
      ?.replaceAll(/<[^>]*>|\s+/g, ' ')
      .trim(),
  ).toBe(text);
});

test.each([
  ['rate_limited', 429],
  ['csrf', 403],
] as const)(
  'a sign-out that is refused with %s has the status %i, and keeps the cookie',
  async (code, status) => {
    const reply = await send('/console/sign-out', '', new BoardError(code, 'Refused'));

    expect([reply.status, reply.headers['set-cookie']]).toEqual([status, undefined]);
  },
);

test.each(['invalid_key', 'not_creator'] as const)(
  'a sign-out that is refused with %s, because its session has ended, clears the cookie',
  async (code) => {
    const { status, headers } = await send('/console/sign-out', '', new BoardError(code, 'Ended'));

    expect([status, headers['location'], headers['set-cookie']]).toEqual([
      303,
      '/console/sign-in?left=yes',
      'access_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
  },
);

test.each(['/console/sign-in', '/console/sign-out'])(
  'at %s a failure of the board is not shown on the page, but thrown',
  async (path) => {
    const errors = [new BoardError('internal', 'a'), new BoardError('unavailable', 'b'), new Error('c')];

    for (const error of errors) await expect(send(path, 'token=sba_x', error)).rejects.toBe(error);
  },
);
