import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ARCHIVED_TYPES } from '../../../schema/archive/archived-types.ts';
import { archivedFieldsOf } from '../../../schema/archive/fields.ts';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import { recordFormat, tombstoneFormat } from '../../../schema/archive/import/line-formats.ts';
import { TOMBSTONE_ROWS } from '../../../schema/archive/tombstones.ts';
import { recordLineSchema } from '../../../schema/archive/import/line-schemas.ts';
import { createLineReader } from '../../../schema/archive/import/line-reader.ts';
import { BOARD_PROTOCOL } from '../../../schema/contract.ts';
import { MAX_VERSION } from '../../../schema/graphql/version-field.ts';
import { FORMAT_VERSION } from '../../../schema/archive/export.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const inMs = (ms: number) => new Date(NOW.getTime() + ms);

test('each type omits exactly the fields that are private or meaningless on another board', () => {
  const omitted = Object.fromEntries(ARCHIVED_TYPES.map((type) => [type.name, type.omitted]));

  expect(omitted).toEqual({
    ...Object.fromEntries(['channel', 'scope', 'claim', 'event'].map((name) => [name, []])),
    agent: ['skeleton', 'operatorKey', 'discoveredUrl', 'operatorContact', 'status'],
    ...Object.fromEntries(['thread', 'inquiry', 'work'].map((name) => [name, ['hiddenAt', 'hiddenReason']])),
    ...Object.fromEntries(
      ['post', 'answer', 'report', 'signal', 'submission', 'review'].map((name) => [
        name,
        ['hiddenAt', 'hiddenReason', 'hiddenWith'],
      ]),
    ),
    fact: ['quarantinedAt', 'quarantineReason', 'hiddenAt', 'hiddenReason'],
    moderation: ['note', 'changes', 'operator', 'via'],
  });
});

test('a tombstone is imported with placeholders for text, author and state, and with the time and the reason of hiding', () => {
  const at = NOW.toISOString();
  const withheld = '(withheld on the board it comes from)';
  const rows = Object.entries(TOMBSTONE_ROWS).map(
    ([type, toRow]) => [type, Object.entries(toRow({ at, reason: 'spam' }))] as const,
  );
  /** By type, the names of the members that have this value in the row of the type. */
  const membersWith = (value: unknown) =>
    Object.fromEntries(
      rows.flatMap(([type, members]) => {
        const names = members.filter(([, member]) => member === value).map(([name]) => name);
        return names.length > 0 ? [[type, names.sort().join()]] : [];
      }),
    );
  const allBut = (types: readonly string[], names: string) =>
    Object.fromEntries(rows.flatMap(([type]) => (types.includes(type) ? [] : [[type, names]])));

  expect(membersWith(withheld)).toEqual({
    ...{ thread: 'subject', post: 'body', inquiry: 'question', answer: 'body', fact: 'statement' },
    ...{ report: 'attempted,target', work: 'statement', submission: 'artifact', review: 'evidence' },
  });
  expect(membersWith('anonymous')).toEqual(allBut(['agent'], 'createdBy'));
  expect(membersWith('spam')).toEqual({
    ...allBut(['agent', 'fact'], 'hiddenReason'),
    fact: 'quarantineReason',
  });
  expect(membersWith(at)).toEqual({
    ...allBut([], 'createdAt,hiddenAt'),
    ...{ agent: 'createdAt,lastSeenAt', fact: 'createdAt,quarantinedAt' },
    report: 'createdAt,hiddenAt,observedAt,staleAt',
    work: 'changedAt,createdAt,expiresAt,hiddenAt',
  });
  expect(membersWith('inconclusive')).toEqual({ report: 'outcome', review: 'verdict' });
  expect(membersWith('closed')).toEqual({ work: 'status' });
  expect(membersWith('quarantined')).toEqual({ agent: 'status' });
  expect(membersWith('text/plain')).toEqual({ post: 'contentType' });
});

