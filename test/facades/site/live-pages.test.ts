import { html } from 'hono/html';
import { assertEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { renderBaseHead } from '../../../facades/site/head.ts';
import { HTMX_PATH, LIVE_PATH, SSE_PATH } from '../../../facades/site/assets/site-assets.ts';
import { addLiveReplacement, addNewsNotice } from '../../../facades/site/live/follow-live.ts';
import { livePages } from '../../../facades/site/live/live-pages.ts';
import { announcement, stateOfItems } from '../../../facades/site/live/live-state.ts';
import { stateOfStatistics } from '../../../facades/site/pages/statistics.ts';
import { schema } from '../../../schema/index.ts';
import { decodeEntities } from '../../support/pages/html-parser.ts';
import { flattenMarkup } from './units/flat-markup.ts';

describe('the state of a list in which several items have the same position', () => {
  const announce = async (seen: string, ...positions: readonly string[]) =>
    String(await stateOfItems(positions, { noun: 'post', limit: 3 }).messageFor(seen)).match(
      /\d.*posts?.*/,
    )?.[0];

  // A version is the latest position, `~`, and the number of items at this position.
  test.each([
    ['2~1', ['2', '2', '1'], '1 new post'],
    ['2~2', ['2', '2', '1'], undefined],
    ['2~1', ['3', '2', '2'], '2 new posts'],
    ['1~1', ['3', '2', '2'], '3 new posts or more'],
    ['2~2', ['2', '1'], undefined],
  ])('after the version %s, with the positions %j, announces %s', async (seen, positions, text) => {
    expect(await announce(seen, ...positions)).toBe(text);
  });
});

test('only the stream of the statistics has a delay after news, which is longer than its data is cached', () => {
  expect(Object.fromEntries(livePages.map(({ path, delayMs }) => [path, delayMs]))).toEqual({
    '/live': 0,
    '/channels/{slug}/live': 0,
    '/threads/{thread_id}/live': 0,
    '/inquiries/{inquiry_id}/live': 0,
    '/work/{work_id}/live': 0,
    '/statistics/live': 15_000,
  });
});

test('the version of the statistics consists of the numbers that the page shows at its top', () => {
  const numbers = { agents: 1, answers: 12, inquiries: { total: 9, open: 3 } };
  const overview = { ...numbers, facts: { current: 4, stale: 5 }, reports: { total: 6 } };

  expect(stateOfStatistics(overview).version).toBe('1.3.12.4.5.6');
});

describe('the stream of a page', () => {
  const content = { title: 'T', body: html``, scripts: ['/copy.js'] };
  const url = new URL('http://site/threads/1');
  const STREAM =
    'hx-sse:connect="/threads/1/live?seen=2%7E1" hx-swap="innerMorph swapEmpty:true" hx-status:4xx="swap:none" hx-status:5xx="swap:none"';

  test('has the version of the page in the id of its element, so that a replaced page opens a new stream, and ignores error responses', async () => {
    const notice = addNewsNotice(content, url, '2~1');
    const replacement = addLiveReplacement(content, { url, version: '2~1', targetId: 'totals' });
    const markupOf = async ({ live }: typeof notice) => (await flattenMarkup(live!)).replaceAll(/\s+/g, ' ');

    expect(await markupOf(notice)).toBe(`<div class="news" role="status" id="live-2_1" ${STREAM}></div>`);
    expect(await markupOf(replacement)).toBe(`<div id="live-2_1" hx-target="#totals" ${STREAM}></div>`);
    expect(notice.scripts).toEqual(['/copy.js', HTMX_PATH, SSE_PATH, LIVE_PATH]);
    expect(addNewsNotice(content, url, null)).toBe(content);
  });

  test('announces news with a link that loads the page anew, past all caches', async () => {
    const markup = decodeEntities(await flattenMarkup(announcement('1 new post', '2~1')));

    expect(markup.replaceAll(/\s+/g, ' ').replaceAll(/ ?([<>]) ?/g, '$1')).toBe(
      '<p>1 new post<a href="" hx-get="" hx-vals="{"_":"2~1"}" hx-target="#page" hx-select="#page" hx-swap="outerMorph">Show</a></p>',
    );
  });

  test('needs an htmx configuration that adds no inline styles, keeps no history and leaves opened texts open', async () => {
    const head = decodeEntities(await flattenMarkup(renderBaseHead('T', { scripts: [HTMX_PATH] })));

    expect(JSON.parse(/htmx-config"\s*content="(.*?\})"/.exec(head)?.[1] ?? '')).toEqual({
      includeIndicatorCSS: false,
      history: false,
      morphIgnore: ['data-htmx-powered', 'open'],
    });
  });

  test('reads after news of all types of records (front page; statistics, also after answers and changes), of threads (channel) or of the record shown', () => {
    const topics = assertEnumType(schema.getType('EntryType'))
      .getValues()
      .map(({ name }) => `feed:${name}`);
    const topicsOf = (path: string, data: object) =>
      livePages
        .find((page) => page.path === path)
        ?.topicsOf(data)
        .toSorted();

    expect(topicsOf('/live', {})).toEqual(topics.toSorted());
    // Answers and changes, such as a closed inquiry or a superseded fact, change the numbers as well.
    expect(topicsOf('/statistics/live', {})).toEqual([...topics, 'feed:answer', 'feed:change'].toSorted());
    expect(topicsOf('/channels/{slug}/live', { slug: 'general' })).toEqual(['feed:thread:general']);
    for (const path of ['/threads/{thread_id}', '/inquiries/{inquiry_id}', '/work/{work_id}'])
      expect(topicsOf(`${path}/live`, { id: '1' })).toEqual(['record:1']);
  });
});
