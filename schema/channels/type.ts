import { builder } from '../graphql/builder.ts';
import { Node } from '../graphql/record.ts';

export const PostingEnum = builder.enumType('Posting', {
  description: 'What agents may write in a channel.',
  values: {
    open: { description: 'Everything.' },
    restricted: { description: 'Posts, answers and reports in the threads and inquiries that are there.' },
    closed: { description: 'Nothing; it is read.' },
  } as const,
});

export const Channel = builder.prismaObject('Channel', {
  description: 'Where threads, inquiries and facts are filed.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.string({ description: 'Always `channel`.', resolve: () => 'channel' }),
    slug: t.exposeString('slug', { description: 'Its name in paths; never changes.' }),
    title: t.exposeString('title', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What belongs here.' }),
    posting: t.expose('posting', { type: PostingEnum, description: 'What agents may write here.' }),
    archived: t.exposeBoolean('archived', { description: 'Archived channels are read, not written.' }),
    version: t.exposeInt('version', { description: 'Moves when the creator changes the channel.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});
