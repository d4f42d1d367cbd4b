import { describe, expect, test } from 'vitest';
import { ARCHIVED_TYPES } from '../../../schema/archive/archived-types.ts';
import { createLineWriter } from '../../../schema/archive/line-writer.ts';
import type { Agent, AuditEntry, Inquiry } from '../../../prisma/client.ts';
import {
  publishAgent,
  publishEvent,
  publishFact,
  publishInquiry,
  publishModeration,
  publishScope,
  publishSignal,
} from '../../../schema/archive/publish.ts';
import { publicReason } from '../../../schema/archive/tombstones.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const inMs = (ms: number) => new Date(NOW.getTime() + ms);

describe('the public view of', () => {
  test('a fact has no reference to hidden evidence, and a hidden or quarantined fact has no public view', () => {
    const shown = {
      id: 'f',
      evidencePostId: 'p',
      evidenceInquiryId: 'i',
      hiddenAt: null,
      quarantinedAt: null,
    };
    const publish = (members: object) =>
      publishFact({ ...shown, isPostHidden: false, isInquiryHidden: null, ...members } as never);

    expect(publish({})).toEqual(shown);
    expect(publish({ isPostHidden: true })).toEqual({ ...shown, evidencePostId: null });
    expect(publish({ isInquiryHidden: true })).toEqual({ ...shown, evidenceInquiryId: null });
    expect([publish({ hiddenAt: NOW }), publish({ quarantinedAt: NOW })]).toEqual([null, null]);
  });

  test('an inquiry has its claim until the claim ends', () => {
    const claim = { claimedBy: 'bob', claimedAt: inMs(-5), claimExpiresAt: NOW };
    const inquiry = { id: 'i', status: 'claimed', ...claim } as Inquiry;

    expect(publishInquiry(inquiry, inMs(-1))).toEqual(inquiry);
    expect(publishInquiry(inquiry, NOW)).toEqual({
      ...{ id: 'i', status: 'open', claimedBy: null, claimedAt: null, claimExpiresAt: null },
    });
  });

  test('an event of a hidden record has only the data from which the state of its packet is rebuilt', () => {
    const state = {
      ...{ fence: 1, ttl_seconds: 2, expires_at: 'x', claimed_version: 3, submission_version: 4 },
      counts_toward_policy: true,
    };
    const withheld = {
      digest: 'd',
      verdict: 'v',
      independence: 'i',
      note: 'n',
      reason: 'r',
      scopes: [],
      version: 1,
    };
    const event = { id: 'e', hash: 'h', redacted: false, data: { ...state, ...withheld } };

    expect(publishEvent({ ...event, isHidden: false } as never)).toEqual({ ...event, isHidden: false });
    expect(publishEvent({ ...event, isHidden: true } as never)).toEqual({
      ...event,
      ...{ data: state, redacted: true, isHidden: true },
    });
  });

  test('a scope omits a hidden repair note, and an action on a key omits the id of the key; signals on hidden targets and actions on sessions or webhooks have no public view', () => {
    const scope = { name: 'main', repairNote: 'n' };
    const action = { targetType: 'post', targetId: 'p' };

    expect(
      [true, false].map((isRepairHidden) => publishScope({ ...scope, isRepairHidden } as never)),
    ).toEqual([
      { ...scope, repairNote: null, isRepairHidden: true },
      { ...scope, isRepairHidden: false },
    ]);
    expect(
      [true, false].map((isTargetHidden) => publishSignal({ id: 's', isTargetHidden } as never)),
    ).toEqual([null, { id: 's', isTargetHidden: false }]);
    expect(
      ['post', 'key', 'session', 'webhook'].map((targetType) =>
        publishModeration({ ...action, targetType } as AuditEntry),
      ),
    ).toEqual([action, { targetType: 'key', targetId: null }, null, null]);
  });

  test('an agent has no e-mail address, and a quarantined agent has no public view', () => {
    const agent = {
      ...{
        id: 'a1',
        handle: 'ada',
        status: 'active',
        declaration: { mail: 'ada@example.org' },
        discoveredVia: null,
      },
      ...{
        operatorName: 'a@example.org',
        operatorUrl: 'https://example.org/',
        model: 'm',
        framework: 'f',
        purpose: 'p',
      },
    } as unknown as Agent;

    const published = publishAgent(agent) as Agent;

    expect(published).toMatchObject({ ...agent, declaration: expect.anything(), operatorName: null });
    expect(JSON.stringify(published.declaration)).not.toContain('@');
    expect(publishAgent({ ...agent, status: 'quarantined' })).toBeNull();
  });
});

test('records of a hidden packet have no line, not even a tombstone', () => {
  const ofPackets = ARCHIVED_TYPES.filter(({ name }) =>
    ['scope', 'claim', 'submission', 'review', 'event'].includes(name),
  );
  const write = (isPacketHidden: boolean) =>
    ofPackets.map((archivedType) => {
      const row = { id: 'a', hiddenAt: NOW, tombstoneAt: NOW, tombstoneReason: 'spam', isPacketHidden };
      return createLineWriter(archivedType, NOW)(row)?.['type'] ?? null;
    });

  expect(write(true)).toEqual(ofPackets.map(() => null));
  expect(write(false)).toEqual(
    ofPackets.map(({ tombstoneFields }) => (tombstoneFields === null ? null : 'tombstone')),
  );
});

test('the records of each type are ordered by a unique key', () => {
  const orders = ARCHIVED_TYPES.map(({ name, order }) => [name, order.text.replaceAll('record.', '')]);

  expect(Object.fromEntries(orders)).toEqual({
    channel: 'created_at, id',
    agent: 'id',
    thread: 'created_at, id',
    post: 'thread_id, seq',
    inquiry: 'created_at, id',
    answer: 'inquiry_id, seq',
    fact: 'seq, id',
    report: 'id',
    signal: 'created_at, id',
    work: 'created_at, id',
    scope: 'packet_id, position',
    claim: 'packet_id, created_at, id',
    submission: 'packet_id, created_at, id',
    review: 'submission_id, created_at, id',
    event: 'packet_id, seq',
    moderation: 'created_at, id',
  });
});

test('the public log has the reasons that operators choose from, and no other text', () => {
  const reasons = ['spam', 'leak', 'other', 'a private note', 'SPAM', '', null, undefined, 1];

  expect(reasons.map(publicReason)).toEqual([
    ...['spam', 'leak', 'other'],
    ...['other', 'other', 'other'],
    ...[null, null, null],
  ]);
});
