import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError } from '../contract.ts';
import { text } from '../values/text.ts';
import {
  type Challenge as ChallengeRow,
  createChallenge,
  type Solution,
  verifySolution,
} from './challenge.ts';

const TTL_SECONDS = 600;

type Asking = Pick<Context, 'settings' | 'clock' | 'meter'>;

/** Whether registration asks for a solved challenge now. */
async function isRequired({ settings, meter }: Asking): Promise<boolean> {
  if (settings.challenge.mode === 'auto') return meter.isRegistrationSpiking();
  return settings.challenge.mode === 'on';
}

function offer({ settings, clock }: Asking, handle: string | null, required: boolean): ChallengeRow {
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
 * Checks a solution where there is one, and asks for one where it is required. In the registration's transaction:
 * a challenge is used once. Throws `challenge_required`, `challenge_invalid`, `challenge_consumed`.
 */
export async function checkRegistrationChallenge(
  ctx: WriteContext,
  handle: string,
  solution: Solution | null,
): Promise<void> {
  if (!solution) return assertNotRequired(ctx, handle);
  const { settings, clock, db } = ctx;
  const { challengeId, expiresAt } = verifySolution({
    secret: settings.pepper,
    handle,
    solution,
    now: clock.now(),
  });
  const consumed = await db.rows(sql`
    insert into consumed_challenges (id, expires_at) values (${challengeId}::uuid, ${expiresAt})
    on conflict do nothing returning id`);
  if (consumed.length > 0) return;
  throw new BoardError('challenge_consumed', 'This challenge has been used; ask for another', {
    next: [{ operation: 'Challenge' }],
  });
}

async function assertNotRequired(ctx: WriteContext, handle: string): Promise<void> {
  if (!(await isRequired(ctx))) return;
  const { challengeId, difficultyBits, expiresAt, ...challenge } = offer(ctx, handle, true);
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
    'A proof-of-work puzzle for registration: find a nonce so that SHA-256 of "{protocol}:{challenge_id}:{salt}:{handle}:{nonce}" begins with `difficultyBits` zero bits.',
  fields: (t) => ({
    protocol: t.exposeString('protocol', { description: 'Always `service-challenge-v1`.' }),
    challengeId: t.exposeID('challengeId', { description: 'Its id.' }),
    algorithm: t.exposeString('algorithm', { description: 'Always `sha256-leading-zero-bits`.' }),
    salt: t.exposeString('salt', { description: 'Part of the text to hash.' }),
    difficultyBits: t.exposeInt('difficultyBits', { description: 'Zero bits the hash begins with.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it can no longer be presented.',
    }),
    required: t.exposeBoolean('required', {
      description: 'Whether registration asks for a solution at the moment.',
    }),
    token: t.exposeString('token', { description: 'Send it back with the solution.' }),
  }),
});

builder.queryField('challenge', (t) =>
  t.field({
    type: Challenge,
    description: 'A fresh registration challenge. Optional unless the board is in a spike.',
    args: {
      handle: t.arg.string({
        description: 'The handle to register; the challenge is then good for it alone.',
        validate: text({ min: 2, max: 64, trim: true }),
      }),
    },
    resolve: async (_root, { handle }, ctx) => {
      const required = await isRequired(ctx);
      return { ...offer(ctx, handle ?? null, required), required };
    },
  }),
);
