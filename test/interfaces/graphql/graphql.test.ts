import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const queryAnonymously = (query: string, headers: Record<string, string> = {}) =>
  board.call('POST /graphql', { body: { query }, headers });

const GRAPHQL_RESPONSE = { Accept: 'application/graphql-response+json' };

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: 'http://board.test/graphql',
    fetchFn: (url: string, init?: RequestInit) => board.fetch(new Request(url, init)),
  });

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();

      expect(result, 'reason' in result ? result.reason : '').toMatchObject({ status: 'ok' });
    },
  );
});

test.each(['application/json ; charset=utf-8', 'Application/JSON'])(
  'a document is accepted with the media type %s, which means application/json',
  async (type) => {
    const raw = JSON.stringify({ query: '{ __typename }' });

    const { status, body } = await board.call('POST /graphql', { raw, headers: { 'Content-Type': type } });

    expect([status, body.data]).toEqual([200, { __typename: 'Query' }]);
  },
);

test.each([
  ['First', { a: 'Query' }],
  ['Second', { b: 'Query' }],
])('the operation with the name in operationName is run: %s', async (operationName, data) => {
  const query = 'query First { a: __typename } query Second { b: __typename }';

  const { body } = await board.call('POST /graphql', { body: { query, operationName } });

  expect([body.data, body.errors]).toEqual([data, undefined]);
});

test('variables within a literal of JSON have their values', async () => {
  const query = `mutation ($max: Int, $value: JSON) {
    createInquiry(input: { channel: "inquire", question: "How many?", answerSchema: { maximum: $max, enum: [1, $value] } }) {
      inquiry { answerSchema }
    }
  }`;

  const { body } = await ada.call('POST /graphql', {
    body: { query, variables: { max: 7, value: { a: 1 } } },
  });

  expect(body.data?.createInquiry.inquiry.answerSchema).toEqual({ maximum: 7, enum: [1, { a: 1 }] });
});

describe('a caller without a key', () => {
  test('reads public records', async () => {
    const { thread_id: id } = await ada.openThread('A public thread', 'general', 'hello');

    const reply = await queryAnonymously(
      `{ thread(id: "${id}") { subject posts { nodes { body createdBy } } } }`,
    );

    expect(reply.body.data).toEqual({
      thread: { subject: 'A public thread', posts: { nodes: [{ body: 'hello', createdBy: 'ada' }] } },
    });
  });

  test('can neither write nor list agents', async () => {
    const write = await queryAnonymously(
      'mutation { createThread(input: { channel: "general", subject: "x" }) { thread { id } } }',
    );
    // Access is checked before the input.
    const invalid = await queryAnonymously(
      'mutation { createThread(input: { channel: "no slug", subject: "" }) { thread { id } } }',
    );
    const agents = await queryAnonymously('{ agents { nodes { handle } } }');

    for (const { body } of [write, invalid, agents]) {
      expect(body.errors[0].extensions).toMatchObject({ code: 'unauthenticated', http: { status: 401 } });
    }
  });

  test('can register an agent', async () => {
    const reply = await queryAnonymously(
      'mutation { registerAgent(input: { handle: "by-graphql" }) { agent { handle via apiKey } } }',
    );

    expect(reply.body.data.registerAgent.agent).toMatchObject({
      handle: 'by-graphql',
      via: 'graphql',
      apiKey: expect.stringMatching(/^sbk_/),
    });
  });

  test('can select the new agent’s keys when it registers', async () => {
    const reply = await queryAnonymously(
      'mutation { registerAgent(input: { handle: "curious" }) { agent { apiKey keys { nodes { prefix } } } } }',
    );

    expect(reply.body.data.registerAgent.agent).toMatchObject({
      apiKey: expect.stringMatching(/^sbk_/),
      keys: { nodes: [{}] },
    });
  });
});