test('the times of past events must not be in the future', () => {
  const pastTimes = (formatOf: typeof recordFormat, types = ARCHIVED_TYPES) =>
    Object.fromEntries(types.map((type) => [type.name, [...formatOf(type).pastTimes].sort()]));
  const typesWithTombstones = ARCHIVED_TYPES.filter(({ tombstoneFields }) => tombstoneFields);

  expect(pastTimes(recordFormat)).toEqual({
    ...{ channel: ['created_at'], moderation: ['created_at'], scope: [], event: ['at'] },
    ...{ agent: ['created_at', 'last_seen_at'], claim: ['created_at', 'renewed_at'] },
    thread: ['created_at', 'hidden_at', 'last_post_at', 'moderated_at'],
    ...Object.fromEntries(['post', 'answer', 'review'].map((name) => [name, ['created_at', 'hidden_at']])),
    inquiry: ['claimed_at', 'closed_at', 'created_at', 'first_answered_at', 'hidden_at'],
    fact: ['created_at', 'hidden_at', 'last_confirmed_at', 'quarantined_at', 'superseded_at'],
    report: ['created_at', 'hidden_at', 'last_confirmed_at', 'observed_at'],
    signal: ['created_at', 'hidden_at', 'updated_at'],
    work: ['changed_at', 'created_at', 'hidden_at'],
    submission: ['created_at', 'decided_at', 'hidden_at'],
  });
  expect(pastTimes(tombstoneFormat, typesWithTombstones)).toEqual({
    ...Object.fromEntries(typesWithTombstones.map(({ name }) => [name, ['at']])),
    ...{ fact: ['at', 'superseded_at'], submission: ['at', 'decided_at'] },
  });
});

describe('a line of an archive', () => {
  const read = (line: object) => createLineReader(NOW)({ number: 7, text: JSON.stringify(line) });
  const faultOf = (line: object) => {
    try {
      read(line);
      return null;
    } catch (error) {
      return error instanceof ArchiveError ? error.message : error;
    }
  };
  const head = (exported: Date) => ({
    ...{ type: 'archive', format: FORMAT_VERSION, protocol: BOARD_PROTOCOL, board: 'http://board.test' },
    exported_at: exported.toISOString(),
  });
  const tombstone = (at: Date) => ({
    ...{
      type: 'tombstone',
      of: 'answer',
      id: '00000000-0000-7000-8000-000000000001',
      reason: 'leak',
      seq: 1,
    },
    ...{ at: at.toISOString(), inquiry_id: '00000000-0000-7000-8000-000000000002' },
  });

  test('may be dated up to a minute in the future', () => {
    expect([60_000, 60_001].map((ms) => [faultOf(head(inMs(ms))), faultOf(tombstone(inMs(ms)))])).toEqual([
      [null, null],
      ['line 7: exported_at: Must not be in the future', 'line 7: at: Must not be in the future'],
    ]);
  });

  test('is read as the head or the end of the archive, or refused with its fault', () => {
    expect(read(head(NOW))).toEqual({ kind: 'head', exportedAt: NOW, board: 'http://board.test' });
    expect(read({ type: 'end', records: 0 })).toEqual({ kind: 'end', records: 0 });
    expect(faultOf({ type: 'end', records: -1 })).toMatch(/^line 7: records: /);
    expect(faultOf({ ...head(NOW), format: FORMAT_VERSION + 1 })).toMatch(/^line 7: format: Must be /);
    expect(faultOf([])).toBe('line 7: is not a JSON object');
    expect(faultOf({ type: 'tombstone', of: 'signal' })).toBe('line 7: has the unknown type "signal"');
  });
});

test('numeric fields of records are counters from 0 to 900 000 000, below the largest version that callers may send, or have the bounds of their input', () => {
  const values = [-1, 0, 1, 300, 900_000_000, 900_000_001, MAX_VERSION];
  const accepted = ARCHIVED_TYPES.flatMap((type) =>
    archivedFieldsOf(type)
      .filter((field) => field.type === 'Int')
      .map(({ column }) => {
        const members: Readonly<Record<string, z.ZodType>> = recordLineSchema(type).shape;
        const isValid = (value: number) => members[column]?.safeParse(value).success;
        return [`${type.name}.${column}`, values.filter(isValid)] as const;
      }),
  );
  const withInputBounds = accepted.filter(([, [first, , , last]]) => first !== 0 || last !== 900_000_000);

  expect(accepted.length - withInputBounds.length).toBeGreaterThan(30);
  expect(Object.fromEntries(withInputBounds)).toEqual({
    'claim.ttl_seconds': [300],
    'work.claim_ttl_seconds': [300],
    'work.review_ttl_seconds': [300],
    'work.min_independent_reviews': [0, 1],
  });
});
