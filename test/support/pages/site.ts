// Requests to the site, and checks that every page must pass.
import type { TestBoard } from '../board/board.ts';
import { type CallOptions, createRequest, type Reply, toReply } from '../board/http.ts';
import { type Element, type Page, parsePage } from './html-parser.ts';

const SITE = 'http://site.test';
const BOARD = 'http://board.test';

/** Calls the site as a browser does: `visit(board, 'GET /facts')`. */
export const visit = async (
  board: TestBoard,
  requestLine: string,
  options: CallOptions = {},
): Promise<Reply> =>
  toReply(
    await board.app.site.fetch(createRequest(requestLine, options, SITE), {
      address: options.address ?? '192.0.2.1',
    }),
  );

const parsedPages = new WeakMap<Reply, Page>();

/** The page of a reply. It is parsed only once: a crawl and the checks after it need the same pages. */
export function pageOf(reply: Reply): Page {
  const page = parsedPages.get(reply) ?? parsePage(reply.text);
  parsedPages.set(reply, page);
  return page;
}

const ELEMENTS = new Set(
  (
    'html head meta title link body a header nav ul li form label input button main h1 h2 h3 p section b bdi span ' +
    'time ol pre code article dl dt dd div table caption thead tbody tr th td svg rect line text desc figure ' +
    'g figcaption details summary select option mark footer aside img script path em strong s blockquote hr br h4 h5 h6'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'lang charset name content rel href type class id tabindex dir datetime role action method for minlength maxlength value ' +
    'selected scope viewBox x y x1 x2 y1 y2 width height text-anchor preserveAspectRatio aria-label ' +
    'aria-labelledby aria-current aria-hidden property title src defer alt placeholder open start rx d fill ' +
    'data-document data-setup data-type data-from data-to transform dy hidden autocomplete spellcheck hx-ignore'
  ).split(' '),
);

/** Attributes of the element that receives the events of a live page. */
const LIVE_ATTRIBUTES = ['hx-sse:connect', 'hx-swap', 'hx-status:4xx', 'hx-status:5xx', 'hx-target'];

const INLINE = new Set(
  'a bdi span time code b mark label input select option button em strong s br svg path rect'.split(' '),
);

type Rule = (element: Element) => string | false;

const addressOf = ({ attributes }: Element) => attributes.get('href') ?? attributes.get('action');

const rules: readonly Rule[] = [
  ({ name }) => !ELEMENTS.has(name) && `<${name}>`,
  ({ name, attributes }) => {
    const live = attributes.get('hx-sse:connect')?.startsWith('/') ? LIVE_ATTRIBUTES : [];
    const unknown = [...attributes.keys()].filter((key) => !ATTRIBUTES.has(key) && !live.includes(key));
    return unknown.length > 0 && `${name} with ${unknown.join(' ')}`;
  },
  (element) => {
    const address = addressOf(element);
    return address !== undefined && !isAllowed(address) && `not an allowed address: ${address}`;
  },
  (element) => {
    const address = addressOf(element) ?? '';
    return (
      isForeign(address) &&
      element.name === 'a' &&
      element.attributes.get('rel') !== 'nofollow ugc noopener' &&
      `trusts ${address}`
    );
  },
  ({ attributes, within }) =>
    attributes.has('hx-sse:connect') && within.includes('main') && 'a stream within the content',
  (element) =>
    element.name === 'link' &&
    isLoaded(element) &&
    !isAsset(addressOf(element)) &&
    `loads ${addressOf(element)}`,
  ({ name, attributes }) =>
    (name === 'script' || name === 'img') &&
    !isAsset(attributes.get('src')) &&
    `loads ${attributes.get('src')}`,
  ({ name, within }) => within.includes('p') && !INLINE.has(name) && `<${name}> in <p>`,
  ({ name, within }) => name === 'a' && within.includes('a') && 'a link in a link',
  ({ name, within }) => within.includes('pre') && !['a', 'code'].includes(name) && `<${name}> in <pre>`,
  ({ name, within }) => /^[uo]l$/.test(within.at(-1) ?? '') && name !== 'li' && `<${name}> in a list`,
];

/** Faults of one element. */
const faultsOf = (element: Element): string[] =>
  rules.map((rule) => rule(element)).filter((fault) => fault !== false);

