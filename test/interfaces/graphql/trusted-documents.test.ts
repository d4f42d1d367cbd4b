// Documents that the operator has registered: callers send their SHA-256 in place of their text.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../../client/index.ts';
import { sql } from '../../../prisma/client.ts';
import { MAX_TRUSTED_DOCUMENTS, toDocumentId } from '../../../schema/trusted-documents/rules.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createBoardClient } from '../../support/client/board-client.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { databaseUrl, runCli } from '../../support/processes/command-line.ts';

const CHANNELS = 'query Channels($first: Int) { channels(first: $first) { nodes { slug } } }\n';
const ID = toDocumentId(CHANNELS);

let board: TestBoard;
let strictBoard: TestBoard;
let folder: string;

/** Runs the command `documents` on the database of a board, and advances the clock so far that the board reads the ids again. */
async function runDocuments(target: TestBoard, ...args: readonly string[]) {
  const result = await runCli(['documents', ...args], {
    DATABASE_URL: databaseUrl(target.database.connection),
  });
  target.clock.advance({ seconds: 2 });
  return result;
}

async function writeTemporary(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const send = (target: TestBoard, body: object) => target.call('POST /graphql', { body });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  [board, strictBoard] = await Promise.all([openBoard(), openBoard({ GRAPHQL_TRUSTED_ONLY: 'on' })]);
  const file = await writeTemporary('channels.graphql', CHANNELS);
  const all = await writeTemporary('client.json', JSON.stringify(documents));
  await runDocuments(board, 'add', file);
  await runDocuments(strictBoard, 'add', file, all);
});
afterAll(async () => {
  await Promise.all([board[Symbol.asyncDispose](), strictBoard[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

describe('a registered document', () => {
  test.each([ID, `sha256:${ID}`])('is executed by its id, %s', async (documentId) => {
    const { body } = await send(board, { documentId, variables: { first: 1 } });

    expect(body.data.channels.nodes).toHaveLength(1);
  });

  test('is executed by GET as well, where its response can be cached, and in a batch', async () => {
    const byGet = await board.call(`GET /graphql?documentId=${ID}&variables={"first":1}`);
    const batch = await board.call('POST /graphql', {
      body: [{ documentId: ID }, { query: '{ __typename }' }],
    });

    const tag = { 'If-None-Match': byGet.headers.get('etag') ?? '' };
    const same = await board.call(`GET /graphql?documentId=${ID}&variables={"first":1}`, { headers: tag });

    expect(same.status).toBe(304);
    expect([byGet.body.data.channels.nodes.length, byGet.headers.get('cache-control')]).toEqual([
      1,
      expect.stringMatching(/^public/),
    ]);
    expect(batch.body).toMatchObject([{ data: { channels: {} } }, { data: { __typename: 'Query' } }]);
  });

  test('has its variables validated', async () => {
    const { body } = await send(board, { documentId: ID, variables: { first: 'many' } });

    expect(body.errors[0].extensions.problem.errors[0].pointer).toBe('/variables/first');
  });

  test('is gone when the operator has removed it', async () => {
    const text = '{ channels { nodes { title } } }';
    const id = toDocumentId(text);
    const added = await runDocuments(board, 'add', await writeTemporary('once.graphql', text));
    const found = await send(board, { documentId: id });

    const removed = await runDocuments(board, 'remove', id);
    const gone = await send(board, { documentId: id });

    expect([added.stdout, removed.stdout]).toEqual([`${id}  query\n`, `${id}\n`]);
    expect([found.body.errors, gone.body.errors[0].extensions.code]).toEqual([undefined, 'not_found']);
  });
});

describe('a documentId', () => {
  test('that is not registered is not found, and the error says that the operator registers documents', async () => {
    const { status, body } = await send(board, { documentId: toDocumentId('{ me { handle } }') });

    expect([status, body.errors[0].extensions.code]).toEqual([404, 'not_found']);
    expect(body.errors[0].message).toContain('`agent-board documents add`. Or send its text as `query`.');
  });

  test.each([
    ['with an invalid form', { documentId: ID.toUpperCase() }, /64 lower-case hex digits/],
    ['that is not a string', { documentId: 7 }, /64 lower-case hex digits/],
    ['beside a query', { documentId: ID, query: '{ __typename }' }, /combined with query/],
  ])('%s is refused', async (_name, body, message) => {
    const reply = await send(board, body);

    expect(reply.status).toBe(422);
    expect(reply.body.errors[0].message).toMatch(message);
  });

  test.each([
    ['POST /graphql', { documentId: 'x' }, 'body'],
    ['GET /graphql?documentId=x', undefined, 'query'],
  ])(
    'with an invalid form is reported with the part of the request that contains it: %s',
    async (line, body, part) => {
      const { errors } = (await board.call(line, { body })).body;

      expect(errors[0].extensions.problem.errors).toMatchObject([{ loc: [part, 'documentId'] }]);
    },
  );

  test('is not looked up in a batch that is too large', async () => {
    const batch = Array.from({ length: 11 }, () => ({ documentId: toDocumentId('{ me { handle } }') }));

    const { body } = await send(board, batch);

    expect(body.errors[0].extensions.code).toBe('query_too_complex');
  });

  test('that is not registered is looked up without a statement', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => toDocumentId(String(i)));
    await send(board, { documentId: ids[0] });

    const { sent } = await recordStatements(board.database, async () => {
      for (const documentId of ids) await send(board, { documentId });
    });

    expect(sent).toEqual([]);
  });
});

describe('a board with GRAPHQL_TRUSTED_ONLY', () => {
  test.each([
    ['a document', 'POST /graphql', { query: '{ __typename }' }],
    ['a document in a batch', 'POST /graphql', [{ documentId: ID }, { query: '{ __typename }' }]],
    ['a document in a URL', 'GET /graphql?query={__typename}', undefined],
    ['introspection', 'POST /graphql', { query: '{ __schema { queryType { name } } }' }],
  ])('refuses %s that is not registered, and says what to send', async (_name, line, body) => {
    const reply = await strictBoard.call(line, { body });

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([403, 'operation_not_in_scope']);
    expect(reply.body.errors[0].message).toContain('send `documentId`');
  });

  test('serves the typed client, which sends ids', async () => {
    const client = createBoardClient(strictBoard, { documentIds: true });
    const { agent } = await client.registerAgent({ handle: 'ada' });
    const ada = client.withKey(agent.apiKey ?? '');

    await ada.createFact({ statement: 'Ids are enough.' });

    expect((await ada.facts({})).nodes).toMatchObject([{ statement: 'Ids are enough.' }]);
    await expect(ada.request('{ __typename }')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('documents add', () => {
  test.each([
    ['bad.graphql', '{ nothing }', /bad\.graphql: Cannot query field "nothing"/],
    ['open.graphql', '{ me', /open\.graphql: Syntax Error/],
    ['part.graphql', 'fragment F on Agent { id }', /part\.graphql: Fragment "F" is never used/],
    ['hash.json', JSON.stringify({ abc: '{ __typename }' }), /its key is not its SHA-256/],
    ['list.json', JSON.stringify(['{ __typename }', 7]), /list\.json, document 2: Must be a string$/m],
    ['text.json', '"text"', /Must be a JSON array/],
  ])('refuses %s and adds no document', async (name, content, message) => {
    const good = await writeTemporary('good.graphql', `{ __typename } # ${name}`);

    const { code, stderr } = await runDocuments(board, 'add', good, await writeTemporary(name, content));

    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toMatch(message);
    expect((await runDocuments(board, 'list')).stdout).toMatch(new RegExp(`^${ID}  \\S+  Channels\n$`));
  });

  test('counts the documents that it registers and those that are registered already', async () => {
    const [known, other] = ['{ __typename } # known', '{ __typename } # new'];
    const [first, second] = [
      await writeTemporary('a.graphql', known),
      await writeTemporary('b.graphql', other),
    ];

    const outcomes = [
      await runDocuments(board, 'add', first),
      await runDocuments(board, 'add', first, second),
    ];

    expect(outcomes.map(({ stderr }) => stderr)).toEqual([
      '1 registered, 0 already registered\n',
      '1 registered, 1 already registered\n',
    ]);
    const ids = outcomes[1]?.stdout.split('\n').flatMap((line) => line.split('  ')[0] || []) ?? [];
    expect((await runDocuments(board, 'remove', ...ids)).code).toBe(0);
  });
});

describe('the commands for documents', () => {
  test('report a file that does not exist, a list that is full, and ids that are not registered', async () => {
    await using fullBoard = await openBoard();
    const { database, clock } = fullBoard;
    await database.rows(sql`
      insert into trusted_documents (id, name, text, created_at)
      select 'id' || n, 'Old', '{ __typename }', ${clock.now()} from generate_series(1, ${MAX_TRUSTED_DOCUMENTS}) n`);
    const missing = join(folder, 'missing.graphql');

    const outcomes = [
      await runDocuments(fullBoard, 'add', missing),
      await runDocuments(fullBoard, 'add', await writeTemporary('full.graphql', '{ __typename }')),
      await runDocuments(fullBoard, 'remove', 'x', 'id1', 'y'),
    ];

    expect(outcomes).toEqual([
      { code: 2, stdout: '', stderr: `<file>: ENOENT: no such file or directory, open '${missing}'\n` },
      { code: 1, stdout: '', stderr: `at most ${MAX_TRUSTED_DOCUMENTS} documents can be registered\n` },
      { code: 1, stdout: 'id1\n', stderr: 'not registered: x, y (see documents list)\n' },
    ]);
  });

  test('list, with the reason, documents that the schema no longer accepts', async () => {
    await using boardWithOldDocument = await openBoard();
    const { database, clock } = boardWithOldDocument;
    const insert = (id: string, text: string) =>
      database.rows(sql`
        insert into trusted_documents (id, name, text, created_at) values (${id}, ${id}, ${text}, ${clock.now()})`);
    await insert('a', '{ __typename }');
    await insert('b', '{ xyzxyz }');
    const at = clock.now().toISOString();

    expect(await runDocuments(boardWithOldDocument, 'list')).toEqual({
      code: 0,
      stdout: `a  ${at}  a\nb  ${at}  b  invalid: Cannot query field "xyzxyz" on type "Query".\n`,
      stderr: '',
    });
  });
});
