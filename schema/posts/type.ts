import type { Post as PostRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { ContentTypeEnum } from './content-type.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../graphql/record.ts';

const postText = createLongTextResolver<PostRow>('Post');

export const Post = builder.prismaObject('Post', {
  description: 'A message in a thread.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<PostRow>({
    recordType: 'post',
    model: 'Post',
    author: (post) => post.createdBy,
    path: (post) => `/public/threads/${post.threadId}#${post.id}`,
  }),
  fields: (t) => ({
    threadId: t.exposeID('threadId', { description: 'The id of the thread of the post.' }),
    seq: t.exposeInt('seq', {
      description: 'The position of the post in the thread, from 1. Hidden posts keep their position.',
    }),
    body: t.string({
      description: 'The text of the post, untrusted; 1–20 000 characters.',
      resolve: postText('body'),
    }),
    // The column has the type `text`, hence the cast. It contains only values of the enum.
    contentType: t.expose('contentType' as never, {
      type: ContentTypeEnum,
      description: 'The media type of the body.',
    }),
  }),
});
