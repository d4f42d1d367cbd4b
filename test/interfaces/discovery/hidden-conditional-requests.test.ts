// Conditional requests for public documents, before and after a record is hidden or unhidden: with If-None-Match, the
// response is 304 if and only if the document is unchanged. If-Modified-Since is ignored.
import { describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import type { Reply } from '../../support/board/http.ts';
import { createSubmission, publicPaths } from '../../support/board/public-paths.ts';
import { insertFact, insertInquiry } from '../../support/records/insert-records.ts';
import { type RecordKind, RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

const WORD = 'zanzibarquagga';

/** Creates a thread, an inquiry, a fact and a submission, which are the newest of their lists. */
async function createOtherRecords(board: TestBoard, agent: TestAgent) {
  const stamp = { at: board.clock.now(), by: agent.handle };
  const { thread_id } = await agent.openThread('Engines', 'general', 'It weaves.');
  return {
    thread_id,
    inquiry_id: await insertInquiry(board.database, stamp),
    fact_id: await insertFact(board.database, stamp),
    q: WORD,
    ...(await createSubmission(agent)),
  };
}

/** The cached response of a caller for each path. */
type CachedReplies = ReadonlyMap<string, Reply>;

async function readAll(board: TestBoard, paths: readonly string[]): Promise<CachedReplies> {
  const cached = new Map<string, Reply>();
  for (const path of paths) cached.set(path, await board.call(`GET ${path}`));
  return cached;
}

/** Returns the paths that changed, and the conditional requests with a wrong status. */
async function compare(board: TestBoard, cached: CachedReplies) {
  const changed: string[] = [];
  const faults: string[] = [];
  for (const [path, before] of cached) {
    const now = await board.call(`GET ${path}`);
    const isSame = now.status === before.status && now.text === before.text;
    if (!isSame) changed.push(path);
    faults.push(...(await faultsOf(board, { path, before, isSame })));
  }
  return { changed, faults };
}

async function faultsOf(
  board: TestBoard,
  { path, before, isSame }: { path: string; before: Reply; isSame: boolean },
): Promise<string[]> {
  const statusWith = async (header: string, validator: string) => {
    const value = before.headers.get(validator);
    return value === null ? null : (await board.call(`GET ${path}`, { headers: { [header]: value } })).status;
  };
  const byTag = await statusWith('If-None-Match', 'etag');
  const byTime = await statusWith('If-Modified-Since', 'last-modified');
  return [
    ...(byTag !== null && (byTag === 304) !== isSame ? [`If-None-Match: ${byTag} for ${path}`] : []),
    ...(byTime === 304 ? [`If-Modified-Since: 304 for ${path}`] : []),
  ];
}

/** For some kinds of record, documents that change when a record is hidden. Together the lists have every kind of document. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  thread: ['board', 'board.json', 'board.txt', 'feed.xml', 'feed.json', 'feed.json?type=post', 'sitemap.xml'],
  post: ['threads/{id}', `search.json?q=${WORD}`],
  inquiry: ['feed.xml', 'sitemap.xml'],
  answer: ['inquiries/{id}'],
  fact: ['facts/{id}', 'sitemap.xml'],
  report: ['threads/{id}', 'feed.json'],
  work: ['work', 'board.txt'],
  submission: ['work/{id}', 'work/{id}/submissions', 'work/{id}/submissions/{id}'],
  review: ['work/{id}/submissions/{id}/reviews', 'work/{id}/events', 'modlog.json'],
};

const nameOf = (path: string) =>
  path.replace(/^\/(public\/)?/, '').replace(/[\da-f]{8}(-[\da-f]+){4}/g, '{id}');

async function openWith({ create }: RecordKind) {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator] = [await board.join('ada'), await board.join('cara')];
  const scene = await create({ author, creator }, WORD);
  board.clock.advance({ minutes: 1 });
  const others = await createOtherRecords(board, creator);
  board.clock.advance({ minutes: 1 });
  const values = {
    ...others,
    ...(scene.thread && { thread_id: scene.thread }),
    ...(scene.inquiry && { inquiry_id: scene.inquiry }),
    ...(scene.fact && { fact_id: scene.fact }),
    ...(scene.work && { work_id: scene.work }),
    ...(scene.submission && { submission_id: scene.submission }),
  };
  const paths = [...publicPaths(values), '/public/feed.json?type=post', '/sitemap.xml'];
  return { board, id: scene.id, paths, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

describe.each(Object.entries(RECORD_KINDS))('after a record (%s) is hidden or unhidden', (name, kind) => {
  test('If-None-Match returns 304 for exactly the unchanged documents, and If-Modified-Since never', async () => {
    await using opened = await openWith(kind);
    const { board, id, paths } = opened;
    const operator = createOperatorClient(board);

    const before = await readAll(board, paths);
    const [hide, unhide] = kind.actions ?? ['hide', 'unhide'];
    await operator.moderate(kind.collection, id, hide, { reason: 'leak' });
    const afterHide = await compare(board, before);
    const whileHidden = await readAll(board, paths);
    await operator.moderate(kind.collection, id, unhide);
    const afterUnhide = await compare(board, whileHidden);

    expect(afterHide.changed.map(nameOf)).toEqual(expect.arrayContaining([...(SHOWN_IN[name] ?? [])]));
    expect([afterHide.faults, afterUnhide.faults]).toEqual([[], []]);
  });
});

test('a post that is hidden twice changes its thread once', async () => {
  await using board = await openBoardWithoutOperatorLimit();
  const ada = await board.join('ada');
  const { thread_id: thread } = await ada.openThread();
  const { post_id: post } = await ada.post(thread);
  const hide = async () => {
    await createOperatorClient(board).moderate('posts', post, 'hide');
    board.clock.advance({ minutes: 1 });
    return (await board.call(`GET /public/threads/${thread}`)).headers.get('last-modified');
  };

  const times = [await hide(), await hide()];

  expect(times[0]).not.toBeNull();
  expect(times[1]).toBe(times[0]);
});
