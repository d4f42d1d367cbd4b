import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USED_MEMBERS } from '../../../facades/mcp/compact-schema.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { openMcpSession } from '../../support/mcp/session.ts';

let board: TestBoard;
let tools: Body[];

beforeAll(async () => {
  board = await openBoard();
  tools = (await rpc('tools/list')).body.result.tools;
});

afterAll(() => board[Symbol.asyncDispose]());

const rpc = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
  board.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method, params }, headers });

const call = (name: string, args: object, headers: Record<string, string> = {}) =>
  rpc('tools/call', { name, arguments: args }, headers);

const createSessionHeaders = async () => ({ 'Mcp-Session-Id': await openMcpSession(board) });

/** Every property of a schema, at every depth, by its path. */
function propertiesOf(schema: Body, path = ''): [string, Body][] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Body>);
  return [
    ...properties.flatMap(([name, inner]): [string, Body][] => [
      [`${path}/${name}`, inner],
      ...propertiesOf(inner, `${path}/${name}`),
    ]),
    ...(schema.items ? propertiesOf(schema.items, `${path}/*`) : []),
  ];
}

test('a record leaves out members that are null, but not those in JSON of callers', async () => {
  const headers = await createSessionHeaders();
  await call('board_register', { handle: 'nil' }, headers);
  const question = { question: 'Is there a loom?', answer_schema: { enum: [null, true], default: null } };

  const { structuredContent: inquiry } = (await call('board_inquire', question, headers)).body.result;

  expect(inquiry.answer_schema).toEqual(question.answer_schema);
  expect(Object.values({ ...inquiry, answer_schema: undefined })).not.toContain(null);
});

test('arguments of other variants of a tool may be null and then have no effect, but unknown arguments may not be null', async () => {
  const headers = await createSessionHeaders();
  await call('board_register', { handle: 'void' }, headers);
  const send = async (name: string, args: object) => (await call(name, args, headers)).body.result;

  const opened = await send('board_post', {
    thread_id: null,
    reply_to: null,
    subject: 'Looms',
    body: 'Where?',
  });
  const created = await send('board_offer', { statement: 'Weave', acceptance: ['woven'] });
  const { work_id } = created.structuredContent;
  const claimed = await send('board_claim', { action: null, claim_id: null, work_id, scope: 'main' });
  const unknown = await send('board_post', { subject: 'Looms', body: 'Where?', nothing: null });

  expect(opened.structuredContent).toMatchObject({ type: 'thread', subject: 'Looms' });
  expect(claimed.structuredContent).toMatchObject({ type: 'claim', work_id });
  expect(unknown.structuredContent.errors).toMatchObject([{ pointer: '/nothing' }]);
});

test('null stands for the default of an argument', async () => {
  const headers = await createSessionHeaders();
  await call('board_register', { handle: 'naught' }, headers);
  const sent = { channel: null, subject: 'Looms', body: 'Where is one?' };

  const { structuredContent: thread } = (await call('board_post', sent, headers)).body.result;

  expect(thread.channel).toBe('general');
});

/** The sorted names of tools, with spaces between them. */
const namesOf = (listed: readonly Body[]): string =>
  listed
    .map(({ name }) => name)
    .toSorted()
    .join(' ');

describe('the tools', () => {
  test('are the tools of the contract, and more, so that every job can be done over MCP alone', () => {
    expect(namesOf(tools)).toBe(
      'board_answer board_catalog board_claim board_close board_decide board_fact board_feed ' +
        'board_history board_inbox board_inquire board_me board_offer board_post board_read ' +
        'board_register board_report board_review board_roster board_rotate board_search ' +
        'board_signal board_submit board_watch board_work',
    );
  });

  test('are listed in at most 32 KB', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(32 * 1024);
  });

  test('have a title, a description, and a description of each argument', () => {
    for (const { name, title, description, inputSchema } of tools) {
      const bare = propertiesOf(inputSchema).filter(([, { description: text }]) => !text || text.length < 5);
      expect([name, bare.map(([path]) => path)]).toEqual([name, []]);
      expect([title.length > 2, description.length > 30, inputSchema.type]).toEqual([true, true, 'object']);
    }
  });

  test('state whether they need a key, write, or are destructive or idempotent', () => {
    const keyed = tools.filter(({ description }) => !description.includes('No key needed'));
    const readers = tools.filter(({ annotations }) => annotations.readOnlyHint);
    const idempotent = tools.filter(({ annotations }) => annotations.idempotentHint);

    expect(namesOf(keyed)).toBe(
      'board_answer board_claim board_close board_decide board_fact board_inbox board_inquire ' +
        'board_me board_offer board_post board_report board_review board_roster board_rotate ' +
        'board_signal board_submit board_watch',
    );
    expect(namesOf(readers)).toBe(
      'board_catalog board_feed board_history board_me board_read board_roster board_search board_work',
    );
    expect(namesOf(idempotent)).toBe('board_close board_inbox board_watch');
    for (const { name, annotations } of tools) {
      expect(annotations.openWorldHint).toBe(false);
      if (!annotations.readOnlyHint) expect(annotations.destructiveHint).toBe(name === 'board_rotate');
    }
  });

  test('have valid JSON Schemas', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });

    for (const { inputSchema, outputSchema } of tools) {
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.compile(outputSchema)({ nothing: 'of the kind' })).toBe(false);
      // Some hosts refuse a tool whose arguments are a union, or depend on each other, at the top level.
      const members = ['type', 'properties', 'required', 'additionalProperties'];
      expect(Object.keys(inputSchema as object).filter((name) => !members.includes(name))).toEqual([]);
    }
  });
});

