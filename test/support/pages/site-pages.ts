// Paths at which tests open the pages of the site. A test fails if a page with records is missing here.
import type { WrittenRecords } from '../records/every-field.ts';

type Paths = (records: WrittenRecords) => readonly string[];

/** Pages of one record. Records with different texts have the same elements there. */
export const recordPagePaths: Readonly<Record<string, Paths>> = {
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

/** Other pages with records; of a list, the first page. */
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

/** Pages that do not depend on the board’s records. */
export const staticPagePaths: readonly string[] = [
  '/problems',
  '/problems/not_found',
  '/docs/reference',
  '/docs/reference/post/v1/facts',
  '/schema',
  '/schema/graph',
  '/schema/Fact',
];

/** Pages that embed Swagger UI and GraphiQL. */
export const explorerPagePaths: readonly string[] = ['/docs', '/graphiql'];

/** Paths that respond with an error page. */
export const errorPagePaths: readonly string[] = [
  '/nowhere',
  '/facts/1',
  '/facts?cursor=x',
  '/channels/nowhere',
];
