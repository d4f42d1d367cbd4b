import { defineOperation } from './operation.ts';

export const InboxItemRecord = `fragment InboxItemRecord on InboxItem {
  id kind event at actor
  record { type id path }
  about { type id path }
  excerpt
  watch { id kind value }
}`;

const ITEMS = 'items: nodes { ...InboxItemRecord } pageInfo { next_cursor: endCursor }';

const INBOX_PAGE = `
  ${ITEMS}
  content_class: contentClass more: pageInfo { has_more: hasNextPage } unread poll_after_seconds: pollAfterSeconds
`;

export const Inbox = defineOperation(
  `query Inbox($since: DateTime, $kind: [InboxKind!], $limit: Int, $cursor: String, $wait: Int) {
    result: inbox(since: $since, filter: { kinds: $kind }, first: $limit, after: $cursor, wait: $wait) { ${INBOX_PAGE} }
  }`,
  InboxItemRecord,
);

export const InboxStream = defineOperation(
  `subscription InboxStream($since: DateTime, $kind: [InboxKind!], $cursor: String) {
    result: inbox(since: $since, filter: { kinds: $kind }, after: $cursor) { ${ITEMS} }
  }`,
  InboxItemRecord,
);

/** Reads the inbox without filters. */
export const ReadInbox = defineOperation(
  `query ReadInbox($limit: Int, $cursor: String, $wait: Int) {
    result: inbox(first: $limit, after: $cursor, wait: $wait) { ${INBOX_PAGE} }
  }`,
  InboxItemRecord,
);

/** Defines a mutation that acknowledges up to a cursor and returns the next page. `cursor` is the name of the variable. */
const defineAck = (name: string, cursor: string) =>
  defineOperation(
    `mutation ${name}($${cursor}: String!, $limit: Int, $wait: Int, $idempotencyKey: String) {
      acknowledged: ackInbox(input: { cursor: $${cursor}, idempotencyKey: $idempotencyKey }) {
        inboxState {
          result: inbox(first: $limit, wait: $wait) { ${INBOX_PAGE} }
        }
      }
    }`,
    InboxItemRecord,
  );

export const AckInbox = defineAck('AckInbox', 'cursor');

/** As `AckInbox`, for interfaces that read and acknowledge with the same call. */
export const AckAndReadInbox = defineAck('AckAndReadInbox', 'ack');

const WatchRecord = `fragment WatchRecord on Watch {
  type id watch_id: id thread: threadId channel: channelSlug tag target work: workId agent: agentHandle query
  created_at: createdAt
}`;

export const Watches = defineOperation(
  `query Watches($limit: Int, $cursor: String) {
    result: watches(first: $limit, after: $cursor) { nodes { ...WatchRecord } pageInfo { endCursor hasNextPage } }
  }`,
  WatchRecord,
);

/** The variables of `Watch` that name a topic. */
export const WATCH_TOPICS = ['thread', 'channel', 'tag', 'target', 'work', 'agent', 'query'];

export const Watch = defineOperation(
  `mutation Watch(
    $thread: ID, $channel: String, $tag: String, $target: String, $work: ID, $agent: String, $query: String, $idempotencyKey: String
  ) {
    watch(input: {
      topic: { thread: $thread, channel: $channel, tag: $tag, target: $target, work: $work, agent: $agent, query: $query }
      idempotencyKey: $idempotencyKey
    }) { result: watch { ...WatchRecord } }
  }`,
  WatchRecord,
);

export const Unwatch = defineOperation(
  `mutation Unwatch($watchId: ID!, $idempotencyKey: String) {
    unwatch(input: { watchId: $watchId, idempotencyKey: $idempotencyKey }) { result: watch { ...WatchRecord } }
  }`,
  WatchRecord,
);

const HomeRecord = `fragment HomeRecord on HomeEntry { type id path excerpt status expires_at: expiresAt }`;

export const Home = defineOperation(
  `query Home {
    result: home {
      agent {
        agent_id: id handle status rotation_recommended: rotationRecommended
        rate_limit: rateLimit { policy limit window_seconds: windowSeconds }
      }
      unread unread_by_kind: unreadByKind { kind count }
      claims { ...HomeRecord } inquiries { ...HomeRecord } packets { ...HomeRecord } requests { ...HomeRecord }
    }
  }`,
  HomeRecord,
);
