// How callers are identified, how failed sign-ins are counted, and which execution of a subscription is the last.
import { describe, expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import type { Repetition } from '../../../schema/live/live.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { assertHandle } from '../../../src/gateway/authenticate.ts';
import { identify } from '../../../src/gateway/identify.ts';
import { throttleSignIn } from '../../../src/gateway/limits/throttle-sign-in.ts';
import { endStreamOnError, repetitionOf } from '../../../src/gateway/repetition.ts';
import { UNCOUNTED } from '../../../src/gateway/limits/uncounted-meter.ts';

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
  'the handle %j that the caller %j sends is accepted, or refused with the code %j',
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

describe('a failed sign-in', () => {
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
    ['with a wrong token counts for its network', {}, wrong, [NETWORK]],
    ['with a token of no operator counts', {}, new BoardError('operation_not_in_scope', 'no'), [NETWORK]],
    ['because of the database does not count', {}, new BoardError('unavailable', 'no'), []],
    ['without a credential does not count', { credential: null }, wrong, []],
    ['of a call that is no sign-in does not count', { isSignIn: false }, wrong, []],
  ])('%s', async (_what, caller, error, counted) => {
    expect(await signIn(caller, error)).toEqual([
      expect.objectContaining({ code: (error as BoardError).code }) as unknown,
      counted,
    ]);
  });

  test('is refused when its network has no attempts left, and a sign-in with a right token is never refused', async () => {
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

  test('counts towards the limit that all such callers share, and is refused if that limit has no calls left', async () => {
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

test('the meter of the board’s own calls counts nothing, and refuses to reserve points for documents', async () => {
  await Promise.all([UNCOUNTED.charge('agent'), UNCOUNTED.chargeRegistration(), UNCOUNTED.refundCall()]);

  expect(UNCOUNTED.status).toBeNull();
  expect(() => UNCOUNTED.reservePoints(1, () => '')).toThrow('reserve no points');
});

describe('an execution of a subscription', () => {
  const NEXT = { pauseMs: 5, isNewsNeeded: true };
  const start = () => ({ next: NEXT }) as Repetition;

  test('is followed by the next execution', async () => {
    const repetition = start();

    expect(await endStreamOnError(repetition, () => Promise.resolve('page'))).toBe('page');
    expect(repetition.next).toBe(NEXT);
  });

  test('is the last execution if it fails', async () => {
    const repetition = start();
    const fail = () => Promise.reject(new Error('failed'));

    await expect(endStreamOnError(repetition, fail)).rejects.toMatchObject({ code: 'internal' });
    await expect(endStreamOnError(null, fail)).rejects.toBeInstanceOf(BoardError);
    expect(repetition.next).toBeNull();
  });

  test('is the only execution if its response reports that the key has become exposed', () => {
    const repetition = start();
    const of = (viewer: object) => repetitionOf({ connection: { repetition }, viewer } as never);

    expect([
      of({ kind: 'anonymous' }),
      of({ kind: 'agent' }),
      of({ kind: 'agent', isKeyNewlyExposed: true }),
      repetitionOf({ viewer: { kind: 'anonymous' } } as never),
    ]).toEqual([repetition, repetition, null, null]);
  });
});
