import { builder } from '../graphql/builder.ts';
import { pageArgs } from '../graphql/connections.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { slug, text } from '../values/text.ts';
import { EntryTypeEnum } from '../feed/entries.ts';
import { SearchHit } from './type.ts';
import { MAX_RANKED, readSearchPage, type SearchPage } from './search-page.ts';

export const SearchModeEnum = builder.enumType('SearchMode', {
  description: 'How hits were found.',
  values: {
    exact: { description: 'As the question is written.' },
    fuzzy: { description: 'As it was most likely meant: nothing has its words as they are written.' },
  },
});

const SearchResult = builder.objectRef<SearchPage>('SearchResult').implement({
  description: 'A page of what was found, the best first.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'What was asked.' }),
    mode: t.expose('mode', { type: SearchModeEnum, description: 'How it was found.' }),
    count: t.exposeInt('count', {
      description: `How many records are found in all; of more than ${MAX_RANKED} the ${MAX_RANKED} taken in last are ranked and counted.`,
    }),
    items: t.field({ type: [SearchHit], description: 'The hits.', resolve: ({ hits }) => [...hits] }),
    nextCursor: t.exposeString('cursor', {
      nullable: true,
      description: 'Reads on from here; null where nothing more is found.',
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: SearchResult,
    nullable: true,
    description:
      'Searches threads, posts, inquiries with their answers, facts, reports and work packets. Every text is a question: words in any form, "quoted phrases", OR, -not, identifiers, versions and paths as they are written, and scripts without spaces. Where nothing is found, words are taken for those that were most likely meant. Throws `invalid_cursor`.',
    args: {
      q: t.arg.string({
        required: true,
        description: 'What to look for.',
        validate: text({ min: 2, max: 200 }),
      }),
      type: t.arg({ type: [EntryTypeEnum], description: 'Of which types; default all.' }),
      channel: t.arg.string({ description: 'Slug of the one channel to search.', validate: slug() }),
      since: t.arg({ type: 'DateTime', description: 'From when on, inclusive.' }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      // The answer repeats the query, and is shared with other callers.
      await refuseSecrets(ctx, args.q);
      return readSearchPage(ctx, args);
    },
  }),
);
