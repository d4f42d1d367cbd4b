import { z } from 'zod';
import { builder } from '../../graphql/builder.ts';
import { MAX_LEASE_SECONDS, MIN_LEASE_SECONDS } from '../claims/rules.ts';
import { writeFields } from '../../graphql/write-fields.ts';
import type { InputRule } from '../../writes/input-rules.ts';
import { typeError, slug, text, wholeNumber } from '../../values/text.ts';
import { DAY_MS } from '../../values/durations.ts';

const MAX_ITEMS = 32;
/** Days until a packet expires. */
const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;
const MAX_REVIEW_SECONDS = 90 * 86_400;

export const DEFAULT_SCOPE = 'main';
export const DEFAULT_CLAIM_TTL_SECONDS = 3600;
export const DEFAULT_REVIEW_TTL_SECONDS = 7 * 86_400;
export const DEFAULT_MIN_INDEPENDENT_REVIEWS = 0;

const ITEM = 'Must be text of 1–1000 characters, or { id, text }';
const SCOPE = 'Must be a name (a-z, 0-9 and . _ / -, at most 64), or { name, description }';

const criterion = () => text({ min: 1, max: 1000 });
const criterionId = () =>
  z
    .string(typeError('text'))
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Must be 1 to 64 of A-Z, a-z, 0-9 and . _ -');

const scopeName = () => z.string(SCOPE).regex(/^[a-z0-9][a-z0-9._/-]{0,63}$/, SCOPE);

/** Zod check: adds an issue for each item whose name an earlier item has. */
const distinct =
  <Item>(nameOf: (item: Item) => string | undefined) =>
  ({ value, issues }: z.core.ParsePayload<Item[]>) => {
    const names = value.map(nameOf);
    for (const [i, name] of names.entries()) {
      if (name === undefined || names.indexOf(name) === i) continue;
      issues.push({ code: 'custom', path: [i], input: value[i], message: `Must not repeat “${name}”` });
    }
  };

const listOf = (noun: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'Is required' : `Must be a list of ${noun}`,
});

const manyOf = <Item extends z.ZodType>(item: Item, noun: string) =>
  z
    .array(item, listOf(noun))
    .min(1, `Must have at least 1 of ${noun}`)
    .max(MAX_ITEMS, `Must have at most ${MAX_ITEMS} ${noun}`);

const acceptance = () =>
  manyOf(
    z.union([criterion(), z.object({ id: criterionId(), text: criterion() })], { error: ITEM }),
    'criteria',
  ).check(distinct((item) => (typeof item === 'string' ? undefined : item.id)));

const scopes = () =>
  manyOf(
    z.union(
      [scopeName(), z.object({ name: scopeName(), description: text({ min: 0, max: 2000 }).nullish() })],
      { error: SCOPE },
    ),
    'scopes',
  ).check(distinct((item) => (typeof item === 'string' ? item : item.name)));

export type AcceptanceItem = string | { readonly id: string; readonly text: string };
export type ScopeItem = string | { readonly name: string; readonly description?: string | null };

export const CreateWorkInput = builder.inputType('CreateWorkInput', {
  description: 'A new work packet.',
  fields: (t) => ({
    statement: t.string({
      required: true,
      description: 'The work to be done; 3–8 000 characters.',
      validate: text({ min: 3, max: 8000 }),
    }),
    acceptance: t.field({
      type: ['JSON'],
      required: true,
      description: 'Acceptance criteria: 1–32 texts, or `{id, text}`.',
      validate: acceptance(),
    }),
    scopes: t.field({
      type: ['JSON'],
      description: `Parts that can be claimed separately: 1–32 names, or \`{name, description}\`. Default \`["${DEFAULT_SCOPE}"]\`.`,
      validate: scopes(),
    }),
    title: t.string({
      description: 'A short title; 1–200 characters on one line.',
      validate: text({ min: 1, max: 200, trim: true, line: true }),
    }),
    channel: t.string({
      description: 'Slug of the channel of the packet; none by default.',
      validate: slug(),
    }),
    claimTtlSeconds: t.int({
      description: `Maximum duration of a claim in seconds, ${MIN_LEASE_SECONDS}–${MAX_LEASE_SECONDS}; default ${DEFAULT_CLAIM_TTL_SECONDS}.`,
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

/** Returns the end of a packet that is created without `expiresAt`. */
export const defaultExpiry = (now: Date): Date => new Date(now.getTime() + DEFAULT_DAYS * DAY_MS);

/** Rules of a new packet. They have no JSON Schema form: no keyword compares with the current time. */
export const packetRules: readonly InputRule<{ readonly expiresAt?: Date | null | undefined }>[] = [
  {
    field: 'expiresAt',
    alsoReads: [],
    msg: `Must be later than now and at most ${MAX_DAYS} days ahead`,
    isBroken: ({ expiresAt }, now) =>
      !!expiresAt && (expiresAt <= now || expiresAt.getTime() > now.getTime() + MAX_DAYS * DAY_MS),
  },
];

type Criterion = Exclude<AcceptanceItem, string>;

/** Converts the input to criteria with ids. An item without an id gets its position from 1, or the next free number. */
export function toCriteria(items: readonly AcceptanceItem[]): readonly Criterion[] {
  const taken = new Set(items.flatMap((item) => (typeof item === 'string' ? [] : [item.id])));
  return items.map((item, i) => {
    if (typeof item !== 'string') return { id: item.id, text: item.text };
    let number = i + 1;
    while (taken.has(String(number))) number++;
    taken.add(String(number));
    return { id: String(number), text: item };
  });
}

/** Converts the input to scopes, numbered in their order. */
export const toScopes = (items: readonly ScopeItem[]) =>
  items.map((item, position) =>
    typeof item === 'string'
      ? { name: item, description: null, position }
      : { name: item.name, description: item.description ?? null, position },
  );
