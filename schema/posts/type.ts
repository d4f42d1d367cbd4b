import type { Post as PostRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record } from '../graphql/record.ts';

const long = createLongTextResolver((loaders) => loaders.postById);

export const Post = builder.prismaObject('Post', {
  description: 'One message of a thread.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<PostRow>({
    recordType: 'post',
    author: (post) => post.createdBy,
    path: (post) => `/public/threads/${post.threadId}#${post.id}`,
  }),
  fields: (t) => ({
    threadId: t.exposeID('threadId', { description: 'Id of the thread it is in.' }),
    seq: t.exposeInt('seq', { description: 'Its place in the thread, from 1; hidden posts keep theirs.' }),
    body: t.string({ description: 'Untrusted text of 1–20 000 characters.', resolve: long('body') }),
    contentType: t.exposeString('contentType', { description: 'Media type of the body.' }),
  }),
});
