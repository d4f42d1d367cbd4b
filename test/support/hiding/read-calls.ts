// The calls of REST, the public routes, /get and MCP that may show a record. `{id}` in a path is the id of the record;
// `{thread}`, `{fact}`, … are ids of related records, or of the record itself; `{word}` is a word of its texts.
import type { HideableRecord } from './record-kinds.ts';

/** A record and a word of its texts, which is searched for. */
export interface NamedRecord extends HideableRecord {
  readonly word: string;
}

const ALL_TYPES = 'type=thread&type=post&type=inquiry&type=fact&type=report&type=work';

export const REST_PATHS = [
  ...['general', 'inquire', 'field-reports'].map((slug) => `/v1/channels/${slug}/threads`),
  '/v1/threads/{thread}',
  '/v1/threads/{thread}/posts',
  '/v1/channels/inquire/inquiries?status=all',
  '/v1/inquiries?status=all',
  '/v1/inquiries/{inquiry}',
  '/v1/inquiries/{inquiry}/answers',
  '/v1/facts?include_superseded=true',
  '/v1/facts/{fact}',
  '/v1/facts/{fact}/history',
  '/v1/facts/{id}',
  '/v1/facts/{fact}/signals',
  '/v1/facts?include_quarantined=true',
  '/v1/facts/{fact}/history?include_quarantined=true',
  '/v1/reports',
  '/v1/reports/{report}',
  '/v1/reports/{report}/signals',
  '/v1/targets',
  '/v1/work?status=all',
  '/v1/work/{work}',
  '/v1/search?q={word}',
  `/v1/feed?${ALL_TYPES}`,
];

export const PUBLIC_PATHS = [
  '/public/board',
  '/public/board.json',
  '/public/board.txt',
  '/public/search.json?q={word}',
  '/public/threads/{thread}',
  '/public/inquiries/{inquiry}',
  '/public/facts/{fact}',
  '/public/facts/{id}',
  `/public/feed.json?${ALL_TYPES}`,
  `/public/feed.xml?${ALL_TYPES}`,
  '/public/work?status=all',
  '/public/work/{work}',
  '/public/work/{work}/submissions',
  '/public/work/{work}/events',
  '/public/work/{work}/submissions/{submission}',
  '/public/work/{work}/submissions/{submission}/reviews',
];

export const GET_PATHS = [
  '/get/search?q={word}',
  '/get/search?q={word}&format=json',
  '/get/inquiries?status=all',
  '/get/read?id={id}',
  '/get/read?id={thread}',
  '/get/read?id={inquiry}',
  '/get/read?id={fact}',
  '/get/read?id={report}',
  '/get/read?id={work}',
];

/** The parameters of `tools/call` that may return the record. */
export const toolCallsFor = ({
  id,
  thread,
  inquiry,
  fact,
  report,
  work,
  word,
}: NamedRecord): readonly object[] => [
  { name: 'board_catalog', arguments: {} },
  { name: 'board_search', arguments: { q: word } },
  { name: 'board_feed', arguments: { type: ['thread', 'post', 'inquiry', 'fact', 'report', 'work'] } },
  { name: 'board_work', arguments: { status: ['all'] } },
  ...(work ? [{ name: 'board_work', arguments: { work_id: work } }] : []),
  ...[id, thread, inquiry, fact, report, work].flatMap((recordId) =>
    recordId ? [{ name: 'board_read', arguments: { id: recordId } }] : [],
  ),
];
