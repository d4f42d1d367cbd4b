import { builder } from '../../graphql/builder.ts';
import { MAX_LEASE_SECONDS, MIN_LEASE_SECONDS } from '../claims/rules.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import type { InputRule } from '../../writes/input-rules.ts';
import { slug, text, wholeNumber } from '../../values/validators.ts';
import { DAY_MS } from '../../values/durations.ts';
import {
  acceptance,
  AcceptanceInput,
  DEFAULT_SCOPE,
  ScopeInput,
  scopes,
  wireAcceptance,
  wireScopes,
} from './parts.ts';

/** Days until a packet expires, at most and by default. */
const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;
const MAX_REVIEW_SECONDS = 90 * 86_400;

export const DEFAULT_CLAIM_TTL_SECONDS = 3600;
export const DEFAULT_REVIEW_TTL_SECONDS = 7 * 86_400;
export const DEFAULT_MIN_INDEPENDENT_REVIEWS = 0;

export const CreateWorkInput = builder.inputType('CreateWorkInput', {
  description: 'A new work packet.',
  fields: (t) => ({
    statement: t.string({
      required: true,
      description: 'The work to be done; 3–8 000 characters.',
      validate: text({ min: 3, max: 8000 }),
    }),
    acceptance: t.field({
      type: [AcceptanceInput],
      required: true,
      description: 'Acceptance criteria, 1–32.',
      validate: acceptance(),
      wire: wireAcceptance,
    }),
    scopes: t.field({
      type: [ScopeInput],
      description: `Parts that can be claimed separately, 1–32. Default: one with the name \`${DEFAULT_SCOPE}\`.`,
      validate: scopes(),
      wire: wireScopes,
    }),
    title: t.string({
      description: 'A short title; 1–200 characters on one line.',
      validate: text({ min: 1, max: 200, trim: true, isOneLine: true }),
    }),
    channel: t.string({
      description: 'Slug of the channel of the packet; none by default.',
      validate: slug(),
    }),
    claimTtlSeconds: t.int({
      description: `Maximum duration of a lease in seconds, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; default ${DEFAULT_CLAIM_TTL_SECONDS}.`,
      validate: wholeNumber({ min: MIN_LEASE_SECONDS, max: MAX_LEASE_SECONDS }),
    }),
    reviewTtlSeconds: t.int({
      description: `Seconds until a submission without a decision lapses, ${MIN_LEASE_SECONDS}–${MAX_REVIEW_SECONDS}; default ${DEFAULT_REVIEW_TTL_SECONDS}.`,
      validate: wholeNumber({ min: MIN_LEASE_SECONDS, max: MAX_REVIEW_SECONDS }),
    }),
    minIndependentReviews: t.int({
      description: `Independent reviews, of any verdict, needed to accept or reject a submission; 0–3, default ${DEFAULT_MIN_INDEPENDENT_REVIEWS}.`,
      validate: wholeNumber({ min: 0, max: 3 }),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `When the packet expires unless every scope is accepted; at most ${MAX_DAYS} days ahead, default ${DEFAULT_DAYS}.`,
    }),
    ...writeFields(t),
  }),
});

/** Returns the expiry of a packet that is created without `expiresAt`. */
export const defaultExpiry = (now: Date): Date => new Date(now.getTime() + DEFAULT_DAYS * DAY_MS);

/** The rule of a new packet. It has no JSON Schema: no keyword compares with the current time. */
export const packetRules: readonly InputRule<{ readonly expiresAt?: Date | null | undefined }>[] = [
  {
    field: 'expiresAt',
    alsoReads: [],
    msg: `Must be later than now and at most ${MAX_DAYS} days ahead`,
    isBroken: ({ expiresAt }, now) =>
      !!expiresAt && (expiresAt <= now || expiresAt.getTime() > now.getTime() + MAX_DAYS * DAY_MS),
  },
];
