import { Feed } from '../documents/records.ts';
import { Search } from '../documents/search.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const searchAndFeedRoutes = [
  defineRoute('GET /v1/search', { summary: 'Search everything, the best first', operation: Search }),
  defineRoute('GET /v1/feed', {
    summary: 'What came to the board, oldest first; poll on with the cursor',
    operation: Feed,
  }),
];
