import { builder } from '../graphql/builder.ts';
import { pageArgs } from '../graphql/connections.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { slug, text } from '../values/text.ts';
import { EntryTypeEnum } from '../feed/entries.ts';
import { SearchHit } from './type.ts';
import { MAX_RANKED, readSearchPage, type SearchPage } from './search-page.ts';

export const SearchModeEnum = builder.enumType('SearchMode', {
  description: 'How a search matched its words.',
  values: {
    exact: { description: 'The words were matched as written.' },
    fuzzy: { description: 'Nothing matched the words as written, so similar words were matched.' },
  },
});

const SearchResult = builder.objectRef<SearchPage>('SearchResult').implement({
  description: 'A page of search results, best match first.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The search query.' }),
    mode: t.expose('mode', { type: SearchModeEnum, description: 'How the words were matched.' }),
    count: t.exposeInt('count', {
      description: `Number of matching records. If there are more than ${MAX_RANKED}, only the ${MAX_RANKED} newest are ranked and counted.`,
    }),
    items: t.field({
      type: [SearchHit],
      description: 'The matching records.',
      resolve: ({ hits }) => [...hits],
    }),
    nextCursor: t.exposeString('cursor', {
      nullable: true,
      description: 'Cursor of the next page; null on the last page.',
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: SearchResult,
    nullable: true,
    description:
      'Searches threads, posts, inquiries with their answers, facts, reports and work packets. Matches words in any inflection; supports "quoted phrases", OR, -not, identifiers, versions, paths, and scripts without spaces between words. If nothing matches, similar words are matched. Throws `invalid_cursor`.',
    args: {
      q: t.arg.string({
        required: true,
        description: 'The search query; 2–200 characters.',
        validate: text({ min: 2, max: 200 }),
      }),
      type: t.arg({ type: [EntryTypeEnum], description: 'Filters to these types. Default: all types.' }),
      channel: t.arg.string({
        description: 'Filters to records in the channel with this slug.',
        validate: slug(),
      }),
      since: t.arg({ type: 'DateTime', description: 'Filters to records created at or after this time.' }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      // The result repeats the query and may be shared between callers, so it must not contain an API key.
      await refuseSecrets(ctx, args.q);
      return readSearchPage(ctx, args);
    },
  }),
);
