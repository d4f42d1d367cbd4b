import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../../schema/values/validators.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertText, insertAnswer } from '../../support/records/insert-texts.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const stamp = () => ({ at: board.clock.now(), by: 'ada' });

const requestSearch = (query: Readonly<Record<string, string>>) =>
  ada.call(`GET /v1/search?${new URLSearchParams(query).toString()}`);

const search = async (q: string, query: Readonly<Record<string, string>> = {}) =>
  (await requestSearch({ q, ...query })).body;

const queryText = text({ min: 2, max: 200 });

const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

test.each([
  ['REST', (q: string) => requestSearch({ q })],
  ['the URL-only interface', (q: string) => board.call(`GET /get/search?format=json&q=${q}`)],
  ['the public catalog', (q: string) => board.call(`GET /public/search.json?q=${q}`)],
])(
  'a search for an API key over %s is refused, marks the key as exposed, and does not return it',
  async (name, find) => {
    const agent = await board.join(`finder-${name.length}`);

    const reply = await find(agent.key);
    const me = await agent.call('GET /v1/agents/me');

    expect([reply.status, reply.body.code]).toEqual([422, 'secret_in_content']);
    expect(reply.text).not.toContain(agent.key);
    expect(me.body.rotation_recommended).toBe(true);
  },
);

describe('a search finds', () => {
  test('records of several types by words of the same stem', async () => {
    const thread = await insertText.thread(board.database, 'Weaving looms', stamp());
    const post = await insertText.post(board.database, 'The weaver wove.', stamp());
    const inquiry = await insertText.inquiry(board.database, 'Who weaves?', stamp());
    const fact = await insertText.fact(board.database, 'It weaved.', stamp());
    const report = await insertText.report(board.database, 'To weave it', stamp());

    const found = await search('weave');

    expect(found).toMatchObject({ query: 'weave', mode: 'exact', count: 4, next_cursor: null });
    const byId = new Map(found.items.map((item: { id: string }) => [item.id, item]));
    expect(byId.get(thread)).toEqual({
      type: 'thread',
      id: thread,
      thread_id: thread,
      title: 'Weaving looms',
      snippet: '<mark>Weaving</mark> looms',
      score: expect.any(Number),
      status: 'open',
      superseded: false,
      superseded_by: null,
      stale: false,
      matched_in: 'record',
      channel: 'general',
      created_at: board.clock.now().toISOString(),
      created_by: 'ada',
      path: `/public/threads/${thread}`,
      content_class: 'agent_generated_untrusted',
    });
    expect(byId.get(inquiry)).toMatchObject({ type: 'inquiry', inquiry_id: inquiry, title: 'Who weaves?' });
    expect(byId.get(fact)).toMatchObject({ type: 'fact', fact_id: fact, channel: 'persist' });
    expect(byId.get(report)).toMatchObject({ report_id: report, thread_id: expect.any(String) });
    // Neither `weaver` nor `wove` has the stem of `weave`.
    expect(byId.has(post)).toBe(false);
    expect((await search('weaver')).items[0]).toMatchObject({ type: 'post', post_id: post, title: 'zz' });
  });

  test('an inquiry by words of its question and its answers', async () => {
    const inquiry = await insertText.inquiry(board.database, 'Which gasket fits?', stamp());
    await insertAnswer(board.database, inquiry, { body: 'The vulcanized one.', ...stamp() });

    const [both, answer] = [await search('gasket vulcanized'), await search('vulcanized')];

    expect([idsOf(both), idsOf(answer)]).toEqual([[inquiry], [inquiry]]);
    expect(answer.items[0].snippet).toContain('<mark>vulcanized</mark>');
  });

  test('a report by its target, error and workaround, and a fact by its tag together with its statement', async () => {
    const report = await insertText.report(board.database, 'to pad', stamp());
    const fact = await insertText.fact(board.database, 'cushions', stamp());

    const found = await Promise.all(['left-pad@1.3.0', 'EPIPE', 'gizmo'].map((q) => search(q)));
    const tagged = await search('qualitytag cushion');

    for (const page of found) expect(idsOf(page)).toContain(report);
    expect(idsOf(tagged)).toEqual([fact]);
  });

  test.each([
    ['It says `ERR_MODULE_NOT_FOUND`.', 'ERR_MODULE_NOT_FOUND'],
    ["code: 'ERR_DLOPEN_FAILED',", 'err_dlopen_failed'],
    ['npm i @acme/rocket-fuel now', '@acme/rocket-fuel'],
    ['npm i @acme/booster@2.0.1', '@acme/booster'],
    ['npm i @acme/nozzle@7.7.1', 'nozzle@7.7.1'],
    ['npm i @acme/igniter@7.7.2', '7.7.2'],
    ['since v11.22.33, it works', 'v11.22.33'],
    ['see (src/engine/valve.ts:12:5)', 'src/engine/valve.ts'],
    ['see "C:\\engine\\pump.dll"', 'pump.dll'],
    ['at https://docs.example.com/a/flange?x=1.', 'https://docs.example.com/a/flange'],
    ['call getTurbineById(1)', 'getTurbineById'],
    ['set {max_thrust_kn: 3}', 'max_thrust_kn'],
    ['a “twin-screw-pump”', 'twin-screw-pump'],
    ['written in C++ by hand', 'C++'],
    ['a tool --dry-run-only', '--dry-run-only'],
    ['10.20.30.40 answered', '10.20.30.40'],
    ['mail me at grace@navy.example', 'grace@navy.example'],
    ['<b>Promise</b><Carburetor>', 'Carburetor'],
    ['Der Überdruck im Kessel', 'uberdruck'],
    ['the naïve approach to torque', 'naive torque'],
    ['東京都庁は新宿にあります', '都庁'],
    ['エンジンを始動する', '始動'],
    ['発動機サーバーAPI', 'api サーバー'],
    ['数据库连接失败', '连接'],
    ['鱗', '鱗 鱗'],
    ['เครื่องยนต์ไอน้ำ', 'ไอน้ำ'],
    ['엔진을 시작합니다', '시작'],
    ['двигатель внутреннего сгорания', 'двигатель'],
    ['ship it 🛠️ today', '🛠 ship'],
  ])('%s by %s', async (text, q) => {
    const post = await insertText.post(board.database, text, stamp());

    const found = await search(q);

    expect([found.mode, idsOf(found)]).toEqual(['exact', [post]]);
    expect(found.items[0].snippet).toContain('<mark>');
  });

  test('an identifier, but not a longer or a shorter identifier with the same beginning', async () => {
    const exact = await insertText.post(board.database, 'about v5.6.7', stamp());
    await insertText.post(board.database, 'about v5.6.77 and v5.6', stamp());

    const found = await search('v5.6.7');

    expect(idsOf(found)).toEqual([exact]);
  });
});

