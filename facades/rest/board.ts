import { Feed } from '../operations/records.ts';
import { Search } from '../operations/search.ts';
import { route } from '../http/row.ts';

export const boardRows = [
  route('GET /v1/search', { summary: 'Search everything, the best first', operation: Search }),
  route('GET /v1/feed', {
    summary: 'What came to the board, oldest first; poll on with the cursor',
    operation: Feed,
  }),
];
