// The sign-in and the sign-out of the console, over sessions that fail. The frame and the forms of its pages.
import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { HIDING_ACTIONS } from '../../../../facades/site/console/actions/actions.ts';
import { expandedActionForm } from '../../../../facades/site/console/actions/form.ts';
import {
  type ConsoleOptions,
  findSignedInOperator,
  toErrorReply,
} from '../../../../facades/site/console/errors.ts';
import { renderConsoleDocument } from '../../../../facades/site/console/layout.ts';
import { readConsoleUrl } from '../../../../facades/site/console/request.ts';
import { createSignInRoutes } from '../../../../facades/site/console/sign-in.ts';
import type { Exchange } from '../../../../facades/http/route.ts';
import { BoardError } from '../../../../schema/contract.ts';
import { flattenMarkup } from './flat-markup.ts';

const TYPE = 'application/x-www-form-urlencoded';

/** Sends a form to the sign-in or the sign-out of a console that fails to open a session, with `error`. */
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
  ['a page of the console', '/console/agents?q=a', '/console/agents?q=a'],
  ['a URL of more than 2,000 characters', `/console?q=${'x'.repeat(1990)}`, '/console'],
  ['a page of another site', 'https://elsewhere/console', '/console'],
])(
  'the URL to return to after an action is used if it is a short one of the console: %s',
  (_case, text, path) => {
    const { pathname, search } = readConsoleUrl(text, 'http://site');

    expect(`${pathname}${search}`).toBe(path);
  },
);

test('a failed sign-in repeats the URL to return to only if it is short', async () => {
  const valueFor = async (next: string) => {
    const { body } = await send('/console/sign-in', `next=${next}`, limited());
    return /name="next" value="([^"]*)"/.exec(body)?.[1];
  };

  expect(await valueFor('/console/agents')).toBe('/console/agents');
  expect(await valueFor('"'.repeat(2001))).toBe('');
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

const OPERATOR = { operator: 'root', csrf_token: 't' };

test.each([
  ['/console', ['/console page']],
  ['/console/posts', ['/console/posts page']],
  ['/console/posts/1', ['/console/posts true']],
  ['/console/sign-in', []],
])('at %s the navigation of the console marks %j, and the page is not indexed', async (path, marked) => {
  const page = await renderConsoleDocument(
    { title: 'T', body: html`` },
    { path, signedInOperator: OPERATOR },
  );
  const links = [...page.matchAll(/<a href="([^"]*)" aria-current="([^"]*)"/g)];

  expect(links.map(([, href, current]) => `${href} ${current}`)).toEqual(marked);
  expect(page).toContain('<meta name="robots" content="noindex" />');
});

test.each([
  ['not_found', 'Not found'],
  ['rate_limited', 'Too many requests'],
  ['not_creator', 'Not allowed'],
  ['validation_failed', 'The request was refused'],
] as const)('the page of an error %s has the heading “%s”', async (code, heading) => {
  const { body } = await toErrorReply(new BoardError(code, 'Detail'), null);
  expect(body).toContain(`<h1 dir="auto">${heading}</h1>`);
});

test('an error page is shown without the operator if the operator cannot be read', async () => {
  const failed = new BoardError('invalid_key', 'Ended');
  const find = (openSession: () => Promise<unknown>) =>
    findSignedInOperator({ openSession } as unknown as ConsoleOptions, {} as never);
  const sessionOf = (result: Promise<unknown>) => () => Promise.resolve({ executeOperation: () => result });

  expect(await find(() => Promise.reject(failed))).toBeNull();
  expect(await find(sessionOf(Promise.reject(failed)))).toBeNull();
  expect(await find(sessionOf(Promise.resolve({ value: OPERATOR })))).toBe(OPERATOR);
});

test('a form is sent once, waits for the longest action, replaces its record, and names the issue of a field to assistive programs', async () => {
  const context = { url: new URL('http://site/console/posts?q=a'), baseUrl: 'http://board', csrfToken: 't' };
  const markup = await flattenMarkup(
    expandedActionForm(
      { action: HIDING_ACTIONS.post.hide, recordId: '1', targetId: 'post-1' },
      { ...context, isFragment: false },
      { values: new URLSearchParams(), issues: [{ field: 'note', text: 'Is required' }] },
    ),
  );

  expect(markup.replaceAll(/\s+/g, ' ')).toContain(
    '<form id="hide-post-1" class="action-form" method="post" action="/console/posts/1/hide" hx-post="/console/posts/1/hide" ' +
      'hx-target="#post-1" hx-swap="outerHTML" hx-disable="find button" hx-config="timeout:960000" >',
  );
  const [, described = ''] = /name="note" aria-invalid="true" aria-describedby="([^"]*)"/.exec(markup) ?? [];
  expect(markup).toContain(`<span id="${described}" class="field-issue">Is required</span>`);
  expect(markup).not.toContain('hide-post-1-reason-issue');
});
