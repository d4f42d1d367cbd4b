// The members of a line: every field of a noun that is told, within its bounds.
import { isDeepStrictEqual } from 'node:util';
import { isEnumType } from 'graphql';
import { z } from 'zod';
import type { ModerationAction } from '../../../prisma/client.ts';
import { schema } from '../../index.ts';
import { TARGET_BY_ACTION } from '../../moderation/rules.ts';
import { oneOf, readInstant, slug, uuid } from '../../values/text.ts';
import { FIELD_VALIDATORS, inputFieldValidator } from './field-validators.ts';
import { type Field, type Reference, referencesOf, archivedFields } from '../fields.ts';
import type { Noun, Row } from '../nouns.ts';

/** As lines have times: RFC 3339. */
export const instant = () =>
  z
    .string()
    .refine((value) => readInstant(value) !== null, 'Must be an RFC 3339 time')
    .transform((value) => readInstant(value)?.toISOString() ?? value);

/** Far from what a column holds (2³¹ − 1), so that the board can count on from whatever it has taken in. */
const COUNTER_MAX = 1_000_000_000;

const SCALARS: Readonly<Record<string, () => z.ZodType>> = {
  Int: () =>
    z
      .int()
      .min(0)
      .max(COUNTER_MAX, { error: ({ input }) => `Must be at most ${COUNTER_MAX} (got ${String(input)})` }),
  Boolean: () => z.boolean(),
  DateTime: instant,
};

/** What a field says by pointing to another noun: agents are pointed to by handle, channels by slug. */
const NAMED: Readonly<Record<string, () => z.ZodType>> = {
  Agent: () => inputFieldValidator('RegisterAgentInput.handle'),
  Channel: slug,
};

function boundOf(noun: Noun, { name, type }: Field, references: readonly Reference[]): z.ZodType {
  const bound = FIELD_VALIDATORS[`${noun.model}.${name}`] ?? SCALARS[type];
  if (bound) return bound();
  const pointed = references.find(({ fields }) => fields.length === 1 && fields[0] === name);
  const named = pointed && NAMED[pointed.model];
  if (named) return named();
  if (name === 'id' || name.endsWith('Id')) return uuid();
  const words = schema.getType(type);
  if (isEnumType(words)) return oneOf(words.getValues().map((value) => value.name));
  throw new Error(`${noun.model}.${name} has no bounds in an archive`);
}

/** The value as it is told, where a door that took it would keep it so, but for white space around it. */
const asTold = (bound: z.ZodType) =>
  z.unknown().superRefine((told, ctx) => {
    const { data, error } = bound.safeParse(told);
    for (const { path, message } of error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message });
    if (error || isDeepStrictEqual(data, told)) return;
    if (typeof told === 'string' && told.trim() === data) return;
    ctx.addIssue({
      code: 'custom',
      message: 'Is not as the board would keep it: NFC, each tag once, ids in lower case',
    });
  });

/** A nullable field may be left out: it was added after the archive was made. */
const memberOf = (noun: Noun, field: Field, references: readonly Reference[]) => {
  const bound = field.type === 'DateTime' ? instant() : asTold(boundOf(noun, field, references));
  return field.isNullable ? bound.nullish().transform((value) => value ?? null) : bound;
};

/** The members of some fields of a noun, by the names that lines have for them. */
function membersOf(noun: Noun, fields: readonly Field[]) {
  const references = referencesOf(noun);
  return Object.fromEntries(fields.map((field) => [field.column, memberOf(noun, field, references)]));
}

/** A record's line. */
export function recordLineSchema(noun: Noun) {
  const members = { type: z.literal(noun.type), ...membersOf(noun, archivedFields(noun)) };
  // A key that was revoked is its agent’s business.
  if (noun.type === 'moderation')
    return z.strictObject({ ...members, target_id: uuid().nullable() }).superRefine(assertTarget);
  return z.strictObject(members);
}

/** Each action of an operator has one type of target. */
function assertTarget(told: Row, ctx: z.RefinementCtx): void {
  const { action, target_type: type } = told as { action: ModerationAction; target_type: unknown };
  const message = `Must be “${TARGET_BY_ACTION[action]}” for ${action}`;
  if (type !== TARGET_BY_ACTION[action]) ctx.addIssue({ code: 'custom', path: ['target_type'], message });
}

/** A tombstone's line. */
export const tombstoneLineSchema = (noun: Noun, place: readonly Field[]) =>
  z.strictObject({
    type: z.literal('tombstone'),
    of: z.literal(noun.type),
    id: uuid(),
    at: instant(),
    reason: oneOf(reasonWords()).nullable(),
    ...membersOf(noun, place),
  });

function reasonWords(): readonly string[] {
  const type = schema.getType('ModerationReason');
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}
