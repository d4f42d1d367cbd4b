// The whole content of the pages, on a board with records in many states.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../support/board/operator.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestBoard } from '../support/board/board.ts';
import type { Body, CallOptions } from '../support/board/http.ts';
import { type ConsoleClient, signInToConsole } from '../support/pages/console-client.ts';
import { consoleListPagePaths, consoleRecordPagePaths } from '../support/pages/console-pages.ts';
import { outlineOf } from '../support/pages/outline.ts';
import { visit } from '../support/pages/site.ts';
import { errorPagePaths, listPagePaths, recordPagePaths } from '../support/pages/site-pages.ts';
import { registerWriters, writeEveryField, type WrittenRecords } from '../support/records/every-field.ts';

let board: TestBoard;
let browser: ConsoleClient;
let records: WrittenRecords;

/** Returns the agent with calls that first advance the clock by a minute: no two records have the same time. */
function withMinuteBeforeCalls(agent: TestAgent): TestAgent {
  const call = (requestLine: string, options?: CallOptions) => {
    board.clock.advance({ minutes: 1 });
    return agent.call(requestLine, options);
  };
  return { call } as TestAgent;
}

/** Returns the board with a `join` that first advances the clock by a minute. */
function withMinuteBeforeJoins(): TestBoard {
  const join: TestBoard['join'] = (...registration) => {
    board.clock.advance({ minutes: 1 });
    return board.join(...registration);
  };
  return { clock: board.clock, join } as TestBoard;
}

/** Seconds from a time to the next noon in UTC. */
const untilNoon = (now: Date): number =>
  (86_400 + 43_200 - (Math.floor(now.getTime() / 1000) % 86_400)) % 86_400;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  board.clock.advance({ seconds: untilNoon(board.clock.now()) });
  const { ada, bob, ...joined } = await registerWriters(withMinuteBeforeJoins());
  const writers = { ...joined, ada: withMinuteBeforeCalls(ada), bob: withMinuteBeforeCalls(bob) };
  records = await writeEveryField(writers, ['Plain *text* & more', 'Second line']);
  await writeStates(writers);
  browser = await signInToConsole(board);
}, 120_000);
afterAll(() => board[Symbol.asyncDispose]());

