// How callers are identified, and how calls without a valid credential and failed sign-ins are counted.
import { describe, expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { assertHandle } from '../../../src/gateway/authenticate.ts';
import { identify } from '../../../src/gateway/identify.ts';
import { throttleSignIn } from '../../../src/gateway/limits/throttle-sign-in.ts';

const catchCode = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as BoardError).code;
  }
};

const ADA = { kind: 'agent', agent: { handle: 'Ada' } } as Viewer;

test.each<[string | null | undefined, Viewer, unknown]>([
  ['Ada', ADA, null],
  ['aDA', ADA, null],
  ['bob', ADA, 'handle_mismatch'],
  [null, ADA, 'validation_failed'],
  ['', ADA, 'validation_failed'],
  [undefined, ADA, null],
  [null, { kind: 'anonymous' }, null],
  ['bob', { kind: 'operator' } as Viewer, null],
])(
  'the handle %j that the caller %j sends is refused with the code %j (null: accepted)',
  (handle, viewer, code) => {
    expect(catchCode(() => assertHandle(handle, viewer))).toBe(code);
  },
);

test('a missing handle is reported as an issue of the header X-Agent-Handle', () => {
  expect(() => assertHandle(null, ADA)).toThrow(
    expect.objectContaining({
      message: 'The header X-Agent-Handle is missing',
      issues: [{ path: [], loc: ['header', 'x-agent-handle'], msg: 'Is required', type: 'missing' }],
    }),
  );
});

/** A limiter that records the calls and failed sign-ins that it counts. */
function createLimiter({ isAllowed = true, isOff = false } = {}) {
  const counted: unknown[] = [];
  const status = { policy: 'sign-in', limit: 5, remaining: 0, windowSeconds: 900, resetSeconds: 77 };
  const count = (what: unknown) => {
    counted.push(what);
    return Promise.resolve(isOff ? null : { isAllowed, status });
  };
  return { counted, status, limiter: { countCall: count, countFailedSignIn: count } as never };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.catch((error: unknown) => ({
    code: (error as BoardError).code,
    members: (error as BoardError).members,
  }));

describe('a failed authentication', () => {
  const signIn = (caller: object, error: unknown, { isAllowed = true } = {}) => {
    const { counted, limiter } = createLimiter({ isAllowed });
    const outcome = outcomeOf(
      throttleSignIn(
        limiter,
        { isSignIn: true, credential: 'x', address: '2001:db8:1:2:3::4', ...caller } as never,
        () => (error === null ? Promise.resolve('signed in') : Promise.reject(error as Error)),
      ),
    );
    return outcome.then((result) => [result, counted]);
  };
  const NETWORK = '2001:db8:1:2::/64';
  const wrong = new BoardError('invalid_key', 'no');

  test.each<[string, object, unknown, unknown[]]>([
    ['of a sign-in with a wrong token counts for its network', {}, wrong, [NETWORK]],
    [
      'of a sign-in with a token of no operator counts',
      {},
      new BoardError('operation_not_in_scope', 'no'),
      [NETWORK],
    ],
    ['of a sign-in because of the database does not count', {}, new BoardError('unavailable', 'no'), []],
    ['of a sign-in without a credential does not count', { credential: null }, wrong, []],
    ['of a call that is no sign-in does not count', { isSignIn: false }, wrong, []],
  ])('%s', async (_what, caller, error, counted) => {
    expect(await signIn(caller, error)).toEqual([
      expect.objectContaining({ code: (error as BoardError).code }) as unknown,
      counted,
    ]);
  });

  test('of a sign-in is rate limited when its network has no attempts left, and a sign-in with a right token never is', async () => {
    expect(await signIn({}, wrong, { isAllowed: false })).toEqual([
      { code: 'rate_limited', members: { retry_after: 77, violated_policies: ['sign-in'] } },
      [NETWORK],
    ]);
    expect(await signIn({}, null, { isAllowed: false })).toEqual(['signed in', []]);
  });
});

describe('a call without a valid credential', () => {
  const call = async (policy: 'agent' | 'public', limits: { isAllowed?: boolean; isOff?: boolean } = {}) => {
    const { counted, limiter } = createLimiter(limits);
    const caller = { credential: null, sessionId: null, address: '192.0.2.1' } as never;
    return [await outcomeOf(identify({} as never, limiter, { caller, policy })), counted];
  };

  test('counts towards the limit that all such calls share, and is rate limited if no calls are left', async () => {
    const hit = [{ bucket: 'anon', owner: '*' }];

    expect(await call('agent')).toEqual([
      expect.objectContaining({ code: 'unauthenticated' }) as unknown,
      hit,
    ]);
    expect(await call('agent', { isOff: true })).toEqual([
      expect.objectContaining({ code: 'unauthenticated' }) as unknown,
      hit,
    ]);
    expect(await call('agent', { isAllowed: false })).toEqual([
      { code: 'rate_limited', members: { retry_after: 77, violated_policies: ['sign-in'] } },
      hit,
    ]);
  });

  test('is not counted if the operation needs no credential', async () => {
    expect(await call('public')).toEqual([{ kind: 'anonymous' }, []]);
  });
});
