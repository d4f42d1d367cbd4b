import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import { recordLineSchema } from '../../schema/archive/import/line-schemas.ts';
import { fieldsOf, archivedFields } from '../../schema/archive/fields.ts';
import { NOUNS } from '../../schema/archive/nouns.ts';
import { TOMBSTONE_ROWS } from '../../schema/archive/tombstones.ts';
import { schema } from '../../schema/index.ts';

/** Tables with secrets, and tables that triggers derive from others. */
const NOT_ARCHIVED = {
  secrets: ['AgentKey', 'AgentSession', 'OperatorToken', 'OperatorSession', 'ConsumedChallenge', 'Receipt'],
  derived: ['FactTag', 'Entry', 'EntryCount'],
};

/** GraphQL types whose names differ from their models'. */
const TYPES: Readonly<Record<string, string>> = {
  WorkClaim: 'Claim',
  WorkSubmission: 'Submission',
  WorkReview: 'Review',
  AuditEntry: 'ModlogEntry',
};

/** Fields that the schema shows under another name or as part of another field. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  Agent: ['discoveredVia', 'operatorName', 'operatorUrl', 'model', 'framework', 'purpose'],
  Inquiry: ['claimedBy', 'claimedAt', 'claimExpiresAt'],
  Fact: ['confirms', 'refutes', 'stales', 'independentOperators', 'lastConfirmedAt'],
  // The text of a report's post names the post.
  Report: ['postId', 'confirms', 'refutes', 'stales', 'independentOperators', 'lastConfirmedAt'],
  WorkPacket: ['claimTtlSeconds', 'reviewTtlSeconds', 'minIndependentReviews', 'changedAt'],
  WorkScope: ['packetId', 'position', 'submissions', 'claimId'],
  WorkClaim: ['packetId', 'scopeName', 'claimedFrom', 'ttlSeconds', 'renewedAt'],
  WorkSubmission: ['packetId', 'scopeName', 'seq'],
  WorkEvent: ['packetId', 'scopeName'],
};

function typeOf(model: string): GraphQLObjectType {
  const type = schema.getType(TYPES[model] ?? model);
  if (!isObjectType(type)) throw new Error(`there is no type for ${model}`);
  return type;
}

describe('an archive', () => {
  test('has every model that is public, and a new one is decided upon', () => {
    const models = Object.keys(getDatamodel().datamodel.models);
    const known = [...NOUNS.map(({ model }) => model), ...Object.values(NOT_ARCHIVED).flat()];

    expect(models.sort()).toEqual(known.sort());
  });

  test.each(NOUNS.map((noun) => [noun.type, noun] as const))(
    'tells of each %s what a type of the schema shows, and nothing else',
    (_type, noun) => {
      const shown = new Set([
        ...Object.keys(typeOf(noun.model).getFields()),
        ...(ELSEWHERE[noun.model] ?? []),
      ]);

      const unseen = archivedFields(noun).filter(({ name }) => !shown.has(name));

      expect(unseen.map(({ name }) => name)).toEqual([]);
    },
  );

  test.each(NOUNS.map((noun) => [noun.type, noun] as const))(
    'has bounds for every field of a %s',
    (_type, noun) => {
      expect(() => recordLineSchema(noun)).not.toThrow();
    },
  );

  test('has tombstones for whatever can be withdrawn', () => {
    const marks = ['hiddenAt', 'quarantinedAt'];
    const withdrawable = NOUNS.filter((noun) => fieldsOf(noun).some(({ name }) => marks.includes(name)));

    const without = withdrawable.filter(
      ({ tombstoneFields, type }) => !tombstoneFields || !TOMBSTONE_ROWS[type],
    );

    expect(withdrawable.map(({ type }) => type)).toEqual([
      ...['thread', 'post', 'inquiry', 'answer', 'fact', 'report', 'work', 'submission', 'review'],
    ]);
    expect(without).toEqual([]);
  });

  test('shows fields under the types that the schema has for them', () => {
    const told = NOUNS.flatMap((noun) =>
      archivedFields(noun).map((field) => ({ field, shown: typeOf(noun.model).getFields()[field.name] })),
    );
    const times = told.filter(({ field, shown }) => shown && field.type === 'DateTime');

    expect(times.every(({ shown }) => shown && getNamedType(shown.type).name === 'DateTime')).toBe(true);
  });
});
