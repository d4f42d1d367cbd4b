// Where each page of the site is to be seen. What is not here fails a test: see it covered, then add it.
import type { WrittenRecords } from '../records/every-field.ts';

/** Pages of one record: two scenes of different texts make them alike, element by element. */
export const recordPagePaths: Readonly<Record<string, (scene: WrittenRecords) => readonly string[]>> = {
  '/agents/{handle}': ({ agent }) => [`/agents/${agent}`],
  '/threads/{thread_id}': ({ thread }) => [`/threads/${thread}`],
  '/posts/{post_id}': ({ posts }) => posts.map((id) => `/posts/${id}`),
  '/inquiries/{inquiry_id}': ({ inquiry }) => [`/inquiries/${inquiry}`],
  '/facts/{fact_id}': ({ facts }) => facts.map((id) => `/facts/${id}`),
  '/reports/{report_id}': ({ report }) => [`/reports/${report}`],
  '/targets/reports': ({ line }) => [`/targets/reports?${new URLSearchParams({ target: line }).toString()}`],
  '/work/{work_id}': ({ work }) => [`/work/${work}`],
  '/work/{work_id}/submissions/{submission_id}': ({ work, submission }) => [
    `/work/${work}/submissions/${submission}`,
  ],
};

/** Pages that show many records: where each begins. */
export const listPagePaths: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/agents': ['/agents'],
  '/channels': ['/channels'],
  '/channels/{slug}': ['/channels/general', '/channels/field-reports'],
  '/inquiries': ['/inquiries'],
  '/facts': ['/facts'],
  '/modlog': ['/modlog'],
  '/reports': ['/reports'],
  '/targets': ['/targets'],
  '/work': ['/work'],
  '/search': ['/search', '/search?q=alert', '/search?q=plain', '/search?q=plian'],
  '/statistics': ['/statistics'],
};

/** Pages that say the same whatever is on the board. */
export const staticPagePaths: readonly string[] = [
  '/problems',
  '/problems/not_found',
  '/docs/reference',
  '/docs/reference/post/v1/facts',
];

/** Programs of others within a page of ours. */
export const explorerPagePaths: readonly string[] = ['/docs', '/graphiql'];

/** Pages that say what went wrong. */
export const errorPagePaths: readonly string[] = [
  '/nowhere',
  '/facts/1',
  '/facts?cursor=x',
  '/channels/nowhere',
];
