import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
  readAudit,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
});

afterAll(() => board[Symbol.asyncDispose]());

const patch = (body: object, headers: Record<string, string> = {}) =>
  operator.call('PATCH /admin/board/channels/general', { body, headers });

const read = async (): Promise<{ readonly version: number }> =>
  (await operator.call('GET /admin/board/channels')).body.find(({ slug }: Body) => slug === 'general');

const ifMatch = (tag: string) => ({ 'If-Match': tag });

describe('an update of a channel', () => {
  test('with the current version is accepted, and returns the new version', async () => {
    const { version } = await read();

    const first = await patch({ title: 'One' }, ifMatch(`"${version}"`));
    const second = await patch({ title: 'Two', version: version + 1 });
    const third = await patch({ title: 'Three' }, ifMatch(second.headers.get('etag') ?? ''));

    expect([first, second, third].map(({ status, body }) => [status, body.version])).toEqual([
      [200, version + 1],
      [200, version + 2],
      [200, version + 3],
    ]);
    expect(third.headers.get('etag')).toBe(`"${version + 3}"`);
  });

  test.each([
    ['an older version', async () => ifMatch(`"${(await read()).version - 1}"`)],
    ['a later version', async () => ifMatch(`"${(await read()).version + 1}"`)],
    ['a tag that is not a version', () => ifMatch('"abc"')],
    ['a malformed tag', () => ifMatch('abc')],
  ])('is refused with %s', async (_title, headers) => {
    const before = await read();
    const entryCount = (await readAudit(board)).length;

    const { status, body } = await patch({ title: 'Never' }, await headers());

    expect([status, body.code, body.current_version]).toEqual([412, 'precondition_failed', before.version]);
    expect(await read()).toEqual(before);
    expect(await readAudit(board)).toHaveLength(entryCount);
  });

  test('with an older version is refused over GraphQL with the same code as over REST', async () => {
    const { version } = await read();

    const { body } = await operator.graphql(
      `mutation { updateChannel(input: { slug: "general", title: "Never", version: ${version - 1} }) { channel { title } } }`,
    );

    expect(body.errors[0].extensions).toMatchObject({
      code: 'precondition_failed',
      problem: { status: 412, current_version: version, next: [{ field: 'channels' }] },
    });
  });

  test('is accepted with `*` and without a tag, and is not_found for an unknown channel', async () => {
    const [anyTag, noTag, unknown] = [
      await patch({ title: 'Any' }, ifMatch('*')),
      await patch({ title: 'None' }),
      await operator.call('PATCH /admin/board/channels/nowhere', {
        body: { title: 'x' },
        headers: ifMatch('"1"'),
      }),
    ];

    expect([anyTag, noTag, unknown].map(({ status }) => status)).toEqual([200, 200, 404]);
  });

  test('succeeds once for concurrent requests with the same version', async () => {
    const { version } = await read();

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => patch({ title: `At once ${i}` }, ifMatch(`"${version}"`))),
    );

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });

  test.each([
    ['POST /v1/work/00000000-0000-7000-8000-000000000000/claims', ': send `version` in the body'],
    ['POST /v1/facts', ''],
    ['DELETE /v1/agents/me/keys/00000000-0000-7000-8000-000000000000', ''],
  ])('supports If-Match, unlike %s, which refuses every value but `*`', async (request, hint) => {
    const ada = await board.join(`conditional-${request.length}`);
    const call = (tag: string) =>
      ada.call(request, { ...(request.startsWith('POST') && { body: {} }), headers: ifMatch(tag) });

    const [refused, any] = [await call('"1"'), await call('*')];

    expect([refused.status, refused.body.errors[0].loc]).toEqual([422, ['header', 'if-match']]);
    expect(refused.body.errors[0].msg).toBe(`Is not supported here${hint}`);
    expect(any.text).not.toContain('if-match');
  });

  test('has the If-Match parameter in the OpenAPI description', async () => {
    const { body } = await board.call('GET /openapi.json');

    const { parameters } = body.paths['/admin/board/channels/{slug}'].patch;
    const refs = parameters.map(({ $ref }: Body) => $ref);
    expect(refs).toContain('#/components/parameters/IfMatch');
  });
});
