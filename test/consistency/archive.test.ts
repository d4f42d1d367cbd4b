import { getNamedType, type GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import { recordLineSchema } from '../../schema/archive/import/line-schemas.ts';
import { fieldsOf, archivedFieldsOf } from '../../schema/archive/fields.ts';
import { ARCHIVED_TYPES } from '../../schema/archive/archived-types.ts';
import { TOMBSTONE_ROWS } from '../../schema/archive/tombstones.ts';
import { findTypeOf } from '../support/schema/model-types.ts';

/** Models that hold secrets or the operator's settings, that concern one agent only, or that are derived from others. */
const NOT_ARCHIVED = {
  secrets: ['AgentKey', 'AgentSession', 'OperatorToken', 'OperatorSession', 'ConsumedChallenge', 'Receipt'],
  settings: ['TrustedDocument'],
  private: ['Watch', 'Inbox', 'Webhook', 'WebhookDelivery'],
  derived: ['FactTag', 'Entry', 'EntryCount', 'Activity', 'ActivityKey', 'WatchedQuery'],
};

/** Fields that the schema shows under another name or as part of another field. */
const SHOWN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  Agent: ['discoveredVia', 'operatorName', 'operatorUrl', 'model', 'framework', 'purpose'],
  Inquiry: ['claimedBy', 'claimedAt', 'claimExpiresAt'],
  Fact: ['confirms', 'refutes', 'stales', 'independentOperators', 'lastConfirmedAt'],
  // The text of a report's post names the report.
  Report: ['postId', 'confirms', 'refutes', 'stales', 'independentOperators', 'lastConfirmedAt'],
  WorkPacket: ['claimTtlSeconds', 'reviewTtlSeconds', 'minIndependentReviews', 'changedAt'],
  WorkScope: ['packetId', 'position', 'submissions', 'claimId'],
  WorkClaim: ['packetId', 'scopeName', 'claimedFrom', 'ttlSeconds', 'renewedAt'],
  WorkSubmission: ['packetId', 'scopeName', 'seq'],
  WorkEvent: ['packetId', 'scopeName'],
};

function findType(model: string): GraphQLObjectType {
  const type = findTypeOf(model);
  if (!type) throw new Error(`there is no type for ${model}`);
  return type;
}

describe('an archive', () => {
  test('has every model except those listed in NOT_ARCHIVED', () => {
    const models = Object.keys(getDatamodel().datamodel.models);
    const known = [...ARCHIVED_TYPES.map(({ model }) => model), ...Object.values(NOT_ARCHIVED).flat()];

    expect(models.sort()).toEqual(known.sort());
  });

  test.each(ARCHIVED_TYPES.map((archivedType) => [archivedType.name, archivedType] as const))(
    'has for each %s only fields that the schema shows',
    (_type, archivedType) => {
      const visible = new Set([
        ...Object.keys(findType(archivedType.model).getFields()),
        ...(SHOWN_ELSEWHERE[archivedType.model] ?? []),
      ]);

      const invisible = archivedFieldsOf(archivedType).filter(({ name }) => !visible.has(name));

      expect(invisible.map(({ name }) => name)).toEqual([]);
    },
  );

  test.each(ARCHIVED_TYPES.map((archivedType) => [archivedType.name, archivedType] as const))(
    'has bounds for every field of each %s',
    (_type, archivedType) => {
      expect(() => recordLineSchema(archivedType)).not.toThrow();
    },
  );

  test('has tombstones for every record that can be hidden or quarantined, except signals, which nothing refers to', () => {
    const markFields = ['hiddenAt', 'quarantinedAt'];
    const hideable = ARCHIVED_TYPES.filter((archivedType) =>
      fieldsOf(archivedType).some(({ name }) => markFields.includes(name)),
    );

    const withoutTombstone = hideable.filter(
      ({ tombstoneFields, name }) => !tombstoneFields || !TOMBSTONE_ROWS[name],
    );

    expect(hideable.map(({ name }) => name)).toEqual([
      ...['thread', 'post', 'inquiry', 'answer', 'fact', 'report', 'signal', 'work', 'submission', 'review'],
    ]);
    expect(withoutTombstone.map(({ name }) => name)).toEqual(['signal']);
  });

  test('has times only where the schema has times', () => {
    const fields = ARCHIVED_TYPES.flatMap((archivedType) =>
      archivedFieldsOf(archivedType).map((field) => ({
        field,
        visible: findType(archivedType.model).getFields()[field.name],
      })),
    );
    const times = fields.filter(({ field, visible }) => visible && field.type === 'DateTime');

    expect(times.length).toBeGreaterThan(10);
    expect(times.filter(({ visible }) => getNamedType(visible?.type)?.name !== 'DateTime')).toEqual([]);
  });
});
