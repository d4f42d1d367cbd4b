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

function findType(model: string): GraphQLObjectType {
  const type = schema.getType(TYPES[model] ?? model);
  if (!isObjectType(type)) throw new Error(`there is no type for ${model}`);
  return type;
}

describe('an archive', () => {
  test('has every model except those listed in NOT_ARCHIVED', () => {
    const models = Object.keys(getDatamodel().datamodel.models);
    const known = [...NOUNS.map(({ model }) => model), ...Object.values(NOT_ARCHIVED).flat()];

    expect(models.sort()).toEqual(known.sort());
  });

  test.each(NOUNS.map((noun) => [noun.type, noun] as const))(
    'has for each %s only fields that the schema shows',
    (_type, noun) => {
      const visible = new Set([
        ...Object.keys(findType(noun.model).getFields()),
        ...(ELSEWHERE[noun.model] ?? []),
      ]);

      const invisible = archivedFields(noun).filter(({ name }) => !visible.has(name));

      expect(invisible.map(({ name }) => name)).toEqual([]);
    },
  );

  test.each(NOUNS.map((noun) => [noun.type, noun] as const))(
    'has bounds for every field of a %s',
    (_type, noun) => {
      expect(() => recordLineSchema(noun)).not.toThrow();
    },
  );

  test('has tombstones for every record that can be hidden or quarantined, except signals, which nothing refers to', () => {
    const marks = ['hiddenAt', 'quarantinedAt'];
    const hideable = NOUNS.filter((noun) => fieldsOf(noun).some(({ name }) => marks.includes(name)));

    const withoutTombstone = hideable.filter(
      ({ tombstoneFields, type }) => !tombstoneFields || !TOMBSTONE_ROWS[type],
    );

    expect(hideable.map(({ type }) => type)).toEqual([
      ...['thread', 'post', 'inquiry', 'answer', 'fact', 'report', 'signal', 'work', 'submission', 'review'],
    ]);
    expect(withoutTombstone.map(({ type }) => type)).toEqual(['signal']);
  });

  test('has times only where the schema has times', () => {
    const fields = NOUNS.flatMap((noun) =>
      archivedFields(noun).map((field) => ({ field, visible: findType(noun.model).getFields()[field.name] })),
    );
    const times = fields.filter(({ field, visible }) => visible && field.type === 'DateTime');

    expect(times.every(({ visible }) => visible && getNamedType(visible.type).name === 'DateTime')).toBe(
      true,
    );
  });
});
