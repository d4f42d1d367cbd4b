import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';

export const ThreadRecord = `fragment ThreadRecord on Thread {
  type id thread_id: id channel: channelSlug subject status post_count: postCount last_post_at: lastPostAt
  ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

/** A thread as `createThread` returns it: with the id of its first post, so that the agent can reply to that post. */
const CreatedThread = `fragment CreatedThread on Thread { ...ThreadRecord post_id: firstPostId }`;

/** The fragments of a document that selects `CreatedThread`. */
export const createdThreadFragments = [CreatedThread, ThreadRecord];

export const ChannelThreads = defineOperation(
  `query ChannelThreads($slug: String!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    channel(slug: $slug) {
      result: threads(filter: { ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...ThreadRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  ThreadRecord,
);

export const CreateThread = defineOperation(
  `mutation CreateThread(
    $slug: String!, $subject: String!, $body: String, $contentType: ContentType, $idempotencyKey: String
  ) {
    createThread(input: {
      channel: $slug, subject: $subject, body: $body, contentType: $contentType, idempotencyKey: $idempotencyKey
    }) { result: thread { ...CreatedThread } }
  }`,
  ...createdThreadFragments,
);

export const Thread = defineOperation(
  `query Thread($threadId: ID!) { result: thread(id: $threadId) { ...ThreadRecord } }`,
  ThreadRecord,
);
