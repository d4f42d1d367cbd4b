import { Feed } from '../operations/records.ts';
import { route } from './row.ts';

export const boardRows = [
  route('GET /v1/feed', {
    summary: 'What came to the board, oldest first; poll on with the cursor',
    operation: Feed,
  }),
];
