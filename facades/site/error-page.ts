import { html } from 'hono/html';
import type { BoardError } from '../../schema/contract.ts';
import { namesJson, prefersHtml } from '../http/codec/accept.ts';
import {
  type Problem,
  type ProblemContext,
  refusalHeaders,
  toProblem,
  toProblemReply,
  type RefusalWriter,
} from '../http/problem.ts';
import { type Reply, toTextReply } from '../http/reply.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { renderPage } from './layout.ts';
import type { PageContent } from './page-definition.ts';

/** An error as a page, or as problem JSON for requests whose `Accept` names JSON and does not prefer HTML. */
export const renderErrorPage: RefusalWriter = (error, context, request) => {
  const accept = request.headers.get('accept');
  if (namesJson(accept) && !prefersHtml(accept)) return withSecurityHeaders(toProblemReply(error, context));
  return toPageReply(error, context);
};

const withSecurityHeaders = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...SECURITY_HEADERS },
});

async function toPageReply(error: BoardError, context: ProblemContext): Promise<Reply> {
  const problem = toProblem(error, context);
  const headers = { ...refusalHeaders(error), ...SECURITY_HEADERS, 'cache-control': 'no-store' };
  return toTextReply(await renderPage(toContent(problem)), 'text/html', {
    status: problem.status,
    headers,
  });
}

const toContent = ({ title, status, detail, code, errors, instance }: Problem): PageContent => ({
  title,
  body: html`<p>${detail}</p>
    ${errors ? issueList(errors) : ''}
    <p>
      HTTP status ${status}, error code <a href="/problems/${code}"><code>${code}</code></a
      >. Go to the <a href="/">front page</a> or <a href="/search">search</a>.
    </p>
    <p class="byline">Request ${instance}</p>`,
});

const issueList = (errors: NonNullable<Problem['errors']>) =>
  html`<ul class="issue-list">
    ${errors.map(({ loc, msg }) => html`<li><code>${loc.slice(1).join('.')}</code>: ${msg}</li>`)}
  </ul>`;