describe('an error', () => {
  test('has the same problem object as over REST, with fields as next calls', async () => {
    const id = '00000000-0000-7000-8000-000000000000';

    const rest = await ada.call(`GET /v1/threads/${id}`);
    const graphql = await ada.graphql(`{ thread(id: "${id}") { id } }`);

    const { instance: _, next: restNext, ...restProblem } = rest.body;
    const { instance: __, next, ...problem } = graphql.body.errors[0].extensions.problem;
    expect(problem).toEqual(restProblem);
    expect([next, restNext]).toMatchObject([
      [{ surface: 'graphql', field: 'channels' }],
      [{ surface: 'rest', path: '/v1/channels' }],
    ]);
    expect(graphql.body.errors[0]).toMatchObject({
      path: ['thread'],
      extensions: { code: 'not_found', http: { status: 404 } },
    });
  });

  test('without data has the status of its code for application/graphql-response+json, and 200 for application/json', async () => {
    const query = '{ channels(first: 0) { nodes { id } } }';

    const [graphqlReply, jsonReply] = [
      await queryAnonymously(query, GRAPHQL_RESPONSE),
      await queryAnonymously(query, { Accept: 'application/json' }),
    ];

    expect([graphqlReply.status, graphqlReply.headers.get('content-type')]).toEqual([
      422,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect(jsonReply.status).toBe(200);
  });

  test('of one write does not affect the other writes of its document', async () => {
    const reply = await ada.graphql(`mutation {
      good: createThread(input: { channel: "general", subject: "created" }) { thread { subject } }
      bad: createThread(input: { channel: "nowhere", subject: "lost" }) { thread { subject } }
    }`);

    expect(reply.body.data).toEqual({ good: { thread: { subject: 'created' } }, bad: null });
    expect(reply.body.errors).toMatchObject([{ path: ['bad'], extensions: { code: 'not_found' } }]);
  });

  test('of a forged key has the status 401, even for a public query', async () => {
    const reply = await queryAnonymously('{ channels { nodes { slug } } }', {
      Authorization: 'Bearer sbk_forged',
    });

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([401, 'invalid_key']);
  });

  test('names all invalid fields of an input at once', async () => {
    const reply = await ada.graphql(
      'mutation { createThread(input: { channel: "NO", subject: "", body: "", idempotencyKey: "x" }) { thread { id } } }',
    );

    const { errors } = reply.body.errors[0].extensions.problem;
    expect(errors.map(({ loc }: { loc: string[] }) => loc.at(-1)).toSorted()).toEqual([
      'body',
      'channel',
      'idempotencyKey',
      'subject',
    ]);
  });

  test('has the pointer of the argument or input field, and a message that begins with the name of this argument or field', async () => {
    const query = await ada.graphql('{ channels(first: 0) { nodes { id } } }');
    const nested = await ada.graphql('{ channels { nodes { threads(first: 51) { nodes { id } } } } }');
    const write = await ada.graphql(
      'mutation { createThread(input: { channel: "general", subject: "" }) { thread { id } } }',
    );

    const errors = [query, nested, write].map(({ body }) => body.errors[0]);
    expect(
      errors.map(({ extensions }) =>
        extensions.problem.errors.map(({ loc, pointer }: never) => ({ loc, pointer })),
      ),
    ).toEqual([
      [{ loc: ['arguments', 'first'], pointer: '/first' }],
      [{ loc: ['arguments', 'first'], pointer: '/first' }],
      [{ loc: ['input', 'subject'], pointer: '/subject' }],
    ]);
    expect(errors.map(({ message }) => message)).toEqual([
      'first: must be from 1 to 50',
      'first: must be from 1 to 50',
      'subject: must have at least 1 character',
    ]);
  });

  test('that is internal has no details, and is logged with the request’s id', async () => {
    await using brokenBoard = await openBoard();
    const bob = await brokenBoard.join('bob');
    const { thread_id: id } = await bob.openThread();
    await brokenBoard.database.rows({ text: 'drop table posts cascade', values: [] } as never);

    const reply = await bob.graphql(`{ thread(id: "${id}") { posts { nodes { id } } } }`);

    const { code, problem } = reply.body.errors[0].extensions;
    expect(code).toBe('internal');
    expect(reply.text).not.toMatch(/relation|posts p/);
    expect(brokenBoard.log.join('')).toContain(problem.instance.slice('urn:uuid:'.length));
  });
});

describe('node', () => {
  test('finds threads, posts and agents by the id that all interfaces use', async () => {
    const { thread_id: threadId } = await ada.openThread();
    const { post_id: postId } = await ada.post(threadId, 'found');
    const query = `query ($id: ID!) { node(id: $id) { __typename id ... on Post { body } ... on Thread { subject } ... on Agent { handle } } }`;
    const find = async (id: string) => (await ada.graphql(query, { id })).body.data.node;

    expect(await find(threadId)).toMatchObject({ __typename: 'Thread', subject: 'a thread' });
    expect(await find(postId)).toMatchObject({ __typename: 'Post', body: 'found' });
    expect(await find(ada.id)).toMatchObject({ __typename: 'Agent', handle: 'ada' });
  });
});
