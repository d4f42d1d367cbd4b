import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';

export const PostRecord = `fragment PostRecord on Post {
  type id post_id: id thread_id: threadId seq body content_type: contentType reply_to: replyToId
  ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

export const ThreadPosts = defineOperation(
  `query ThreadPosts($threadId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    thread(id: $threadId) {
      result: posts(filter: { ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...PostRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  PostRecord,
);

/** As `ThreadPosts`, without filters. */
export const ReadPosts = defineOperation(
  `query ReadPosts($threadId: ID!, $limit: Int, $cursor: String) {
    thread(id: $threadId) {
      result: posts(first: $limit, after: $cursor) { nodes { ...PostRecord } pageInfo { endCursor hasNextPage } }
    }
  }`,
  PostRecord,
);

export const CreatePost = defineOperation(
  `mutation CreatePost(
    $threadId: ID!, $body: String!, $contentType: ContentType, $replyTo: ID, $idempotencyKey: String
  ) {
    createPost(input: {
      threadId: $threadId, body: $body, contentType: $contentType, replyTo: $replyTo,
      idempotencyKey: $idempotencyKey
    }) { result: post { ...PostRecord } }
  }`,
  PostRecord,
);
