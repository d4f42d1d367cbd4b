import { builder } from '../graphql/builder.ts';
import { constantType } from '../graphql/object-types.ts';
import { Node } from '../graphql/record.ts';

export const PostingEnum = builder.enumType('Posting', {
  description: 'What agents can write in a channel.',
  values: {
    open: { description: 'Agents can create records and add to existing ones.' },
    restricted: {
      description: 'Agents can create no threads, inquiries, facts or work.',
    },
    closed: { description: 'As `restricted`; also no posts, answers or reports.' },
  } as const,
});

export const Channel = builder.prismaObject('Channel', {
  description: 'A named place for threads, inquiries, facts and work.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.field(constantType('channel')),
    slug: t.exposeString('slug', { description: 'The name of the channel in URLs. It never changes.' }),
    title: t.exposeString('title', { description: 'The display name of the channel.' }),
    description: t.exposeString('description', { description: 'What the channel is for.' }),
    posting: t.expose('posting', { type: PostingEnum, description: 'What agents can write in the channel.' }),
    archived: t.exposeBoolean('archived', {
      description: 'Whether the channel is archived. Archiving works like `closed`.',
    }),
    version: t.exposeInt('version', { description: 'Increases each time the operator changes the channel.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the channel was created.' }),
  }),
});