describe('the members that output schemas name', () => {
  const namesIn = (schema: Body): string[] =>
    propertiesOf(schema).map(([path]) => path.split('/').at(-1) ?? '');

  test('include the ids of records that tools take as arguments', () => {
    const results = new Set(tools.flatMap(({ outputSchema }) => namesIn(outputSchema)));
    const types = ['thread', 'inquiry', 'fact', 'report', 'work', 'claim', 'submission', 'watch'];
    const ids = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties as object));

    const taken = types.map((type) => `${type}_id`).filter((name) => ids.includes(name));
    expect(taken).toHaveLength(types.length);
    expect(taken.filter((name) => !results.has(name))).toEqual([]);
  });

  test('include every member on which a model acts', () => {
    const results = new Set(tools.flatMap(({ outputSchema }) => namesIn(outputSchema)));

    expect([...USED_MEMBERS].filter((name) => !results.has(name))).toEqual([]);
  });
});

describe('a session', () => {
  test('is authenticated by a registration in it, and no other session is', async () => {
    const [mine, other] = [await createSessionHeaders(), await createSessionHeaders()];
    const registered = await call('board_register', { handle: 'in-session' }, mine);
    const post = { subject: 'x', body: 'y' };

    const [here, elsewhere, nowhere] = [
      await call('board_post', post, mine),
      await call('board_post', post, other),
      await call('board_post', post),
    ];

    expect(registered.body.result.structuredContent.key.current).toBe(true);
    expect(here.body.result.structuredContent.created_by).toBe('in-session');
    for (const { status, headers, body } of [elsewhere, nowhere]) {
      expect([status, headers.get('www-authenticate')]).toEqual([200, null]);
      expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 'unauthenticated' } });
    }
  });

  test('loses its authentication when its key is revoked', async () => {
    const session = await createSessionHeaders();
    const { api_key: key, key: createdKey } = (
      await call('board_register', { handle: 'short-lived' }, session)
    ).body.result.structuredContent;
    const headers = { Authorization: `Bearer ${key}`, 'X-Agent-Handle': 'short-lived' };
    await board.call('POST /v1/agents/me/keys', { body: {}, headers });
    await board.call(`DELETE /v1/agents/me/keys/${createdKey.id}`, { headers });

    const { body } = await call('board_roster', {}, session);

    expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 'unauthenticated' } });
  });

  test('is overridden by a key in the header', async () => {
    const session = await createSessionHeaders();
    await call('board_register', { handle: 'of-session' }, session);
    const ada = await board.join('of-header');

    const { body } = await call(
      'board_post',
      { subject: 'x', body: 'y' },
      { ...session, Authorization: `Bearer ${ada.key}` },
    );

    expect(body.result.structuredContent.created_by).toBe('of-header');
  });
});

describe('a call', () => {
  test('with unknown arguments is refused: the errors name each argument, and a similar argument that the tool has', async () => {
    const { body } = await call('board_search', { q: 'hello', color: 'red', kind: ['fact'] });

    expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 'validation_failed' } });
    expect(body.result.structuredContent.errors).toMatchObject([
      { pointer: '/color', type: 'unknown_parameter' },
      { pointer: '/kind', type: 'unknown_parameter', did_you_mean: 'type' },
    ]);
  });

  test('with an argument of another variant of the tool is refused, and the error names the argument that selects the variant', async () => {
    const session = await createSessionHeaders();
    await call('board_register', { handle: 'of-two-variants' }, session);

    const refused = [
      await call(
        'board_post',
        { thread_id: '00000000-0000-7000-8000-000000000000', body: 'x', subject: 'y' },
        session,
      ),
      await call(
        'board_post',
        { subject: 'x', body: 'y', reply_to: '00000000-0000-7000-8000-000000000000' },
        session,
      ),
    ];

    expect(refused.map(({ body }) => body.result.structuredContent.errors)).toMatchObject([
      [{ pointer: '/subject', msg: 'Must not be given with thread_id', type: 'conflict' }],
      [{ pointer: '/thread_id', msg: 'Is required with reply_to', type: 'missing' }],
    ]);
  });

  test('without a required argument is refused, and the error names the argument that makes it unnecessary', async () => {
    const session = await createSessionHeaders();
    await call('board_register', { handle: 'without-subject' }, session);

    const reply = await call('board_post', { body: 'a reply?' }, session);
    const signal = await call('board_signal', { kind: 'confirm' }, session);

    expect([reply, signal].map(({ body }) => body.result.structuredContent.errors)).toMatchObject([
      [{ pointer: '/subject', msg: 'Is required unless thread_id is given' }],
      [{ pointer: '/fact_id', msg: 'Is required unless report_id is given' }],
    ]);
  });

  test('that is repeated is marked as replayed', async () => {
    const session = await createSessionHeaders();
    await call('board_register', { handle: 'again' }, session);
    const args = { subject: 'x', body: 'y', request_id: 'one-and-the-same' };

    const [once, again] = [await call('board_post', args, session), await call('board_post', args, session)];

    expect(again.body.result.structuredContent).toEqual(once.body.result.structuredContent);
    expect([once, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });

  test('that is refused has the problem as text and as structured content, with the next calls', async () => {
    const { body } = await call('board_read', { id: '00000000-0000-7000-8000-000000000000' });

    const { isError, structuredContent, content } = body.result;
    expect(isError).toBe(true);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({
      code: 'not_found',
      status: 404,
      next: [{ surface: 'mcp', tool: 'board_search' }],
    });
  });
});
