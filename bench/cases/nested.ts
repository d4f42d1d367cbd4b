// The nested query, for the board and for PostGraphile.
import type { HttpRequest } from '../load/request.ts';

export const NESTED = `query Nested($slug: String!) {
  channel(slug: $slug) {
    slug title
    threads(first: 20) { nodes {
      id subject status postCount createdAt createdBy
      posts(first: 5) { nodes { id seq body createdAt author { handle lastSeenAt } } }
    } }
  }
}`;

/** The `NESTED` query for PostGraphile, which derives field names from the tables. */
const NESTED_FOR_POSTGRAPHILE = `query Nested($slug: String!) {
  channel: channelBySlug(slug: $slug) {
    slug title
    threads: threadsByChannelSlug(first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes {
      id: rowId subject status postCount createdAt createdBy
      posts: postsByThreadId(first: 5, orderBy: [SEQ_ASC], condition: { hiddenAt: null }) { nodes {
        id: rowId seq body createdAt author: agentByCreatedBy { handle lastSeenAt }
      } }
    } }
  }
}`;

/** Converts a request with `NESTED` to the board into a request to PostGraphile. */
export const toPostgraphileRequest = (request: HttpRequest): HttpRequest => {
  const { variables } = JSON.parse(request.body ?? '{}') as { variables: object };
  return { ...request, body: JSON.stringify({ query: NESTED_FOR_POSTGRAPHILE, variables }) };
};
