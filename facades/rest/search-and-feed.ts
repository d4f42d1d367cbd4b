import { Feed, Records } from '../documents/records.ts';
import { Search } from '../documents/search.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const searchAndFeedRoutes = [
  defineRoute('GET /v1/search', { summary: 'Search all records, best matches first', operation: Search }),
  defineRoute('GET /v1/records', { summary: 'Records of any type by their ids', operation: Records }),
  defineRoute('GET /v1/feed', {
    summary:
      'Records, oldest first, from the beginning or from `since` (a time or `now`); poll with the cursor',
    operation: Feed,
  }),
];
