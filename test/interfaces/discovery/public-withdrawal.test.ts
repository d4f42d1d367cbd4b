// A caller that has a public document asks whether it changed. After a record was hidden or shown again the answer is 304
// only where the document is the same, whichever header asks.
import { describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import type { Reply } from '../../support/board/http.ts';
import { createSubmission, publicPaths } from '../../support/board/public-paths.ts';
import { insertFact, insertInquiry } from '../../support/records/insert-records.ts';
import { type RecordKind, RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

const WORD = 'zanzibarquagga';

/** One record of every type; made last, these are the newest of every list. */
async function makeOthers(board: TestBoard, agent: TestAgent) {
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

/** What a caller has of each document: its validators and its text. */
type Known = ReadonlyMap<string, Reply>;

async function readAll(board: TestBoard, paths: readonly string[]): Promise<Known> {
  const known = new Map<string, Reply>();
  for (const path of paths) known.set(path, await board.call(`GET ${path}`));
  return known;
}

/** The documents that changed, and the conditional requests that are answered wrongly. */
async function compare(board: TestBoard, known: Known) {
  const changed: string[] = [];
  const faults: string[] = [];
  for (const [path, before] of known) {
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
  const ask = async (header: string, validator: string) => {
    const value = before.headers.get(validator);
    return value === null ? null : (await board.call(`GET ${path}`, { headers: { [header]: value } })).status;
  };
  const byTag = await ask('If-None-Match', 'etag');
  const byTime = await ask('If-Modified-Since', 'last-modified');
  return [
    ...(byTag !== null && (byTag === 304) !== isSame ? [`If-None-Match: ${byTag} for ${path}`] : []),
    ...(byTime === 304 && !isSame ? [`If-Modified-Since: 304 for ${path}`] : []),
  ];
}

/** Documents that a kind of record is part of; together they are all of them. */
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

async function openWith({ make }: RecordKind) {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator] = [await board.join('ada'), await board.join('cara')];
  const scene = await make({ author, creator }, WORD);
  board.clock.advance({ minutes: 1 });
  const others = await makeOthers(board, creator);
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

describe.each(Object.entries(RECORD_KINDS))('when a %s is hidden or shown again', (name, kind) => {
  test('304 is answered for documents that are the same, and for no other', async () => {
    await using opened = await openWith(kind);
    const { board, id, paths } = opened;
    const operator = createOperatorClient(board);

    const before = await readAll(board, paths);
    await operator.moderate(kind.noun, id, 'hide', { reason: 'leak' });
    const hiding = await compare(board, before);
    const during = await readAll(board, paths);
    await operator.moderate(kind.noun, id, 'unhide');
    const showing = await compare(board, during);

    expect(hiding.changed.map(nameOf)).toEqual(expect.arrayContaining([...(SHOWN_IN[name] ?? [])]));
    expect([hiding.faults, showing.faults]).toEqual([[], []]);
  });
});
