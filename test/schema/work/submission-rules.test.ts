import { describe, expect, test } from 'vitest';
import type { WorkSubmission } from '../../../prisma/client.ts';
import { storedArtifact, wireArtifact } from '../../../schema/work/submissions/artifact.ts';
import {
  assertPending,
  evidenceJson,
  resolveDigest,
  statusAt,
  submissionRules,
  countVisibleIndependentReviews,
} from '../../../schema/work/submissions/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import type { Scope } from '../../../schema/work/packet-state.ts';
import {
  createPacket,
  createScope,
  createSubmission,
  createSubmittedScope,
  inSeconds,
  NOW,
  READ,
  refusal,
  refusalOf,
} from '../../support/records/work-packet.ts';

describe('the digest', () => {
  // The SHA-256 of `x`.
  const digest = 'sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  const other = 'sha256:0000000000000000000000000000000000000000000000000000000000000000';

  test.each([
    ['x', undefined, digest],
    ['x', other, other],
    [{ kind: 'inline', content: 'x' }, undefined, digest],
    [{ kind: 'inline', content: 'x' }, digest, digest],
    [{ kind: 'url', uri: 'http://a.test/' }, other, other],
    [{ kind: 'url', uri: 'http://a.test/' }, null, null],
  ] as const)('of the artifact %j, sent with the digest %s, is %s', (artifact, given, stored) => {
    expect(resolveDigest(artifact as never, given)).toBe(stored);
  });

  test('of inline content must be the SHA-256 of the content', () => {
    expect(refusalOf(() => resolveDigest({ kind: 'inline', content: 'x' } as never, other))).toEqual(
      refusal('digest_mismatch', { expected: digest }, null, [['input.digest', 'value_error']]),
    );
  });

  test.each([
    [{ url: { uri: 'http://a.test/' } }, undefined, 1],
    [{ git: { uri: 'http://a.test/' } }, null, 1],
    [{ url: { uri: 'http://a.test/' } }, other, 0],
    [{ inline: { content: 'x' } }, undefined, 0],
    [{ text: 'x' }, undefined, 0],
  ])(
    'is required only for an artifact that is not stored on the board: %j with the digest %s has %d faults',
    (artifact, given, faults) => {
      const input = { artifact: artifact as never, digest: given };

      const broken = findBrokenRules(submissionRules, { input, now: NOW, invalidFields: new Set() });

      expect(broken.map(({ path, type }) => [path.at(-1), type])).toEqual(
        Array(faults).fill(['digest', 'missing']),
      );
    },
  );
});

test('the rule that requires a digest is also a JSON Schema, for interfaces with a member `kind`', () => {
  expect(JSON.stringify(submissionRules[0]?.schema?.((field) => field))).toMatch(
    /"artifact".*"kind".*"enum":\["url","git"\].*"then".*"digest"/,
  );
});

test.each([
  ['pending', inSeconds(0.001), 'pending'],
  ['pending', NOW, 'lapsed'],
  ['pending', null, 'pending'],
  ['accepted', NOW, 'accepted'],
] as const)(
  'a submission with the stored status %s and the expiry %s is %s',
  (status, expiresAt, expected) => {
    expect(statusAt({ status, expiresAt }, NOW)).toBe(expected);
  },
);

describe('a decision', () => {
  const decideOn = (scope: Scope, id: string) =>
    assertPending(createPacket([scope]), scope, { id, status: 'rejected' } as WorkSubmission);

  test('is refused unless its submission is the pending submission of the scope', () => {
    expect(refusalOf(() => decideOn(createSubmittedScope(), 'submission 1'))).toBeUndefined();
    for (const [scope, id] of [
      [createSubmittedScope(), 'submission 2'],
      [createScope({ submission: createSubmission() }), 'submission 1'],
      [createScope(), 'submission 1'],
    ] as const)
      expect(refusalOf(() => decideOn(scope, id))).toEqual(
        refusal('state_conflict', { current_state: 'rejected' }, READ),
      );
  });
});

test('hidden reviews do not count', () => {
  const submission = { independentReviewCount: 5, hiddenIndependentReviewCount: 2 } as WorkSubmission;

  expect(countVisibleIndependentReviews(submission)).toBe(3);
});

test('evidence is any JSON of at most 16 KiB and 10 levels', () => {
  const isValid = (value: unknown) => evidenceJson().safeParse(value).success;
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  expect([isValid('x'.repeat(16_382)), isValid('x'.repeat(16_383))]).toEqual([true, false]);
  expect([isValid(nested(10)), isValid(nested(11))]).toEqual([true, false]);
});

test.each(['media_type', 'commit'])(
  'null for %s is accepted in a request and refused in an import',
  (name) => {
    const artifact = { kind: 'git', uri: 'https://example.org/loom.git', [name]: null };
    const validators = [wireArtifact.validate, storedArtifact({})];

    expect(validators.map((validator) => validator.safeParse(artifact).success)).toEqual([true, false]);
  },
);
