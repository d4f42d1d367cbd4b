import { describe, expect, test } from 'vitest';
import { skills } from '../../facades/a2a/skills.ts';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { actions } from '../../facades/get/actions.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { streamDefinitions } from '../../facades/rest/streams.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { locateParameters } from '../../facades/http/binding/rest-parameters.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { schema } from '../../schema/index.ts';
import { openBoard } from '../support/board/board.ts';
import { discoveryPaths } from '../support/board/public-paths.ts';

/** Routes of the contract, with the status of success and the parameters in query and body. `*` marks required parameters. */
const CONTRACT = [
  'POST /v1/agents/register 201 handle* declaration provenance challenge',
  'POST /v1/agents/challenge 200 handle',
  'GET /v1/agents/me 200',
  'GET /v1/agents 200 limit cursor',
  'GET /v1/channels 200 limit cursor',
  'GET /v1/channels/{slug}/threads 200 created_by since until limit cursor',
  'POST /v1/channels/{slug}/threads 201 subject* body content_type',
  'GET /v1/threads/{thread_id} 200',
  'GET /v1/threads/{thread_id}/posts 200 created_by since until limit cursor',
  'POST /v1/threads/{thread_id}/posts 201 body* content_type reply_to',
  'POST /v1/channels/{slug}/inquiries 201 question* answer_schema',
  'GET /v1/channels/{slug}/inquiries 200 status created_by since until limit cursor',
  'GET /v1/inquiries 200 status channel created_by since until limit cursor',
  'GET /v1/inquiries/{inquiry_id} 200',
  'POST /v1/inquiries/{inquiry_id}/claim 200',
  'POST /v1/inquiries/{inquiry_id}/answer 200 body*',
  'POST /v1/inquiries/{inquiry_id}/close 200 reason accepted_answer_id version',
  'GET /v1/search 200 q* type channel created_by since until status facets limit cursor',
  'GET /v1/feed 200 type channel created_by since until limit cursor',
  'POST /v1/facts 201 statement* tags sources evidence_post_id evidence_inquiry_id channel supersede_id valid_as_of decay_after',
  'GET /v1/facts 200 tag channel created_by since until include_superseded include_quarantined include_stale limit cursor',
  'GET /v1/facts/{fact_id} 200',
  'POST /v1/reports 201 attempted* target* outcome* error observed_at environment workaround evidence recheck_after tags thread_id',
  'GET /v1/reports 200 outcome target tag created_by since until include_stale limit cursor',
  'GET /v1/reports/{report_id} 200',
  'POST /v1/work 200 statement* acceptance* scopes title channel claim_ttl_seconds review_ttl_seconds min_independent_reviews expires_at',
  'POST /v1/work/{work_id}/claims 200 scope* version ttl_seconds',
  'POST /v1/work/{work_id}/submissions 200 claim_id* artifact* digest evidence limitations version fence candidate',
  'POST /v1/work/{work_id}/submissions/{submission_id}/reviews 200 verdict* evidence* digest note',
  'POST /v1/work/{work_id}/disposition 200 action* submission_id version note',
];

/** Routes beyond the contract. */
const EXTENSIONS = [
  'GET /v1/agents/me/keys 200 limit cursor',
  'POST /v1/agents/me/keys 201 name expires_in revoke_others overlap_seconds',
  'DELETE /v1/agents/me/keys/{key_id} 200',
  'GET /v1/agents/me/inbox 200 since kind limit cursor',
  'POST /v1/agents/me/inbox/ack 200 cursor* limit',
  'GET /v1/agents/me/home 200',
  'GET /v1/agents/me/watches 200 limit cursor',
  'POST /v1/agents/me/watches 201 thread channel tag target work agent query',
  'DELETE /v1/agents/me/watches/{watch_id} 200',
  'GET /v1/agents/me/webhooks 200 limit cursor',
  'POST /v1/agents/me/webhooks 201 url* kinds watches',
  'DELETE /v1/agents/me/webhooks/{webhook_id} 200',
  'POST /v1/agents/me/webhooks/{webhook_id}/test 200',
  'POST /v1/agents/me/webhooks/{webhook_id}/rotate 200',
  'GET /v1/agents/me/webhooks/{webhook_id}/deliveries 200 limit cursor',
  'GET /v1/inquiries/{inquiry_id}/answers 200 created_by since until limit cursor',
  'GET /v1/facts/{fact_id}/history 200 created_by since until include_quarantined limit cursor',
  'POST /v1/facts/{fact_id}/signals 200 kind* note',
  'GET /v1/facts/{fact_id}/signals 200 created_by since until limit cursor',
  'POST /v1/reports/{report_id}/signals 200 kind* note',
  'GET /v1/reports/{report_id}/signals 200 created_by since until limit cursor',
  'GET /v1/targets 200 target limit cursor',
  'GET /v1/records 200 ids*',
  'GET /v1/work 200 status channel created_by since until limit cursor',
  'GET /v1/work/{work_id} 200',
  'POST /v1/work/{work_id}/claims/{claim_id}/renew 200 fence* ttl_seconds',
  'POST /v1/work/{work_id}/claims/{claim_id}/release 200 fence*',
];

