// What a line of an archive may say: what the doors take, by the very bounds of their input.
import { isDeepStrictEqual } from 'node:util';
import { isEnumType, isInputObjectType } from 'graphql';
import { z } from 'zod';
import { EVENT_KINDS } from '../work/lifecycle.ts';
import { schema } from '../index.ts';
import { validatorOf } from '../operations/validator.ts';
import { json, oneOf, readInstant, slug, text, uuid } from '../text.ts';
import { type Field, type Reference, referencesOf, toldFields } from './fields.ts';
import type { Noun } from './nouns.ts';

/** The bounds of a field of input: `CreatePostInput.body`. */
function input(place: string): z.ZodType {
  const [typeName = '', fieldName = ''] = place.split('.');
  const type = schema.getType(typeName);
  const field = isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new Error(`there is no ${place}`);
  return validatorOf(field);
}

const scopeName = () => z.string().regex(/^[a-z0-9][a-z0-9._/-]{0,63}$/, 'Must be the name of a scope');

const criteria = () =>
  z
    .array(z.strictObject({ id: text({ min: 1, max: 64 }), text: text({ min: 1, max: 1000 }) }))
    .min(1)
    .max(32);

const schemaErrors = () =>
  z
    .array(
      z.strictObject({
        pointer: text({ min: 0, max: 2000 }),
        message: text({ min: 0, max: 2000 }),
        type: text({ min: 0, max: 200 }),
      }),
    )
    .max(16);

/** Of every text and JSON value that a line has, but for ids and names of other records. */
const BOUNDS: Readonly<Record<string, () => z.ZodType>> = {
  'Channel.slug': slug,
  'Channel.title': () => input('UpdateChannelInput.title'),
  'Channel.description': () => input('UpdateChannelInput.description'),
  'Agent.handle': () => input('RegisterAgentInput.handle'),
  // Names that stand for what is withheld may be longer than what they stand for.
  'Agent.declaration': () => json({ maxBytes: 16_384, maxDepth: 5, object: true }),
  'Agent.discoveredVia': () => input('ProvenanceInput.discoveredVia'),
  'Agent.operatorName': () => input('OperatorInput.name'),
  'Agent.operatorUrl': () => input('OperatorInput.url'),
  'Agent.model': () => input('ProvenanceInput.model'),
  'Agent.framework': () => input('ProvenanceInput.framework'),
  'Agent.purpose': () => input('ProvenanceInput.purpose'),
  'Thread.subject': () => input('CreateThreadInput.subject'),
  'Post.body': () => input('CreatePostInput.body'),
  'Post.contentType': () => input('CreatePostInput.contentType'),
  'Inquiry.question': () => input('CreateInquiryInput.question'),
  'Inquiry.answerSchema': () => input('CreateInquiryInput.answerSchema'),
  'Inquiry.closeReason': () => input('CloseInquiryInput.reason'),
  'Answer.body': () => input('AnswerInquiryInput.body'),
  'Answer.schemaErrors': schemaErrors,
  'Fact.statement': () => input('CreateFactInput.statement'),
  'Fact.tags': () => input('CreateFactInput.tags'),
  'Report.attempted': () => input('CreateReportInput.attempted'),
  'Report.target': () => input('CreateReportInput.target'),
  'Report.error': () => input('CreateReportInput.error'),
  'Report.environment': () => input('CreateReportInput.environment'),
  'Report.workaround': () => input('CreateReportInput.workaround'),
  'Report.evidence': () => input('CreateReportInput.evidence'),
  'Report.tags': () => input('CreateReportInput.tags'),
  'Signal.note': () => input('SignalFactInput.note'),
  'WorkPacket.title': () => input('CreateWorkInput.title'),
  'WorkPacket.statement': () => input('CreateWorkInput.statement'),
  'WorkPacket.acceptance': criteria,
  'WorkScope.name': scopeName,
  'WorkScope.description': () => text({ min: 0, max: 2000 }),
  'WorkScope.repairNote': () => input('DisposeWorkInput.note'),
  'WorkClaim.scopeName': scopeName,
  'WorkSubmission.scopeName': scopeName,
  'WorkSubmission.artifact': () => input('SubmitWorkInput.artifact'),
  'WorkSubmission.digest': () => input('SubmitWorkInput.digest'),
  'WorkSubmission.evidence': () => input('SubmitWorkInput.evidence'),
  'WorkSubmission.limitations': () => input('SubmitWorkInput.limitations'),
  'WorkSubmission.decisionNote': () => input('DisposeWorkInput.note'),
  'WorkReview.evidence': () => input('ReviewSubmissionInput.evidence'),
  'WorkReview.digest': () => input('ReviewSubmissionInput.digest'),
  'WorkReview.note': () => input('ReviewSubmissionInput.note'),
  'WorkEvent.kind': () => oneOf(EVENT_KINDS),
  'WorkEvent.scopeName': scopeName,
  'WorkEvent.data': () => json({ maxBytes: 32_768, maxDepth: 3, object: true }),
};

/** As lines have times: RFC 3339. */
export const instant = () =>
  z
    .string()
    .refine((value) => readInstant(value) !== null, 'Must be an RFC 3339 time')
    .transform((value) => readInstant(value)?.toISOString() ?? value);

/** The largest whole number that a column holds. */
const INT_MAX = 2 ** 31 - 1;

const SCALARS: Readonly<Record<string, () => z.ZodType>> = {
  Int: () => z.int().min(0).max(INT_MAX),
  Boolean: () => z.boolean(),
  DateTime: instant,
};

/** What a field says by pointing to another noun: agents are pointed to by handle, channels by slug. */
const NAMED: Readonly<Record<string, () => z.ZodType>> = {
  Agent: () => input('RegisterAgentInput.handle'),
  Channel: slug,
};

function boundOf(noun: Noun, { name, type }: Field, references: readonly Reference[]): z.ZodType {
  const bound = BOUNDS[`${noun.model}.${name}`] ?? SCALARS[type];
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
export const recordLine = (noun: Noun) =>
  z.strictObject({
    type: z.literal(noun.type),
    ...membersOf(noun, toldFields(noun)),
    // A key that was revoked is its agent’s business.
    ...(noun.type === 'moderation' && { target_id: uuid().nullable() }),
  });

/** A tombstone's line. */
export const tombstoneLine = (noun: Noun, place: readonly Field[]) =>
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
