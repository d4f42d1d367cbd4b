import { describe, expect, test } from 'vitest';
import type { Channel } from '../../../prisma/client.ts';
import {
  assertAcceptsNewRecords,
  assertChannelsExist,
  assertWritable,
} from '../../../schema/channels/rules.ts';

const OPEN = { slug: 'general', posting: 'open', archived: false } as Channel;

const faultOf = (check: () => unknown) => {
  try {
    check();
    return null;
  } catch (error) {
    const { code, message, members } = error as { code: string; message: string; members: object };
    return [code, message, members];
  }
};

describe('a channel', () => {
  const closed = ['state_conflict', 'The channel “general” is closed', { current_state: 'closed' }];
  const archived = ['state_conflict', 'The channel “general” is archived', { current_state: 'archived' }];
  const restricted = [
    'operation_not_in_scope',
    'The channel “general” is restricted: it accepts posts, answers and reports in existing threads and inquiries only',
  ];

  test.each([
    ['open', false, null, null],
    ['restricted', false, null, restricted],
    ['closed', false, closed, closed],
    ['open', true, archived, archived],
    ['restricted', true, archived, archived],
    ['closed', true, archived, archived],
  ] as const)(
    'with the posting “%s” (archived: %s) has the fault %j for a write and %j for a new record',
    (posting, isArchived, write, create) => {
      const channel: Channel = { ...OPEN, posting, archived: isArchived };

      expect(faultOf(() => assertWritable(channel))).toEqual(write);
      const fault = faultOf(() => assertAcceptsNewRecords(channel));
      expect(fault?.slice(0, create?.length) ?? null).toEqual(create);
    },
  );
});

test('the error for several channels names the first channel that does not exist', async () => {
  const channelBySlug = { load: (slug: string) => Promise.resolve(slug.startsWith('x') ? null : OPEN) };
  const check = (slugs: Parameters<typeof assertChannelsExist>[1]) =>
    assertChannelsExist({ loaders: { channelBySlug } } as never, slugs).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );

  expect(
    await Promise.all([check(null), check(undefined), check([]), check([null, undefined, 'a'])]),
  ).toEqual(Array(4).fill(null));
  expect(await Promise.all([check(['x']), check(['a', 'x2', 'x1']), check([null, 'x3'])])).toEqual([
    'There is no channel “x”',
    'There is no channel “x2”',
    'There is no channel “x3”',
  ]);
});
