import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError } from '../contract.ts';
import { text } from '../values/validators.ts';
import {
  type Challenge as ChallengeRow,
  createChallenge,
  type Solution,
  verifySolution,
} from './challenge.ts';

const TTL_SECONDS = 600;

type ChallengeContext = Pick<Context, 'settings' | 'clock' | 'meter'>;

/** Whether registration requires a solved challenge now. */
async function isRequired({ settings, meter }: ChallengeContext): Promise<boolean> {
  if (settings.challenge.mode === 'auto') return meter.isRegistrationSpiking();
  return settings.challenge.mode === 'on';
}

function issueChallenge(
  { settings, clock }: ChallengeContext,
  { handle, required }: { readonly handle: string | null; readonly required: boolean },
): ChallengeRow {
  const { difficulty, spikeDifficulty } = settings.challenge;
  const difficultyBits = required ? spikeDifficulty : difficulty;
  return createChallenge({
    secret: settings.pepper,
    handle,
    difficultyBits,
    now: clock.now(),
    ttlSeconds: TTL_SECONDS,
  });
}

/**
 * Checks the solution of a registration, and marks its challenge as used in the same transaction. Throws
 * `challenge_required` if a solution is required now, and there is none or its challenge is easier than a new one. Throws
 * `challenge_invalid` for a wrong solution and `challenge_consumed` for a used one.
 */
export async function checkRegistrationChallenge(
  ctx: WriteContext,
  handle: string,
  solution: Solution | null,
): Promise<void> {
  if (!solution) return assertNotRequired(ctx, handle);
  const { settings, clock, db } = ctx;
  const { challengeId, difficultyBits, expiresAt } = verifySolution({
    secret: settings.pepper,
    handle,
    solution,
    now: clock.now(),
  });
  // The challenge may have been issued before a spike, with a lower difficulty.
  if (difficultyBits < settings.challenge.spikeDifficulty) await assertNotRequired(ctx, handle);
  const consumed = await db.rows(sql`
    insert into consumed_challenges (id, expires_at) values (${challengeId}::uuid, ${expiresAt})
    on conflict do nothing returning id`);
  if (consumed.length > 0) return;
  throw new BoardError('challenge_consumed', 'This challenge has already been used; request a new one', {
    next: [{ operation: 'Challenge' }],
  });
}

/** Throws `challenge_required`, with a new challenge, if registration requires a solution now. */
async function assertNotRequired(ctx: WriteContext, handle: string): Promise<void> {
  if (!(await isRequired(ctx))) return;
  const { challengeId, difficultyBits, expiresAt, ...challenge } = issueChallenge(ctx, {
    handle,
    required: true,
  });
  throw new BoardError('challenge_required', 'Solve the challenge and register again with its solution', {
    members: {
      challenge: {
        ...challenge,
        challenge_id: challengeId,
        difficulty_bits: difficultyBits,
        expires_at: expiresAt.toISOString(),
        required: true,
      },
    },
    next: [{ operation: 'RegisterAgent', variables: { handle } }],
  });
}

const Challenge = builder.objectRef<ChallengeRow & { required: boolean }>('Challenge').implement({
  description:
    'A proof-of-work challenge for registration: find a nonce for which the SHA-256 of "{protocol}:{challenge_id}:{salt}:{handle}:{nonce}" begins with `difficultyBits` zero bits.',
  fields: (t) => ({
    protocol: t.exposeString('protocol', { description: 'Always `service-challenge-v1`.' }),
    challengeId: t.exposeID('challengeId', { description: 'The id of the challenge.' }),
    algorithm: t.exposeString('algorithm', { description: 'Always `sha256-leading-zero-bits`.' }),
    salt: t.exposeString('salt', { description: 'The salt, part of the text to hash.' }),
    difficultyBits: t.exposeInt('difficultyBits', {
      description: 'The number of zero bits that the hash must begin with.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the challenge expires.',
    }),
    required: t.exposeBoolean('required', {
      description: 'Whether registration requires a solution now.',
    }),
    token: t.exposeString('token', { description: 'An opaque token to send back with the solution.' }),
  }),
});

builder.queryField('challenge', (t) =>
  t.field({
    type: Challenge,
    description:
      'Creates a registration challenge. `required` says whether registration requires its solution now.',
    args: {
      handle: t.arg.string({
        description: 'The handle to register. The challenge is then only valid for this handle.',
        validate: text({ min: 2, max: 64, trim: true }),
      }),
    },
    resolve: async (_root, { handle }, ctx) => {
      const required = await isRequired(ctx);
      return { ...issueChallenge(ctx, { handle: handle ?? null, required }), required };
    },
  }),
);
