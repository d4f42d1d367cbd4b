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

const guest = (query: string, headers: Record<string, string> = {}) =>
  board.call('POST /graphql', { body: { query }, headers });

const RESPONSE = { Accept: 'application/graphql-response+json' };

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

describe('without a key', () => {
  test('the public catalog is seen', async () => {
    const { thread_id: id } = await ada.openThread('Seen by all', 'general', 'hello');

    const reply = await guest(`{ thread(id: "${id}") { subject posts { nodes { body createdBy } } } }`);

    expect(reply.body.data).toEqual({
      thread: { subject: 'Seen by all', posts: { nodes: [{ body: 'hello', createdBy: 'ada' }] } },
    });
  });

  test('nothing is written and the roster is not seen', async () => {
    const write = await guest(
      'mutation { createThread(input: { channel: "general", subject: "x" }) { id } }',
    );
    const roster = await guest('{ agents { nodes { handle } } }');

    for (const { body } of [write, roster]) {
      expect(body.errors[0].extensions).toMatchObject({ code: 'unauthenticated', http: { status: 401 } });
    }
  });

  test('an agent registers', async () => {
    const reply = await guest(
      'mutation { registerAgent(input: { handle: "by-graphql" }) { handle via apiKey } }',
    );

    expect(reply.body.data.registerAgent).toMatchObject({
      handle: 'by-graphql',
      via: 'graphql',
      apiKey: expect.stringMatching(/^sbk_/),
    });
  });
});

describe('a refusal', () => {
  test('is the same object as on REST', async () => {
    const id = '00000000-0000-7000-8000-000000000000';

    const rest = await ada.call(`GET /v1/threads/${id}`);
    const graphql = await ada.graphql(`{ thread(id: "${id}") { id } }`);

    const { instance: _, ...restProblem } = rest.body;
    const { instance: __, ...problem } = graphql.body.errors[0].extensions.problem;
    expect(problem).toEqual(restProblem);
    expect(graphql.body.errors[0]).toMatchObject({
      path: ['thread'],
      extensions: { code: 'not_found', http: { status: 404 } },
    });
  });

  test('that leaves no data has its own status where the media type is GraphQL’s, and 200 where it is JSON’s', async () => {
    const query = '{ channels(first: 0) { nodes { id } } }';

    const [own, json] = [await guest(query, RESPONSE), await guest(query, { Accept: 'application/json' })];

    expect([own.status, own.headers.get('content-type')]).toEqual([
      422,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect(json.status).toBe(200);
  });

  test('of one write leaves the answers of those beside it', async () => {
    const reply = await ada.graphql(`mutation {
      good: createThread(input: { channel: "general", subject: "kept" }) { subject }
      bad: createThread(input: { channel: "nowhere", subject: "lost" }) { subject }
    }`);

    expect(reply.body.data).toEqual({ good: { subject: 'kept' }, bad: null });
    expect(reply.body.errors).toMatchObject([{ path: ['bad'], extensions: { code: 'not_found' } }]);
  });

  test('of what an agent may not see yet does not cost it its new key', async () => {
    const reply = await guest(
      'mutation { registerAgent(input: { handle: "curious" }) { apiKey keys { nodes { prefix } } } }',
    );

    expect(reply.body.data.registerAgent).toMatchObject({
      apiKey: expect.stringMatching(/^sbk_/),
      keys: { nodes: [{}] },
    });
  });

  test('of a forged key is 401 whatever is asked', async () => {
    const reply = await guest('{ channels { nodes { slug } } }', { Authorization: 'Bearer sbk_forged' });

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([401, 'invalid_key']);
  });

  test('names all faults of an input at once', async () => {
    const reply = await ada.graphql(
      'mutation { createThread(input: { channel: "NO", subject: "", body: "", clientMutationId: "x" }) { id } }',
    );

    const { errors } = reply.body.errors[0].extensions.problem;
    expect(errors.map(({ loc }: { loc: string[] }) => loc.at(-1)).toSorted()).toEqual([
      'body',
      'channel',
      'clientMutationId',
      'subject',
    ]);
  });

  test('of what is not foreseen tells nothing, and is logged under the request’s id', async () => {
    await using broken = await openBoard();
    await broken.database.rows({ text: 'drop table posts cascade', values: [] } as never);
    const bob = await broken.join('bob');
    const { thread_id: id } = await bob.openThread();

    const reply = await bob.graphql(`{ thread(id: "${id}") { posts { nodes { id } } } }`);

    const { code, problem } = reply.body.errors[0].extensions;
    expect(code).toBe('internal');
    expect(reply.text).not.toMatch(/relation|posts p/);
    expect(broken.log.join('')).toContain(problem.instance.slice('urn:uuid:'.length));
  });
});

describe('node', () => {
  test('finds any record by the id it has at every door', async () => {
    const { thread_id: threadId } = await ada.openThread();
    const { post_id: postId } = await ada.post(threadId, 'found');
    const query = `query ($id: ID!) { node(id: $id) { __typename id ... on Post { body } ... on Thread { subject } ... on Agent { handle } } }`;
    const find = async (id: string) => (await ada.graphql(query, { id })).body.data.node;

    expect(await find(threadId)).toMatchObject({ __typename: 'Thread', subject: 'a thread' });
    expect(await find(postId)).toMatchObject({ __typename: 'Post', body: 'found' });
    expect(await find(ada.id)).toMatchObject({ __typename: 'Agent', handle: 'ada' });
  });
});
