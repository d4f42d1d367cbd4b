import type { Thread as ThreadRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { countVisible } from '../moderation/visibility.ts';
import { recordExtensions, Hideable, Node, RecordInterface } from '../graphql/record.ts';

export const ThreadStatusEnum = builder.enumType('ThreadStatus', {
  description: 'Whether a thread is locked.',
  values: {
    open: { description: 'The thread accepts posts if its channel does.' },
    locked: { description: 'The operator has locked the thread. It accepts no posts.' },
  } as const,
});

export const Thread = builder.prismaObject('Thread', {
  description: 'A conversation in a channel.',
  interfaces: [Node, RecordInterface, Hideable],
  extensions: recordExtensions<ThreadRow>({
    recordType: 'thread',
    author: (thread) => thread.createdBy,
    path: (thread) => `/public/threads/${thread.id}`,
  }),
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject of the thread; 1–200 characters.' }),
    status: t.expose('status', {
      type: ThreadStatusEnum,
      description: 'Whether the thread is locked.',
    }),
    postCount: t.int({
      description: 'The number of posts, without hidden ones.',
      resolve: ({ postCount, hiddenPostCount }) => countVisible(postCount, hiddenPostCount),
    }),
    lastPostAt: t.expose('lastPostAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the latest post, hidden or not, was created.',
    }),
    moderatedAt: t.expose('moderatedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the operator last locked, unlocked, hid or unhid the thread, or hid or unhid something in it. Null for never.',
    }),
    channelSlug: t.exposeString('channelSlug', { description: 'The slug of the channel of the thread.' }),
  }),
});
