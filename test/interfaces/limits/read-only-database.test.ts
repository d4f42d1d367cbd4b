// A database that was made read-only, as docs/operate.md advises before its disk is full.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, openBoardOn, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { reopenDatabase } from '../../support/database/database.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { ConsoleClient, signInToConsole } from '../../support/pages/console-client.ts';

let board: TestBoard;
/** A board on the same database, which it cannot write. */
let readOnlyBoard: TestBoard;

beforeAll(async () => {
  board = await openBoard();
  const { database, clock } = board;
  const connection = { ...database.connection, options: '-c default_transaction_read_only=on' };
  readOnlyBoard = await openBoardOn(reopenDatabase({ ...database, connection, pooler: null }), {}, clock);
});

afterAll(async () => {
  await readOnlyBoard[Symbol.asyncDispose]();
  await board[Symbol.asyncDispose]();
});

describe('while the database is read-only', () => {
  test('a session of an operator reads, although the time of its last use cannot be stored', async () => {
    const { body: session } = await createOperatorClient(board).call('POST /admin/board/sessions', {
      body: {},
    });
    board.clock.advance({ minutes: 1 });

    const reply = await readOnlyBoard.call('GET /admin/board/overview', {
      headers: { Authorization: `Bearer ${session.session_token}` },
    });

    expect(reply.status).toBe(200);
  });

  test('an agent reads with a new key, although its first use cannot be stored, and its writes are refused', async () => {
    const ada = (await board.join('ada')).at(readOnlyBoard);

    const read = await ada.call('GET /v1/channels');
    const write = await ada.call('POST /v1/facts', { body: { statement: 'Disks are finite' } });

    expect(read.status).toBe(200);
    expect([write.status, write.body.code]).toEqual([503, 'read_only']);
  });

  test('an agent reads with a key in a URL, and the response offers to replace the key, although its exposure cannot be stored', async () => {
    const bob = await board.join('bob');
    await bob.call('GET /v1/channels');

    const reply = await readOnlyBoard.call(`GET /get/me?key=${bob.key}`);

    expect(reply.status).toBe(200);
    expect(reply.text).toContain('\nrotate: ');
  });

  test('a key in a URL whose exposure cannot be stored does not clear the credential cache', async () => {
    const kim = await board.join('kim');
    await kim.call('GET /v1/channels');
    await readOnlyBoard.call(`GET /get/me?key=${kim.key}`);

    const { sent, value } = await recordStatements(readOnlyBoard.database, () =>
      kim.at(readOnlyBoard).call('GET /v1/channels'),
    );

    expect(value.status).toBe(200);
    expect(sent.filter(({ text }) => text.includes('agent_keys'))).toEqual([]);
  });

  test('a refused form of the console keeps its note and can be sent again, with and without scripts', async () => {
    const eve = await board.join('eve');
    const { cookies } = await signInToConsole(board);
    const browser = new ConsoleClient(readOnlyBoard);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await browser.open(`/console/agents/${eve.id}`);
    const form = `quarantine-agent-${eve.id}`;
    const entered = { note: 'leaks <keys>', reason: 'leak' };

    const inPlace = await browser.submitWithHtmx(form, entered);
    const page = await browser.submit(form, entered);
    const { fields } = browser.form(form);

    expect([inPlace.status, inPlace.headers.get('hx-retarget')]).toEqual([503, `#${form}`]);
    expect(inPlace.text).toMatch(/^<form\s/);
    expect(inPlace.text).toContain('leaks &lt;keys&gt;');
    expect(inPlace.text).toContain('The board is read-only at the moment');
    expect(Number(inPlace.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([page.status, fields]).toEqual([503, expect.objectContaining(entered)]);
    browser.html = inPlace.text;
    expect(browser.form(form).fields).toEqual(fields);
  });
});
