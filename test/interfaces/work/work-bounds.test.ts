import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openClient } from '../../support/database/open-client.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { callWork, WORK_FACADES, createWork, callWorkOrThrow } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const inDays = (count: number) => new Date(board.clock.now().getTime() + count * 86_400_000).toISOString();
const list = <Item>(length: number, item: (i: number) => Item) => Array.from({ length }, (_, i) => item(i));

/** Cases of values that GraphQL.js refuses for their type, with status 400. */
const WRONG_TYPES = [
  'no statement',
  'an end that is not a time',
  'a criterion without text',
  'a criterion that is a number',
];

describe.each(WORK_FACADES)('a packet created over %s', (facade) => {
  const INVALID: Record<string, () => Body> = {
    'no statement': () => ({ statement: undefined }),
    'a statement that is too short': () => ({ statement: 'ab' }),
    'a statement that is too long': () => ({ statement: 'a'.repeat(8001) }),
    'no criteria': () => ({ acceptance: [] }),
    'too many criteria': () => ({ acceptance: list(33, String) }),
    'an empty criterion': () => ({ acceptance: [''] }),
    'a criterion that is too long': () => ({ acceptance: [{ id: 'a', text: 'x'.repeat(1001) }] }),
    'a criterion that is a number': () => ({ acceptance: [1] }),
    'a criterion without text': () => ({ acceptance: [{ id: 'a' }] }),
    'two criteria with the same id': () => ({
      acceptance: [
        { id: 'a', text: 'x' },
        { id: 'a', text: 'y' },
      ],
    }),
    'no scope': () => ({ scopes: [] }),
    'too many scopes': () => ({ scopes: list(33, (i) => `s${i}`) }),
    'a scope with a capital': () => ({ scopes: ['Main'] }),
    'a scope that is too long': () => ({ scopes: ['a'.repeat(65)] }),
    'a scope twice': () => ({ scopes: ['a', { name: 'a' }] }),
    'a lease that is too short': () => ({ claim_ttl_seconds: 299 }),
    'a lease that is too long': () => ({ claim_ttl_seconds: 86_401 }),
    'too many reviews': () => ({ min_independent_reviews: 4 }),
    'an end that is now': () => ({ expires_at: inDays(0) }),
    'an end too far ahead': () => ({ expires_at: inDays(90.001) }),
    'an end that is not a time': () => ({ expires_at: 'tomorrow' }),
  };

  test.each(Object.keys(INVALID))('with %s is refused', async (name) => {
    const outcome = await callWork(facade, ada, 'create', {
      statement: 'Write it',
      acceptance: ['It is written'],
      ...INVALID[name]!(),
    });

    expect(outcome.status).toBe(facade === 'graphql' && WRONG_TYPES.includes(name) ? 400 : 422);
    expect(outcome.code).toBe('validation_failed');
  });

  test('may have fields at their bounds', async () => {
    const outcome = await callWork(facade, ada, 'create', {
      statement: 'a'.repeat(8000),
      acceptance: list(32, (i) => '🎉'.repeat(i === 0 ? 1000 : 1)),
      scopes: list(32, (i) => String(i).padEnd(64, 'a')),
      claim_ttl_seconds: 86_400,
      review_ttl_seconds: 300,
      min_independent_reviews: 3,
      expires_at: inDays(90),
    });

    expect(outcome.code).toBeNull();
  });
});

test('a criterion without an id gets its position as its id, or the next free number', async () => {
  const { acceptance } = await createWork(ada, {
    acceptance: ['one', { id: '3', text: 'two' }, 'three', 'four'],
  });

  expect(acceptance).toEqual([
    { id: '1', text: 'one' },
    { id: '3', text: 'two' },
    { id: '4', text: 'three' },
    { id: '5', text: 'four' },
  ]);
});