const isAllowed = (address: string) =>
  /^(\/(?![/\\])|#|\?|https?:\/\/|mailto:)/.test(address) && !/[\s<>"'`\\]/.test(address);

/** Whether browsers load the target of a link element. */
const isLoaded = ({ attributes }: Element) =>
  !['canonical', 'alternate'].includes(attributes.get('rel') ?? '');

const isAsset = (address: string | undefined) => address?.startsWith('/assets/') === true;

const isForeign = (address: string) => /^https?:/.test(address) && !address.startsWith(`${BOARD}/`);

/** Faults of a page: unknown markup, trusted or loaded foreign addresses, and barriers to accessibility. */
export function findPageFaults(page: Page): readonly string[] {
  const { elements } = page;
  const elementsNamed = (name: string) => elements.filter((element) => element.name === name);
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
  const uniqueIds = new Set(ids);
  const referencedIds = elements.flatMap(({ attributes }) => [
    ...(attributes.get('aria-labelledby')?.split(' ') ?? []),
    ...(attributes.get('for') === undefined ? [] : [attributes.get('for') ?? '']),
  ]);
  const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []));
  const fields = [...elementsNamed('input'), ...elementsNamed('select')]
    .filter(({ attributes }) => !attributes.has('aria-label'))
    .map(({ attributes }) => attributes.get('id') ?? '');
  const labelledIds = new Set(elementsNamed('label').map(({ attributes }) => attributes.get('for')));
  return [
    ...elements.flatMap(faultsOf),
    ...['html', 'head', 'title', 'body', 'header', 'main', 'h1', 'footer']
      .filter((name) => elementsNamed(name).filter(({ within }) => !within.includes('svg')).length !== 1)
      .map((name) => `not exactly one <${name}>`),
    ...(uniqueIds.size === ids.length ? [] : ['duplicate id']),
    ...referencedIds.filter((id) => !uniqueIds.has(id)).map((id) => `unknown id ${id}`),
    ...levels
      .filter((level, i) => level - (levels[i - 1] ?? 0) > 1)
      .map((level) => `h${level} skips a level`),
    ...fields.filter((id) => !labelledIds.has(id)).map((id) => `${id} has no label`),
    ...(elementsNamed('caption').length === tablesNeedingCaption(page).length
      ? []
      : ['a table without caption']),
    ...(pictures(page).length === titledPictures(page).length ? [] : ['a picture without title']),
    ...(elementsNamed('html')[0]?.attributes.get('lang') === 'en' ? [] : ['no language']),
    ...(elementsNamed('main').every(({ attributes }) => attributes.has('hx-ignore'))
      ? []
      : ['htmx reads the content']),
    ...(hasSkipLink(page) ? [] : ['no link to the content']),
  ];
}

/** Tables in agents’ texts have no captions. */
const tablesNeedingCaption = ({ elements }: Page) =>
  elements.filter(({ name, attributes }) => name === 'table' && attributes.get('class') !== 'user-table');

/** Pictures that are not decorative. */
const pictures = ({ elements }: Page) =>
  elements.filter(({ name, attributes }) => name === 'svg' && attributes.get('aria-hidden') !== 'true');

const titledPictures = ({ elements }: Page) =>
  elements.filter(({ name, within }) => name === 'title' && within.at(-1) === 'svg');

const hasSkipLink = ({ elements }: Page): boolean =>
  elements.find(({ name }) => name === 'a')?.attributes.get('href') === '#main';

/** Paths of the site that a page links to. */
const findLinks = ({ elements }: Page, path: string): readonly string[] =>
  elements
    .flatMap(({ attributes }) => attributes.get('href') ?? [])
    .map((href) => new URL(href, `${SITE}${path}`))
    .filter(({ origin }) => origin === SITE)
    .map(({ pathname, search }) => `${pathname}${search}`);

/** Whether a path is outside the documentation, problem pages, assets and schema, which have no content of agents. */
export const isContentPath = (path: string): boolean => !/^\/(docs|problems|assets|schema)\b/.test(path);

/**
 * By default the crawl omits the pages of types of the schema: there are hundreds, and each links to many others.
 * `schema-pages.test.ts` visits them.
 */
const isNotType = (path: string): boolean => !/^\/schema\/[A-Z]/.test(path);

/**
 * Follows all links from the front page and from `starts`, except those that `isFollowed` refuses. Returns the replies
 * by path.
 */
export async function crawl(
  board: TestBoard,
  starts: readonly string[] = [],
  isFollowed: (path: string) => boolean = isNotType,
): Promise<ReadonlyMap<string, Reply>> {
  const repliesByPath = new Map<string, Reply>();
  for (let wave = ['/', ...starts]; wave.length > 0;) {
    const nextPaths = new Set<string>();
    for (let i = 0; i < wave.length; i += CONCURRENCY) {
      const visits = wave.slice(i, i + CONCURRENCY).map((path) => follow(board, path, repliesByPath));
      (await Promise.all(visits)).flat().forEach((link) => nextPaths.add(link));
    }
    wave = [...nextPaths].filter((path) => !repliesByPath.has(path) && isFollowed(path));
  }
  return repliesByPath;
}

const CONCURRENCY = 4;

/** Visits a path. Returns the paths that its page links to. */
async function follow(
  board: TestBoard,
  path: string,
  repliesByPath: Map<string, Reply>,
): Promise<readonly string[]> {
  const reply = await visit(board, `GET ${path}`);
  repliesByPath.set(path, reply);
  return isHtml(reply) ? findLinks(pageOf(reply), path) : [];
}

export const isHtml = ({ headers }: Reply): boolean =>
  headers.get('content-type') === 'text/html; charset=utf-8';
