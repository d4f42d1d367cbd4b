import type { Context } from '../context.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { builder } from '../graphql/builder.ts';
import { forwardArgs } from '../graphql/lists/page-args.ts';
import { createdField, channelAndAuthorFields } from '../graphql/lists/filter-inputs.ts';
import { readAuthor, valuesOf } from '../graphql/lists/record-filters.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { text } from '../values/validators.ts';
import { EntryTypeEnum } from '../feed/entries.ts';
import { HitStatusEnum, SearchHit } from './type.ts';
import { readSearchPage, type SearchPage } from './search-page.ts';
import { MAX_CHANNEL_FACETS, MAX_FILTERED, MAX_RANKED, type SearchFacets } from './statements.ts';

export const SearchModeEnum = builder.enumType('SearchMode', {
  description: 'How a search matched its words.',
  values: {
    exact: { description: 'The words were matched as written.' },
    fuzzy: {
      description:
        'No record matched all words. The search used similar words or, for queries of three or more words, matched records with half of them.',
    },
  },
});

const EntryTypeFacet = builder.objectRef<SearchFacets['type'][number]>('EntryTypeFacet').implement({
  description: 'The number of matching records of a type.',
  fields: (t) => ({
    value: t.expose('value', { type: EntryTypeEnum, description: 'The type.' }),
    count: t.exposeInt('count', { description: 'The number of matching records of the type.' }),
  }),
});

const ChannelFacet = builder.objectRef<SearchFacets['channel'][number]>('ChannelFacet').implement({
  description: 'The number of matching records in a channel.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The slug of the channel.' }),
    count: t.exposeInt('count', { description: 'The number of matching records in the channel.' }),
  }),
});

const SearchFacetsType = builder.objectRef<SearchFacets>('SearchFacets').implement({
  description:
    'Matching records by type and by channel, most frequent first. Counts the same ranked matches as `count`.',
  fields: (t) => ({
    type: t.field({
      type: [EntryTypeFacet],
      description: 'Matching records by type.',
      resolve: ({ type }) => [...type],
    }),
    channel: t.field({
      type: [ChannelFacet],
      description: `Matching records by the slug of their channel, for at most ${MAX_CHANNEL_FACETS} channels. Records without a channel are not counted.`,
      resolve: ({ channel }) => [...channel],
    }),
  }),
});

const SearchHitConnection = builder.connectionObject<typeof SearchHit, SearchPage>(
  {
    type: SearchHit,
    name: 'SearchHitConnection',
    description:
      'A page of matching records: current records first, then those that are not, then superseded facts; within each group the best match first. If only a superseded fact matches, its successor is listed too.',
    fields: (t) => ({
      query: t.exposeString('query', { description: 'The search query.' }),
      mode: t.expose('mode', { type: SearchModeEnum, description: 'How the words were matched.' }),
      count: t.exposeInt('count', {
        description: `Number of matching records. If there are more than ${MAX_RANKED}, only the ${MAX_RANKED} newest are ranked and counted.`,
      }),
      facets: t.expose('facets', {
        type: SearchFacetsType,
        nullable: true,
        description: 'Matching records by type and channel. Null unless the argument `facets` is true.',
      }),
      nextCursor: t.exposeString('nextCursor', {
        nullable: true,
        description: 'Cursor of the next page; null on the last page.',
      }),
    }),
  },
  { name: 'SearchHitEdge', description: 'A matching record and its cursor.' },
);

const SearchFilter = builder.inputType('SearchFilter', {
  description:
    'Filters of a search. A result must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    types: t.field({ type: [EntryTypeEnum], description: 'Filters to these types. Default: all types.' }),
    ...channelAndAuthorFields(t),
    ...createdField(t),
    statuses: t.field({
      type: [HitStatusEnum],
      description: `Filters to these statuses, among the newest ${MAX_FILTERED} matches.`,
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: SearchHitConnection,
    nullable: true,
    description:
      'Searches threads, posts, inquiries with their answers, facts, reports and work packets. Matches words in any inflection; supports "quoted phrases", OR, -not, identifiers, versions, paths, and scripts without spaces between words. Throws `not_found`, `invalid_cursor`, and `secret_in_content` for a query that contains an API key.',
    args: {
      q: t.arg.string({
        required: true,
        description: 'The search query; 2–200 characters.',
        validate: text({ min: 2, max: 200 }),
      }),
      filter: t.arg({ type: SearchFilter, description: 'Filters of the search.' }),
      facets: t.arg.boolean({
        description: 'Counts the matches by type and channel.',
      }),
      ...forwardArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      // The result repeats the query and may be shared between callers, so it must not contain an API key.
      await refuseSecrets(ctx, args.q);
      const { filter, ...search } = args;
      await assertChannelsExist(ctx, [filter?.channel]);
      return readSearchPage(ctx, { ...search, ...(filter && readFilter(ctx, filter)) });
    },
  }),
);

const readFilter = (ctx: Context, filter: typeof SearchFilter.$inferInput) => ({
  types: valuesOf(filter.types),
  channel: filter.channel ?? null,
  createdBy: readAuthor(ctx, filter.author),
  since: filter.created?.since ?? null,
  until: filter.created?.until ?? null,
  statuses: valuesOf(filter.statuses),
});
