import { operation } from './operation.ts';

export const Channels = operation(
  `query Channels($limit: Int, $cursor: String) {
    answer: channels(first: $limit, after: $cursor) {
      nodes { type id channel_id: id slug title description posting archived version created_at: createdAt }
      pageInfo { endCursor hasNextPage }
    }
  }`,
);
