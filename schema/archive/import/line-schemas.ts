// Validators of the lines of an archive: zod schemas.
import { isDeepStrictEqual } from 'node:util';
import { isEnumType } from 'graphql';
import { z } from 'zod';
import type { ModerationAction } from '../../../prisma/client.ts';
import { schema } from '../../index.ts';
import { TARGET_BY_ACTION } from '../../moderation/rules.ts';
import { oneOf, readInstant, slug, uuid } from '../../values/validators.ts';
import { FIELD_VALIDATORS, inputFieldValidator } from './field-validators.ts';
import { type Field, type Reference, referencesOf, archivedFieldsOf } from '../fields.ts';
import type { ArchivedType, Row } from '../archived-types.ts';

/** Validates an RFC 3339 time and converts it to UTC. */
export const instant = () =>
  z
    .string()
    .refine((value) => readInstant(value) !== null, 'Must be an RFC 3339 time')
    .transform((value) => readInstant(value)?.toISOString() ?? value);

/**
 * Well below the maximum of the columns (2³¹ − 1) and below `MAX_VERSION`, so that imported counters can still be incremented, and
 * callers can send imported versions.
 */
const MAX_COUNTER = 900_000_000;

const SCALARS: Readonly<Record<string, () => z.ZodType>> = {
  Int: () =>
    z
      .int()
      .min(0)
      .max(MAX_COUNTER, { error: ({ input }) => `Must be at most ${MAX_COUNTER} (got ${String(input)})` }),
  Boolean: () => z.boolean(),
  DateTime: instant,
};

/** Validators of foreign keys that are not ids: agents are referenced by handle, channels by slug. */
const NAME_VALIDATORS: Readonly<Record<string, () => z.ZodType>> = {
  Agent: () => inputFieldValidator('RegisterAgentInput.handle'),
  Channel: slug,
};

function validatorOf(
  archivedType: ArchivedType,
  { name, type }: Field,
  references: readonly Reference[],
): z.ZodType {
  const validator = FIELD_VALIDATORS[`${archivedType.model}.${name}`] ?? SCALARS[type];
  if (validator) return validator();
  const reference = references.find(({ fields }) => fields.length === 1 && fields[0] === name);
  const named = reference && NAME_VALIDATORS[reference.model];
  if (named) return named();
  if (name === 'id' || name.endsWith('Id')) return uuid();
  const enumType = schema.getType(type);
  if (isEnumType(enumType)) return oneOf(enumType.getValues().map((value) => value.name));
  throw new Error(`${archivedType.model}.${name} has no validator for archives`);
}

/**
 * Accepts a value only if the board would store it unchanged, apart from surrounding white space. Does not change it.
 */
const asStored = (validator: z.ZodType) =>
  z.unknown().superRefine((value, ctx) => {
    const { data, error } = validator.safeParse(value);
    for (const { path, message } of error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message });
    if (error || isDeepStrictEqual(data, value)) return;
    if (typeof value === 'string' && value.trim() === data) return;
    ctx.addIssue({
      code: 'custom',
      message: 'Must be in the form that the board stores: NFC, unique tags, lower-case ids',
    });
  });

/** A nullable member may be absent: its field may be newer than the archive. */
const memberOf = (archivedType: ArchivedType, field: Field, references: readonly Reference[]) => {
  const validator =
    field.type === 'DateTime' ? instant() : asStored(validatorOf(archivedType, field, references));
  return field.isNullable ? validator.nullish().transform((value) => value ?? null) : validator;
};

/** Returns the validators of fields, by the names of their members. */
function membersOf(archivedType: ArchivedType, fields: readonly Field[]) {
  const references = referencesOf(archivedType);
  return Object.fromEntries(fields.map((field) => [field.column, memberOf(archivedType, field, references)]));
}

/** Returns the schema of the lines of public records. */
export function recordLineSchema(archivedType: ArchivedType) {
  const members = {
    type: z.literal(archivedType.name),
    ...membersOf(archivedType, archivedFieldsOf(archivedType)),
  };
  // The public log leaves out the id of a revoked key.
  if (archivedType.name === 'moderation')
    return z.strictObject({ ...members, target_id: uuid().nullable() }).superRefine(checkTarget);
  return z.strictObject(members);
}

/** Adds an issue if the target type does not belong to the action. */
function checkTarget(members: Row, ctx: z.RefinementCtx): void {
  const { action, target_type: type } = members as { action: ModerationAction; target_type: unknown };
  const message = `Must be “${TARGET_BY_ACTION[action]}” for ${action}`;
  if (type !== TARGET_BY_ACTION[action]) ctx.addIssue({ code: 'custom', path: ['target_type'], message });
}

/** Returns the schema of the tombstones of hidden records. */
export const tombstoneLineSchema = (archivedType: ArchivedType, fields: readonly Field[]) =>
  z.strictObject({
    type: z.literal('tombstone'),
    of: z.literal(archivedType.name),
    id: uuid(),
    at: instant(),
    reason: oneOf(moderationReasons()).nullable(),
    ...membersOf(archivedType, fields),
  });

function moderationReasons(): readonly string[] {
  const type = schema.getType('ModerationReason');
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}
