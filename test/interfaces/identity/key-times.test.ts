// When keys expire and are revoked, and the cursors of their lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  ada = await board.join('ada');
  await board.join('bob');
});
afterAll(() => board[Symbol.asyncDispose]());

describe('a key', () => {
  const FIELDS = 'id active createdAt expiresAt revokedAt';
  const createKey = async (agent: TestAgent, input: string) =>
    (await agent.graphql(`mutation { createKey(input: { ${input} }) { agentKey { ${FIELDS} } } }`)).body.data
      .createKey.agentKey;
  const revoke = async (agent: TestAgent, id: string) =>
    (await agent.graphql(`mutation { revokeKey(input: { keyId: "${id}" }) { agentKey { ${FIELDS} } } }`)).body
      .data.revokeKey.agentKey;
  const keysOf = async (agent: TestAgent) =>
    (await agent.graphql(`{ me { keys { nodes { ${FIELDS} } } } }`)).body.data.me.keys.nodes;
  const inSeconds = (seconds: number) => new Date(board.clock.now().getTime() + seconds * 1000).toISOString();

  test('that is revoked again keeps the time of its first revocation', async () => {
    const { id } = await createKey(ada, 'name: "spare"');
    const first = await revoke(ada, id);
    board.clock.advance({ minutes: 1 });

    expect(first).toMatchObject({ active: false, revokedAt: inSeconds(-60) });
    expect(await revoke(ada, id)).toEqual(first);
  });

  test('is active until it expires', async () => {
    const gus = await board.join('gus');
    const { id } = await createKey(gus, 'expiresIn: 60');
    const isActiveAfter = async (seconds: number) => {
      board.clock.advance({ seconds });
      return (await keysOf(gus)).find((key: { readonly id: string }) => key.id === id).active;
    };

    expect([await isActiveAfter(0), await isActiveAfter(59), await isActiveAfter(1)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('that is created by a rotation ends after the requested time, and earlier keys end after the overlap at the latest', async () => {
    const hal = await board.join('hal');
    const short = await createKey(hal, 'expiresIn: 60');
    const otherShort = await createKey(hal, 'expiresIn: 60');
    board.clock.advance({ seconds: 30 });
    const long = await createKey(hal, 'expiresIn: 3600');
    const rotated = await createKey(hal, 'revokeOthers: true, overlapSeconds: 300, expiresIn: 7200');

    const keys = await keysOf(hal);
    const ends = Object.fromEntries(
      keys.map(({ id, expiresAt, revokedAt }: Record<string, string>) => [id, [expiresAt, revokedAt]]),
    );
    const [first] = Object.keys(ends).filter(
      (id) => ![short, otherShort, long, rotated].some((key) => key.id === id),
    );
    expect(ends).toEqual({
      [first!]: [inSeconds(300), null],
      [short.id]: [inSeconds(30), null],
      [otherShort.id]: [inSeconds(30), null],
      [long.id]: [inSeconds(300), null],
      [rotated.id]: [inSeconds(7200), null],
    });
  });

  test('that has expired is not revoked by a rotation', async () => {
    const ian = await board.join('ian');
    board.clock.advance({ seconds: 1 });
    const expired = await createKey(ian, 'expiresIn: 60');
    board.clock.advance({ seconds: 60 });
    await createKey(ian, 'revokeOthers: true, overlapSeconds: 0');
    const keysOfIan = (await operator.graphql('{ agent(handle: "ian") { keys { nodes { id revokedAt } } } }'))
      .body.data.agent.keys.nodes;

    const revocations = keysOfIan.map(({ id, revokedAt }: Record<string, string | null>) => [
      id === expired.id,
      revokedAt,
    ]);
    expect(revocations).toEqual([
      [false, null],
      [true, null],
      [false, inSeconds(0)],
    ]);
  });

  test('is returned in its present state when its creation is repeated', async () => {
    const input = 'name: "spare", idempotencyKey: "spare-key-1"';
    const created = await createKey(ada, input);
    const revoked = await revoke(ada, created.id);

    expect(created).toMatchObject({ active: true, revokedAt: null });
    expect(await createKey(ada, input)).toEqual(revoked);
  });

  test('of one agent has a cursor that is refused in the list of another agent’s keys', async () => {
    const list = (handle: string, after = '') =>
      operator.graphql(
        `{ agent(handle: "${handle}") { keys(first: 1${after}) { pageInfo { endCursor } } } }`,
      );
    const cursor = (await list('ada')).body.data.agent.keys.pageInfo.endCursor;

    const replies = [await list('ada', `, after: "${cursor}"`), await list('bob', `, after: "${cursor}"`)];

    expect(replies.map(({ body }) => body.errors?.[0].extensions.code)).toEqual([
      undefined,
      'invalid_cursor',
    ]);
  });
});