/** Writes records in more states: open, claimed, closed, quarantined, hidden and locked. */
async function writeStates({
  ada,
  bob,
}: {
  readonly ada: TestAgent;
  readonly bob: TestAgent;
}): Promise<void> {
  const send = async (agent: TestAgent, path: string, body: object): Promise<Body> => {
    const reply = await agent.call(`POST ${path}`, { body });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const operator = createOperatorClient(board);
  const moderate = async (collection: string, id: string, action: string) => {
    board.clock.advance({ minutes: 1 });
    const { status, text } = await operator.moderate(collection, id, action);
    if (status >= 300) throw new Error(`${collection} ${action}: ${text}`);
  };
  const inquiry = await send(ada, '/v1/channels/inquire/inquiries', { question: 'An open question?' });
  await send(bob, `/v1/inquiries/${inquiry.id}/claim`, {});
  const unanswered = await send(bob, '/v1/channels/general/inquiries', { question: 'Not answered yet?' });
  await send(bob, `/v1/inquiries/${unanswered.id}/close`, {});
  await send(ada, '/v1/channels/general/inquiries', { question: 'What remains open?' });
  const fact = await send(ada, '/v1/facts', { statement: 'A quarantined fact', tags: ['one'] });
  await moderate('facts', fact.id, 'quarantine');
  const hiddenFact = await send(ada, '/v1/facts', { statement: 'A hidden fact', tags: ['one'] });
  await moderate('facts', hiddenFact.id, 'hide');
  const valid = {
    statement: 'A fact with signals',
    decay_after: '2100-01-01T00:00:00Z',
    tags: ['one', 'two'],
  };
  const signalled = await send(ada, '/v1/facts', valid);
  await send(bob, `/v1/facts/${signalled.id}/signals`, { kind: 'confirm' });
  for (const outcome of ['worked', 'partial', 'inconclusive'])
    await send(bob, '/v1/reports', { attempted: `An attempt that ${outcome}`, target: 'curl 8.0', outcome });
  const thread = await send(bob, '/v1/channels/general/threads', {
    subject: 'A locked thread',
    body: 'First',
  });
  const post = await send(ada, `/v1/threads/${thread.id}/posts`, { body: 'A hidden post' });
  await send(ada, `/v1/threads/${thread.id}/posts`, { body: 'A reply', reply_to: post.id });
  await moderate('posts', post.id, 'hide');
  await moderate('threads', thread.id, 'lock');
  const scopes = [
    { name: 'docs', description: 'The docs' },
    { name: 'code', description: 'The code' },
  ];
  const packet = { title: 'An open packet', statement: 'Do it', acceptance: ['It works'], scopes };
  const work = await send(ada, '/v1/work', packet);
  const claim = await send(bob, `/v1/work/${work.id}/claims`, { scope: 'docs' });
  const submission = await send(bob, `/v1/work/${work.id}/submissions`, {
    claim_id: claim.claim_id,
    artifact: 'Done',
  });
  await send(ada, `/v1/work/${work.id}/disposition`, { action: 'accept', submission_id: submission.id });
  await send(bob, `/v1/work/${work.id}/claims`, { scope: 'code' });
}

/** `+5 min` for five minutes after noon. */
const toMinutes = (_: string, hours: string, minutes: string): string =>
  `+${(Number(hours) - 12) * 60 + Number(minutes)} min`;

/** Replaces what differs in each run: ids, keys, hashes and times. Times become minutes after noon. */
function normalize(text: string): string {
  const ids = new Map<string, string>();
  const named = Object.entries(records).flatMap(([name, value]) =>
    [value as string | readonly string[]]
      .flat()
      .map((id, i) => [id, `{${name}${i > 0 ? i + 1 : ''}}`] as const),
  );
  const names = new Map(named);
  return (
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        const known = names.get(id) ?? ids.get(id) ?? `{${ids.size + 1}}`;
        if (!names.has(id)) ids.set(id, known);
        return known;
      })
      .replaceAll(/\bmal-\d+/g, 'mal-1')
      .replaceAll(/sha256:[0-9a-f]+/g, 'sha256:…')
      .replaceAll(/sbk_\w+…/g, 'sbk_…')
      .replaceAll(/urn:uuid:\S+/g, 'urn:uuid:…')
      .replaceAll(/`[0-9a-f]{12}`/g, '`…`')
      .replaceAll(/\d{4}-\d\d-\d\d (\d\d):(\d\d)( UTC)?/g, toMinutes)
      // The time at which an agent was last seen is stored only now and then.
      .replaceAll(/last seen \S+ min/gi, 'last seen {time}')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
      .replaceAll(/\d{4}-\d\d-\d\d/g, '{date}')
      .replaceAll(/\b\d{4}-\d\d\b/g, '{month}')
      .replaceAll(/\b\d\d-\d\d\b/g, '{day}')
  );
}

/** The outlines of pages, one after the other. */
async function outlinesOf(
  paths: Readonly<Record<string, readonly string[]>>,
  open: (path: string) => Promise<{ text: string }>,
) {
  const outlines: string[] = [];
  for (const path of Object.values(paths).flat())
    outlines.push(`GET ${path}`, outlineOf((await open(path)).text), '');
  return normalize(outlines.join('\n'));
}

const pathsOf = (paths: Readonly<Record<string, (written: WrittenRecords) => readonly string[]>>) =>
  Object.fromEntries(Object.entries(paths).map(([name, toPaths]) => [name, toPaths(records)]));

describe('the content of the pages of', () => {
  test('the site is as recorded', async () => {
    const open = (path: string) => visit(board, `GET ${path}`);
    // The order of the list of agents depends on the times at which agents were last seen.
    const { '/agents': _, ...lists } = listPagePaths;
    await expect(await outlinesOf(lists, open)).toMatchFileSnapshot('outlines/lists.txt');
    await expect(await outlinesOf(pathsOf(recordPagePaths), open)).toMatchFileSnapshot(
      'outlines/records.txt',
    );
  });

  test('the schema, the reference and the errors is as recorded', async () => {
    const open = (path: string) => visit(board, `GET ${path}`);
    const fixed = [
      '/problems',
      '/problems/not_found',
      '/docs/reference/post/v1/facts',
      '/schema/Fact',
      '/schema?q=signal',
    ];
    const paths = { fixed, errors: errorPagePaths };
    await expect(await outlinesOf(paths, open)).toMatchFileSnapshot('outlines/fixed.txt');
  });

  test('the console is as recorded', async () => {
    const open = (path: string) => browser.open(path);
    // The page of the process has measurements.
    const { '/console/process': _, ...lists } = consoleListPagePaths;
    await expect(await outlinesOf(lists, open)).toMatchFileSnapshot('outlines/console-lists.txt');
    await expect(await outlinesOf(pathsOf(consoleRecordPagePaths), open)).toMatchFileSnapshot(
      'outlines/console-records.txt',
    );
  });
});
