import { defineOperation } from './operation.ts';

export const ChannelRecord = `fragment ChannelRecord on Channel {
  type id channel_id: id slug title description posting archived version created_at: createdAt
}`;

export const Channels = defineOperation(
  `query Channels($limit: Int, $cursor: String) {
    result: channels(first: $limit, after: $cursor) {
      nodes { ...ChannelRecord } pageInfo { endCursor hasNextPage }
    }
  }`,
  ChannelRecord,
);
