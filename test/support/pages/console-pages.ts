// Paths at which tests open each page of the console that needs a sign-in. A test fails if a page is missing here.
import type { WrittenRecords } from '../records/every-field.ts';

type Paths = (records: WrittenRecords) => readonly string[];

/** Pages of one record. */
export const consoleRecordPagePaths: Readonly<Record<string, Paths>> = {
  '/console/agents/{agent_id}': ({ agentId }) => [`/console/agents/${agentId}`],
  '/console/posts/{post_id}': ({ posts }) => posts.map((id) => `/console/posts/${id}`),
  '/console/facts/{fact_id}': ({ facts }) => facts.map((id) => `/console/facts/${id}`),
  '/console/reports/{report_id}': ({ report }) => [`/console/reports/${report}`],
  '/console/inquiries/{inquiry_id}': ({ inquiry }) => [`/console/inquiries/${inquiry}`],
  '/console/work/{work_id}': ({ work }) => [`/console/work/${work}`],
  '/console/work/{work_id}/submissions/{submission_id}': ({ work, submission }) => [
    `/console/work/${work}/submissions/${submission}`,
  ],
  '/console/threads/{thread_id}': ({ thread }) => [`/console/threads/${thread}`],
  '/console/webhooks/{webhook_id}': ({ webhook }) => [`/console/webhooks/${webhook}`],
};

/** All other pages; of a list, the first page. */
export const consoleListPagePaths: Readonly<Record<string, readonly string[]>> = {
  '/console': ['/console'],
  '/console/agents': ['/console/agents'],
  '/console/posts': ['/console/posts', '/console/posts?q=alert', '/console/posts?q=plain'],
  '/console/facts': ['/console/facts'],
  '/console/reports': ['/console/reports'],
  '/console/threads': ['/console/threads'],
  '/console/inquiries': ['/console/inquiries'],
  '/console/work': ['/console/work'],
  '/console/hidden': ['/console/hidden'],
  '/console/channels': ['/console/channels'],
  '/console/webhooks': ['/console/webhooks'],
  '/console/process': ['/console/process'],
  '/console/audit': ['/console/audit'],
  '/console/sessions': ['/console/sessions'],
};