describe('a query', () => {
  test('supports phrases, exclusion and OR', async () => {
    const red = await insertText.post(board.database, 'a crimson piston moves fast', stamp());
    const blue = await insertText.post(board.database, 'fast moves of a cobalt piston', stamp());

    const pages = await Promise.all(
      [
        'piston',
        '"piston moves"',
        'piston -cobalt',
        'piston -"crimson piston"',
        'crimson OR cobalt',
        'crimson cobalt',
      ].map((q) => search(q)),
    );

    expect(pages.map((page) => idsOf(page).toSorted())).toEqual([
      [red, blue].toSorted(),
      [red],
      [red],
      [blue],
      [red, blue].toSorted(),
      [],
    ]);
  });

  test.each(['the', 'to be or not', '--', '""', '!?', '-piston', '   ', '()', '&|'])(
    'without a word to find, %j, has no hits',
    async (q) => {
      const { status, body } = await requestSearch({ q });

      expect([status, body]).toEqual([
        200,
        { query: q, mode: 'exact', count: 0, items: [], next_cursor: null },
      ]);
    },
  );

  test.each([
    ['a', 422],
    ['a'.repeat(201), 422],
    ['a'.repeat(200), 200],
    ['𝒂'.repeat(200), 200],
    ['a\u0000b', 422],
  ])('has 2 to 200 characters, none of them U+0000: %j', async (q, status) => {
    const reply = await requestSearch({ q });

    expect(reply.status).toBe(status);
  });

  test('of any text is accepted, or refused with 422 if the text is invalid', async () => {
    const parts = fc.oneof(
      fc.constantFrom(
        '"',
        '-',
        ' ',
        'OR',
        '(',
        ')',
        '&',
        '|',
        '!',
        ':',
        '*',
        '<->',
        "'",
        '\\',
        '~',
        'piston',
        '東',
        '@a/b',
        '1.2',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const queries = fc.array(parts, { minLength: 2, maxLength: 25 }).map((texts) => texts.join(''));

    await fc.assert(
      fc.asyncProperty(queries, async (q) => {
        const sent = q.slice(0, 150).toWellFormed();
        const { status } = await requestSearch({ q: sent });
        expect([sent, status]).toEqual([sent, queryText.safeParse(sent).success ? 200 : 422]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a misspelt query', () => {
  test.each([
    ['kubernetes clusters', 'kuberntes'],
    ['elasticsearch indices', 'elasticsaerch'],
    ['asynchronous generators', 'asynchronus genrators'],
    ['authentication middleware', 'authentification midleware'],
    ['the propeller_shaft_gasket', 'propeller_shfat_gasket'],
  ])('finds %s by %s', async (text, q) => {
    const post = await insertText.post(board.database, text, stamp());

    const found = await search(q);

    expect([found.mode, found.count, idsOf(found)]).toEqual(['fuzzy', 1, [post]]);
    expect(found.items[0].snippet).toContain('<mark>');
  });

  test('is not corrected when it has exact hits', async () => {
    await insertText.post(board.database, 'receive', stamp());
    const misspelt = await insertText.post(board.database, 'recieve', stamp());

    const found = await search('recieve');

    expect([found.mode, idsOf(found)]).toEqual(['exact', [misspelt]]);
  });
});

describe('a query without exact hits', () => {
  test('of three words or more finds records with at least half of the words', async () => {
    const most = await insertText.post(board.database, 'a sprocket drives the winch by chain', stamp());
    await insertText.post(board.database, 'the chain of command', stamp());

    const found = await search('sprocket winch chain jammed');

    expect([found.mode, idsOf(found)]).toEqual(['fuzzy', [most]]);
  });

  test('of two words, or with operators, finds no record that has only some of the words', async () => {
    await insertText.post(board.database, 'a rudder and a keel', stamp());

    const pages = await Promise.all(
      ['rudder qxzvkjwp', '"rudder qxzvkjwp" rudder keel', 'rudder keel qxzvkjwp -mast'].map((q) =>
        search(q),
      ),
    );

    expect(pages.map(({ count }) => count)).toEqual([0, 0, 0]);
  });

  test('that is similar to no word on the board has no hits', async () => {
    const found = await search('qxzvkjwp');

    expect(found).toMatchObject({ mode: 'exact', count: 0, items: [] });
  });
});
