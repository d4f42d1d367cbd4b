// Compares rendered pages with files. Has data in states that the first pages of a small board do not have: later pages of lists,
// members that are null, lists that are empty.
import { expect } from 'vitest';
import type { PageContent } from '../../../../facades/site/page-definition.ts';
import { outlineOf } from '../../../support/pages/outline.ts';

export const AT = '2026-01-02T03:04:05.006Z';
export const LATER = '2026-02-03T04:05:06.007Z';

export const baseUrl = 'http://board';
export const FIRST_PAGE = { baseUrl, url: new URL('http://site/list?tag=a') };
export const SECOND_PAGE = { baseUrl, url: new URL('http://site/list?tag=a&cursor=c1') };

export const record = (id: string) => ({ id, created_at: AT, created_by: 'ada', via: 'rest' });
/** A page of a list with a next page. Tests compare its items as they are rendered, so their types are not checked. */
export const page = (...nodes: readonly object[]) => ({
  nodes: nodes as readonly never[],
  pageInfo: { endCursor: 'c2', hasNextPage: true },
});
/** The last page of a list. */
export const lastPage = (...nodes: readonly object[]) => ({
  nodes: nodes as readonly never[],
  pageInfo: { endCursor: 'c2', hasNextPage: false },
});

/** The titles and the description of a page, the stream that it follows, and its outline. */
async function describePage({ title, metaTitle, description, body, live }: PageContent): Promise<string> {
  const markup = live === undefined ? '' : String(await live);
  const lines = [
    `=== ${title}`,
    ...(metaTitle === undefined ? [] : [`meta title: ${metaTitle}`]),
    ...(description === undefined ? [] : [`description: ${description}`]),
    `follows: ${/hx-sse:connect="([^"]*)"/.exec(markup)?.[1] ?? 'nothing'}`,
    outlineOf(`<main>${String(await body)}</main>`),
  ];
  return lines.join('\n');
}

const describeAll = async (...pages: readonly PageContent[]) =>
  `${(await Promise.all(pages.map(describePage))).join('\n\n')}\n`;

/** Compares pages with the file of this name. */
export const expectPages = async (name: string, ...pages: readonly PageContent[]) =>
  expect(await describeAll(...pages)).toMatchFileSnapshot(`rendered-pages/${name}.txt`);

export const noSignals = { confirm: 0, refute: 0, stale: 0, independent_operators: 0 };
export const someSignals = { confirm: 1200, refute: 2, stale: 3, independent_operators: 1 };
export const signal = { ...record('s'), kind: 'refute', note: null };
