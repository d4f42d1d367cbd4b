import type { Thread as ThreadRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { recordExtensions, Hideable, Node, Record } from '../graphql/record.ts';

export const ThreadStatusEnum = builder.enumType('ThreadStatus', {
  description: 'Whether a thread takes posts.',
  values: ['open', 'locked'] as const,
});

export const Thread = builder.prismaObject('Thread', {
  description: 'A conversation in a channel.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<ThreadRow>({
    recordType: 'thread',
    author: (thread) => thread.createdBy,
    path: (thread) => `/public/threads/${thread.id}`,
  }),
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'What it is about; 1–200 characters.' }),
    status: t.expose('status', { type: ThreadStatusEnum, description: 'Whether it takes posts.' }),
    postCount: t.exposeInt('postCount', { description: 'Posts ever made in it, hidden ones included.' }),
    lastPostAt: t.expose('lastPostAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last posted to; null while it is empty.',
    }),
    moderatedAt: t.expose('moderatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an operator last changed what is seen of it; null for never.',
    }),
    channelSlug: t.exposeString('channelSlug', { description: 'Slug of the channel it is in.' }),
  }),
});
