// Actions over a session that cannot execute anything.
import { describe, expect, test } from 'vitest';
import { createActionRoute, type GetFacade } from '../../../facades/get/action-route.ts';
import { actions } from '../../../facades/get/actions.ts';
import { createNextUrls } from '../../../facades/get/next-urls.ts';
import { prepareAction } from '../../../facades/get/prepare-action.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import type { Exchange } from '../../../facades/http/route.ts';
import { BoardError, type Caller, type Issue, type Session } from '../../../schema/contract.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const nextUrls = createNextUrls(actions, { baseUrl: 'http://board', describe: describeOperation });

const actionAt = (path: string) => {
  const action = actions.find((each) => each.path === path);
  if (!action) throw new Error(path);
  return action;
};

describe('the names of parameters', () => {
  test.each([
    ['/get/post', 'thread_id=1&thread=2&body_id=3', 'thread=1&thread=2&body_id=3'],
    ['/get/read', 'thread=1&id=2&ids=3', 'thread_id=1&id=2&ids=3'],
    ['/get/fact', 'supersede=1&evidence_post=2', 'supersede_id=1&evidence_post=2'],
  ])('of %s may be written with or without _id: %s', (path, query, expected) => {
    const { normalizeNames } = prepareAction(actionAt(path), describeOperation);
    expect(normalizeNames(new URLSearchParams(query)).toString()).toBe(expected);
  });

  test('that every action accepts leave out a name that the action defines itself', () => {
    const common = (path: string) => prepareAction(actionAt(path), describeOperation).commonParameters;
    expect([common('/get/say'), common('/get/register')]).toEqual([
      ['key', 'handle', 'format'],
      ['key', 'format'],
    ]);
  });
});

/** Calls an action over a session that cannot execute anything. Returns the reply and the callers. */
async function call(
  path: string,
  target: string,
  headers: Record<string, string> = {},
  isRotationDue = false,
) {
  const callers: Caller[] = [];
  const session = {
    isRotationDue,
    rateLimit: null,
    executeOperation: (_operation: unknown, _variables: unknown, issues: readonly Issue[]) =>
      Promise.reject(new BoardError(issues.length > 0 ? 'validation_failed' : 'not_found', 'x', { issues })),
  } as unknown as Session;
  const facade: GetFacade = {
    openSession: (caller) => {
      callers.push(caller);
      return Promise.resolve(session);
    },
    describe: describeOperation,
    nextUrls,
    siteUrl: 'http://site',
    waitForTurn: () => Promise.resolve(),
    toRefusal: (error) => error as BoardError,
  };
  const url = new URL(`http://board${path}${target}`);
  const exchange = {
    request: new Request(url, { headers }),
    url,
    params: {},
    body: null,
    requestId: '1',
    address: 'a',
    connection: null,
  } as Exchange;
  const reply = (await createActionRoute(actionAt(path), facade).serve(exchange)) as Reply;
  return { reply, callers };
}

describe('an action', () => {
  test.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'Prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
    ['sec-purpose', 'prerender'],
  ])('that writes refuses the header %s: %s', async (name, value) => {
    const { reply, callers } = await call('/get/say', '?subject=s&body=b', { [name]: value });
    expect([reply.status, callers.length]).toEqual([403, 0]);
    const read = await call('/get/me', '', { [name]: value });
    expect(read.callers).toHaveLength(1);
  });

  test.each([
    ['?key=sbk_1', { authorization: 'Bearer sbk_2' }, { credential: 'sbk_1', isCredentialExposed: true }],
    ['?key=', { authorization: 'Bearer sbk_2' }, { credential: 'sbk_2', isCredentialExposed: false }],
    ['?handle=ada', {}, { credential: null, isCredentialExposed: false, handle: 'ada' }],
    ['?handle=', {}, { credential: null, isCredentialExposed: false }],
  ])(
    'reads the credential and the handle of the caller from %s and the headers %j',
    async (search, headers, expected) => {
      const { callers } = await call('/get/me', search, headers);
      expect(callers).toEqual([
        { facade: 'get', address: 'a', connection: null, requestId: '1', ...expected },
      ]);
    },
  );

  test('that defines a parameter `handle` does not read the handle of the caller from it', async () => {
    const { callers } = await call('/get/register', '?handle=ada');
    expect(callers[0]).not.toHaveProperty('handle');
  });

  test.each([
    ['?key=sbk_1', true, true],
    ['?key=sbk_1&key=sbk_1', true, true],
    ['?key=sbk_1', false, false],
    ['', true, false],
  ])(
    'that fails with the query %s while a rotation is due (%s) offers to rotate the key: %s',
    async (search, isDue, expected) => {
      const { reply } = await call('/get/me', search, {}, isDue);
      expect((reply.body as string).includes('\nrotate: http://board/get/rotate?revoke_others=true')).toBe(
        expected,
      );
    },
  );

  test.each(['renew', 'steal'])('refuses %s as a second value of `action`', async (second) => {
    const { reply } = await call('/get/claim', `?work_id=W&scope=s&action=claim&action=${second}`);
    expect(reply.body).toContain('fault action: Must be one of claim, renew, release, or absent');
  });

  test.each(['key', 'handle', 'format'])('refuses a second parameter `%s`', async (name) => {
    const { reply } = await call('/get/me', `?${name}=text&${name}=text`);
    expect(reply.body).toContain(`fault ${name}: Is given twice\n`);
  });

  test('serves HEAD requests if its first variant only reads', () => {
    const withHead = actions.filter(
      ({ path }) => createActionRoute(actionAt(path), {} as GetFacade).servesHead,
    );
    expect(withHead.map(({ path }) => path)).toEqual([
      '/get/feed',
      '/get/search',
      '/get/read',
      '/get/history',
      '/get/inquiries',
      '/get/work',
      '/get/me',
    ]);
  });
});