describe('a submission', () => {
  const submit = async (fields: Body) => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main' });
    return callWork('rest', ada, 'submit', { work_id, claim_id, ...fields });
  };
  const digest = digestOf('whatever');
  // A composed and a decomposed character. The board normalizes text, except the content of artifacts.
  const decomposed = 'Å A\u030a';

  const VALID: Record<string, Body> = {
    'a text': { artifact: 'see the branch fix/parser' },
    'a text with a digest of something else': { artifact: 'see there', digest },
    'a URL': { artifact: { kind: 'url', uri: 'https://example.org/x.patch' }, digest },
    'a commit': { artifact: { kind: 'git', uri: 'git@example.org:x/y.git', commit: 'abcdef0' }, digest },
    'a post': { artifact: { kind: 'post', uri: '/public/threads/x#y' } },
    'content with its digest': { artifact: { kind: 'inline', content: 'é' }, digest: digestOf('é') },
    'content that is not normalized': {
      artifact: { kind: 'inline', content: decomposed },
      digest: digestOf(decomposed),
    },
    'content of 32 KiB': { artifact: { kind: 'inline', content: 'a'.repeat(32_768) } },
    'a text with empty limitations': { artifact: 'x', limitations: '' },
    'a text with any JSON as evidence': { artifact: 'x', evidence: [1, { two: null }], limitations: 'none' },
  };

  test.each(Object.keys(VALID))('of %s is accepted and returned unchanged', async (name) => {
    const { code, record } = await submit(VALID[name]);

    expect(code).toBeNull();
    expect(record).toMatchObject(VALID[name]);
  });

  const INVALID: Record<string, Body> = {
    nothing: {},
    'an empty text': { artifact: '' },
    'a number': { artifact: 7 },
    'an object without a kind': { artifact: { uri: 'https://example.org' } },
    'an object of an unknown kind': { artifact: { kind: 'ftp', uri: 'x' } },
    'an inline artifact without content': { artifact: { kind: 'inline' } },
    'content of more than 32 KiB': { artifact: { kind: 'inline', content: 'é'.repeat(16_385) } },
    'a URL of another scheme': { artifact: { kind: 'url', uri: 'file:///etc/passwd' }, digest },
    'a repository without a digest': { artifact: { kind: 'git', uri: 'https://example.org/x.git' } },
    'a text with a malformed digest': { artifact: 'x', digest: 'md5:abc' },
    'a text with evidence beyond 16 KiB': { artifact: 'x', evidence: 'a'.repeat(16_385) },
    'a text with limitations that are a number': { artifact: 'x', limitations: 3 },
  };

  test.each(Object.keys(INVALID))('of %s is refused', async (name) => {
    const { status, code, problem } = await submit(INVALID[name]);

    expect([status, code]).toEqual([422, 'validation_failed']);
    expect(problem.errors[0].loc[0]).toBe('body');
  });

  test('is described in OpenAPI, as is a packet with its bounds', async () => {
    const { body } = await board.call('GET /openapi.json');

    const { schema } =
      body.paths['/v1/work/{work_id}/submissions'].post.requestBody.content['application/json'];
    const packetSchema = body.paths['/v1/work'].post.requestBody.content['application/json'].schema;
    expect(schema.required).toEqual(['claim_id', 'artifact']);
    expect(JSON.stringify(schema.properties.artifact)).toContain('"const":"inline"');
    expect(packetSchema.properties.acceptance).toMatchObject({ type: 'array', minItems: 1, maxItems: 32 });
    expect(packetSchema.properties.min_independent_reviews).toMatchObject({ minimum: 0, maximum: 3 });
  });
});

describe('a review without evidence', () => {
  test.each([undefined, null, ''])('(%o) is refused', async (evidence) => {
    const work = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(ada, 'claim', { work_id: work.work_id, scope: 'main' });
    const { submission_id } = await callWorkOrThrow(ada, 'submit', {
      work_id: work.work_id,
      claim_id,
      artifact: 'x',
    });
    const input = { work_id: work.work_id, submission_id, verdict: 'approve', evidence };

    const { status, problem } = await callWork('rest', ada, 'review', input);

    expect([status, problem.errors[0].pointer]).toEqual([422, '/evidence']);
  });
});

test.each(WORK_FACADES)('closing a packet over %s with a submission_id is refused', async (facade) => {
  const { work_id } = await createWork(ada);
  const close = { work_id, action: 'close', submission_id: work_id };

  const outcome = await callWork(facade, ada, 'dispose', close);

  expect([outcome.status, outcome.code]).toEqual([422, 'validation_failed']);
  expect((await ada.call(`GET /v1/work/${work_id}`)).body.status).toBe('open');
});

test('reading a packet with a repair note reads few of its 2 000 submissions, of which one is hidden', async () => {
  await using opened = new AsyncDisposableStack();
  const { work_id: id } = await createWork(ada);
  const query = await openClient(opened, board.database.connection);
  await query(sql`set session_replication_role = replica`);
  await query(sql`update work_scopes set repair_note = 'again' where packet_id = ${id}::uuid`);
  await query(sql`
    insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, expires_at,
      decided_at, decision_note, hidden_at, created_by, via, created_at)
    select gen_random_uuid(), case when i > 2000 then gen_random_uuid() else ${id}::uuid end, 'main', gen_random_uuid(), 1, i,
      '{}', 'repair', now(), now(), case when i = 1 then 'again' else repeat('again ', 200) end,
      case when i = 1 or i > 2000 then now() end, 'ada', 'rest', now()
    from generate_series(1, 4000) i`);
  await query(sql`analyze work_submissions`);
  const explainer = opened.use(await Explainer.open(board.database.connection));

  const { sent, value } = await recordStatements(board.database, () => board.call(`GET /public/work/${id}`));
  const read = sent.find(({ text }) => text.includes('decision_note'))!;
  const { buffers } = await explainer.explain(read, 'custom');

  expect(value.body.scopes).toMatchObject([{ name: 'main', repair_note: null }]);
  expect(buffers).toBeLessThan(50);
});
