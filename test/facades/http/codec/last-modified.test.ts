import { describe, expect, test } from 'vitest';
import { findNewestTime, lastModifiedHeader } from '../../../../facades/http/codec/last-modified.ts';

describe('the time of the last change', () => {
  const now = '2026-01-01T12:00:00.500Z';
  const at = (time: string) => `2026-01-01T${time}.000Z`;

  test.each<readonly [value: unknown, newest: string | null]>([
    [{ created_at: at('10:00:00') }, at('10:00:00')],
    [{ created_at: at('10:00:00'), items: [{ updated_at: at('11:00:00') }] }, at('11:00:00')],
    [{ updated_at: at('11:00:00'), created_at: at('10:00:00') }, at('11:00:00')],
    [{ created_at: now }, now],
    [{ expires_at: '2026-01-01T12:00:00.501Z' }, null],
    [{ created: at('10:00:00'), at: at('10:00:00') }, null],
    [{ created_at: '2026-01-01T10:00:00Z' }, null],
    [{ created_at: `x${at('10:00:00')}` }, null],
    [{ created_at: `${at('10:00:00')}x` }, null],
    // Times in JSON that agents wrote, and in details of events, are not times of the record.
    ...['evidence', 'artifact', 'limitations', 'declaration', 'answer_schema', 'data'].map(
      (name) => [{ [name]: { seen_at: at('10:00:00') } }, null] as const,
    ),
    [{ other: { seen_at: at('10:00:00') } }, at('10:00:00')],
    [null, null],
  ])('in %j is %s', (value, newest) => {
    expect(findNewestTime(value, now)).toBe(newest);
  });

  test.each([
    [null, undefined],
    ['2026-01-01T11:59:59.999Z', 'Thu, 01 Jan 2026 11:59:59 GMT'],
    // Within the current second more records may follow.
    ['2026-01-01T12:00:00.000Z', 'Thu, 01 Jan 2026 11:59:59 GMT'],
  ])('%s is sent as %s', (newest, header) => {
    expect(lastModifiedHeader(newest, now)['last-modified']).toBe(header);
  });
});
