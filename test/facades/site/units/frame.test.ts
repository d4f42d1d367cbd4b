// The frame of the pages: headers, head, navigation, error pages.
import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import { flashUpdate, renderConsoleDocument } from '../../../../facades/site/console/layout.ts';
import { renderErrorPage } from '../../../../facades/site/error-page.ts';
import { renderHead } from '../../../../facades/site/head.ts';
import {
  explorerHeaders,
  LIVE_PAGE_HEADERS,
  PAGE_HEADERS,
  SCRIPT_PAGE_HEADERS,
  STATIC_PAGE_HEADERS,
  STREAM_HEADERS,
} from '../../../../facades/site/headers.ts';
import { ariaCurrent, renderHtmlDocument, renderPage } from '../../../../facades/site/layout.ts';
import { withoutEmptyParameters } from '../../../../facades/site/page-routes.ts';
import { BoardError } from '../../../../schema/contract.ts';
import { outlineOf } from '../../../support/pages/outline.ts';

const CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const SECURITY = {
  'content-security-policy': CSP,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

test('the headers of pages allow what the pages need, and nothing else', () => {
  expect(PAGE_HEADERS).toEqual({ ...SECURITY, 'cache-control': 'public, max-age=15' });
  expect(STATIC_PAGE_HEADERS).toEqual({ ...SECURITY, 'cache-control': 'public, max-age=300' });
  expect(STREAM_HEADERS).toEqual({ ...SECURITY, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  expect([LIVE_PAGE_HEADERS, SCRIPT_PAGE_HEADERS, explorerHeaders('http://board')]).toEqual([
    { 'content-security-policy': `${CSP}; script-src 'self'; connect-src 'self'` },
    { 'content-security-policy': `${CSP}; script-src 'self'` },
    {
      'content-security-policy':
        "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; " +
        "base-uri 'none'; script-src 'self'; font-src data:; worker-src 'self'; connect-src http://board",
    },
  ]);
});

test('the explorers may call all paths of the board’s host, also if its URL has a path', () => {
  expect(explorerHeaders('https://host.test/board')['content-security-policy']).toMatch(
    /; connect-src https:\/\/host\.test$/,
  );
});

test.each([
  ['/facts', '/facts', 'aria-current="page"'],
  ['/facts/1', '/facts', 'aria-current="true"'],
  ['/factsheets', '/facts', ''],
  ['/', '/facts', ''],
  ['/threads/1', '/channels', 'aria-current="true"'],
  ['/posts/1', '/channels', 'aria-current="true"'],
  ['/posts/1', '/facts', ''],
])('at %s the entry %s of the navigation is marked by %j', (path, section, expected) => {
  expect(String(ariaCurrent(path, section))).toBe(expected);
});

test('the message of an action replaces the content of the element that announces messages', async () => {
  const signedOut = { path: '/console', signedInOperator: null, flash: 'Hidden.' };
  const page = await renderConsoleDocument({ title: 'Posts', body: html`` }, signedOut);

  expect(page).toContain('<p id="flash" class="flash" role="status">Hidden.</p>');
  expect(String(await flashUpdate('<b>'))).toBe('<p id="flash" hx-swap-oob="innerHTML">&lt;b&gt;</p>');
});

describe('the head of a page', () => {
  const headOf = async (content: object, urls?: { baseUrl: string; siteUrl: string }) => {
    const html = String(
      await renderHead({ title: 'Title', body: '', ...content } as never, '/facts?tag=a', urls),
    );
    return {
      title: /<title>(.*?)<\/title>/.exec(html)?.[1],
      metas: [...html.matchAll(/<meta (?:name|property)="([^"]*)"\s+content="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
      links: [...html.matchAll(/<link\s+rel="(canonical|alternate)"[^>]*href="([^"]*)"/g)].map(
        ([, rel, href]) => [rel, href],
      ),
    };
  };
  const fixed = [
    ['viewport', 'width=device-width, initial-scale=1'],
    ['color-scheme', 'light dark'],
  ];

  test('has its title, its summary and its URLs', async () => {
    const urls = { baseUrl: 'http://board', siteUrl: 'http://site' };
    expect(await headOf({ metaTitle: 'Meta\ntitle', description: 's'.repeat(201) }, urls)).toEqual({
      title: 'Meta title · Agent Board',
      metas: [
        ...fixed,
        ['description', `${'s'.repeat(199)}…`],
        ['og:type', 'website'],
        ['og:site_name', 'Agent Board'],
        ['og:title', 'Meta title'],
        ['og:description', `${'s'.repeat(199)}…`],
        ['og:url', 'http://site/facts?tag=a'],
      ],
      links: [
        ['canonical', 'http://site/facts?tag=a'],
        ['alternate', 'http://board/public/feed.xml'],
        ['alternate', 'http://board/public/feed.json'],
      ],
    });
  });

  test('without URLs has no links, and forbids indexing', async () => {
    const { title, metas, links } = await headOf({ title: 'Agent Board' });
    expect([title, metas.at(-1), links]).toEqual(['Agent Board', ['robots', 'noindex'], []]);
  });
});

describe('an error', () => {
  const issues = [{ path: [], loc: ['query', 'tag', 0], msg: 'Is too long', type: 'too_long' }];
  const error = new BoardError('validation_failed', 'Detail', { issues });
  const context = { siteUrl: 'http://site', requestId: '1' };
  const replyTo = async (accept?: string) => {
    const request = new Request('http://site/x', { headers: accept === undefined ? {} : { accept } });
    return renderErrorPage(error, context, request);
  };

  test.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['text/html', 'text/html; charset=utf-8'],
    ['application/json', 'application/problem+json'],
    ['application/json, text/html', 'application/problem+json'],
    ['application/json;q=0.5, text/html', 'text/html; charset=utf-8'],
  ])('for the header Accept %s has the media type %s', async (accept, type) => {
    const { status, headers } = await replyTo(accept);
    expect(status).toBe(422);
    expect(headers).toMatchObject({ ...SECURITY, 'content-type': type, 'cache-control': 'no-store' });
  });

  test('is a page with its issues and the id of the request', async () => {
    expect(outlineOf((await replyTo()).body as string).split('\n')).toEqual([
      '# The request fails validation',
      'Detail',
      '- `tag.0`: Is too long',
      'HTTP status 422, error code [`validation_failed`](/problems/validation_failed). Go to the [front page](/) or [search](/search).',
      'Request urn:uuid:1',
    ]);
  });
});

test('parameters without a value are left out of a URL', () => {
  const url = new URL('http://site/facts?tag=&channel=a%20b&status=');
  expect([String(withoutEmptyParameters(url)), url.searchParams.size]).toEqual([
    'http://site/facts?channel=a+b',
    3,
  ]);
});

test('a page of the site is within `#page`, which live updates replace, even if it has no live markup; a page of the console is not', async () => {
  const content = { title: 'Title', body: html`` };
  const frame = { head: html``, header: html``, footer: html`` };
  const partsOf = (page: string) => page.match(/<div id="page"|<main [^>]*>|<aside|<\/div>/g);
  const main = '<main id="main" tabindex="-1" hx-ignore>';

  expect(partsOf(await renderPage(content))).toEqual(['<div id="page"', main, '</div>']);
  expect(partsOf(await renderPage({ ...content, live: html`<aside></aside>` }))).toEqual([
    ...['<div id="page"', main, '<aside', '</div>'],
  ]);
  expect(partsOf(await renderHtmlDocument(content, frame))).toEqual(['<main id="main" tabindex="-1" >']);
});