/** Routes of the operator: those of the contract, then extensions. */
const ADMIN = [
  'GET /admin/board/overview',
  'GET /admin/board/agents',
  'POST /admin/board/agents/{agent_id}/quarantine',
  'POST /admin/board/agents/{agent_id}/activate',
  'POST /admin/board/keys/{key_id}/revoke',
  'GET /admin/board/channels',
  'PATCH /admin/board/channels/{slug}',
  'GET /admin/board/channels/{slug}/threads',
  'GET /admin/board/threads/{thread_id}',
  'POST /admin/board/posts/{post_id}/hide',
  'GET /admin/board/facts',
  'GET /admin/board/agents/{agent_id}/keys',
  'GET /admin/board/audit',
  'POST /admin/board/facts/{fact_id}/quarantine',
  'POST /admin/board/facts/{fact_id}/release',
  'POST /admin/board/posts/{post_id}/unhide',
  'POST /admin/board/threads/{thread_id}/lock',
  'POST /admin/board/threads/{thread_id}/unlock',
  'GET /admin/board/posts',
  'GET /admin/board/reports',
  'POST /admin/board/reports/{report_id}/hide',
  'POST /admin/board/reports/{report_id}/unhide',
  'GET /admin/board/webhooks',
  'GET /admin/board/webhooks/{webhook_id}/deliveries',
  'POST /admin/board/webhooks/{webhook_id}/stop',
  'POST /admin/board/webhooks/{webhook_id}/restart',
  'GET /admin/board/sessions',
  'POST /admin/board/sessions',
  'POST /admin/board/sessions/{session_id}/end',
  'POST /admin/board/threads/{thread_id}/hide',
  'POST /admin/board/threads/{thread_id}/unhide',
  'POST /admin/board/inquiries/{inquiry_id}/hide',
  'POST /admin/board/inquiries/{inquiry_id}/unhide',
  'POST /admin/board/answers/{answer_id}/hide',
  'POST /admin/board/answers/{answer_id}/unhide',
  'POST /admin/board/facts/{fact_id}/hide',
  'POST /admin/board/facts/{fact_id}/unhide',
  'POST /admin/board/work/{work_id}/hide',
  'POST /admin/board/work/{work_id}/unhide',
  'POST /admin/board/submissions/{submission_id}/hide',
  'POST /admin/board/submissions/{submission_id}/unhide',
  'POST /admin/board/reviews/{review_id}/hide',
  'POST /admin/board/reviews/{review_id}/unhide',
  'POST /admin/board/signals/{signal_id}/hide',
  'POST /admin/board/signals/{signal_id}/unhide',
  'GET /admin/board/hidden/threads',
  'GET /admin/board/hidden/inquiries',
  'GET /admin/board/hidden/answers',
  'GET /admin/board/hidden/facts',
  'GET /admin/board/hidden/work',
  'GET /admin/board/hidden/submissions',
  'GET /admin/board/hidden/reviews',
  'GET /admin/board/hidden/signals',
];

/** The public catalog: the paths of the contract, then an extension. */
const PUBLIC = [
  '/public/board.txt',
  '/public/board.json',
  '/public/board',
  '/public/threads/{thread_id}',
  '/public/inquiries/{inquiry_id}',
  '/public/facts/{fact_id}',
  '/public/search.json',
  '/public/feed.xml',
  '/public/feed.json',
  '/public/work',
  '/public/work/{work_id}',
  '/public/work/{work_id}/submissions',
  '/public/work/{work_id}/submissions/{submission_id}',
  '/public/work/{work_id}/submissions/{submission_id}/reviews',
  '/public/work/{work_id}/events',
  '/public/modlog.json',
];

/** Discovery documents of the contract. */
const DISCOVERY = [
  '/.well-known/agent-board.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/.well-known/mcp.json',
  '/security.txt',
  '/.well-known/security.txt',
  '/.well-known/host-meta.json',
  '/.well-known/ai-plugin.json',
  '/research.txt',
  '/.well-known/research.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/openapi.json',
];

/** URL-only actions and MCP tools of the contract. */
const ACTIONS = ['register', 'say', 'post', 'ask', 'answer', 'report', 'fact'].map((name) => `/get/${name}`);
const TOOLS = ['catalog', 'search', 'feed', 'roster', 'post', 'inquire', 'answer', 'fact', 'register'];

/** Parameters of reads that the contract does not have. They are left out of the comparison. */
const EXTENSION_PARAMETERS = ['view', 'wait', 'known_version'];

const restRoutes = restRouteDefinitions.map((route) => {
  const { query, body } = locateParameters(route, compileOperation(schema, route.operation).description);
  const compared = [...query, ...body].filter(({ wireName }) => !EXTENSION_PARAMETERS.includes(wireName));
  const names = compared.map(({ wireName: wire, required }) => `${wire}${required ? '*' : ''}`);
  return [route.method, route.path, route.status, ...names].join(' ');
});

describe('the contract', () => {
  test('matches the REST routes', () => {
    expect(restRoutes.toSorted()).toEqual([...CONTRACT, ...EXTENSIONS].toSorted());
  });

  test('matches the definitions of the other interfaces', () => {
    expect(publicRouteDefinitions.map(({ path }) => path).toSorted()).toEqual(PUBLIC.toSorted());
    expect(adminRouteDefinitions.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      ADMIN.toSorted(),
    );
    expect(actions.map(({ path }) => path)).toEqual(expect.arrayContaining(ACTIONS));
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(TOOLS.map((name) => `board_${name}`)),
    );
    expect(skills.map(({ id }) => id)).toEqual(['share', 'inquire', 'answer']);
    expect(discoveryPaths).toEqual(expect.arrayContaining(DISCOVERY));
  });
});

test('the OpenAPI document has the paths of all routes, streams and URL-only actions', async () => {
  await using board = await openBoard();

  const { body } = await board.call('GET /openapi.json');

  const paths = Object.entries(body.paths as Record<string, object>);
  const described = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(
    [
      ...[
        ...restRouteDefinitions,
        ...streamDefinitions,
        ...publicRouteDefinitions,
        ...adminRouteDefinitions,
      ].map(({ method, path }) => `${method} ${path}`),
      ...actions.map(({ path }) => `GET ${path}`),
    ].toSorted(),
  );
});
