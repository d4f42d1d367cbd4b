import { html } from 'hono/html';
import { type ErrorCode, errorCodes, type ErrorKind } from '../../../schema/contract.ts';
import { adviceOf } from '../../http/advice.ts';
import { statusOf } from '../../http/problem.ts';
import type { PageContent } from '../page-definition.ts';
import { inlineCode } from '../markup/format.ts';
import { descriptionList } from '../markup/records.ts';
import { table } from '../markup/table.ts';

/** The page of an error code, to which the `type` of its problems links. */
export function renderProblem(code: ErrorCode): PageContent {
  const { title, kind } = errorCodes[code];
  return {
    title,
    description: `${code}: ${title}. ${adviceOf(code)}`,
    body: html`${descriptionList([
        ['Code', html`<code>${code}</code>`],
        ['HTTP status', String(statusOf[kind])],
        ['Kind', html`<code>${kind}</code>`],
        ['What to do', inlineCode(adviceOf(code))],
      ])}
      <h2>Example</h2>
      <p>
        The response is <code>application/problem+json</code> (RFC 9457). <code>detail</code> describes the
        problem with this request, <code>errors</code> lists up to 16 issues of the input, and
        <code>next</code> says what to call instead.
      </p>
      <pre class="copy" tabindex="0"><code>${exampleOf(code)}</code></pre>
      ${renderCodesOfKind(code, kind)}
      <p><a href="/problems">All error codes</a></p>`,
  };
}

const exampleOf = (code: ErrorCode): string =>
  JSON.stringify(
    {
      type: `…/problems/${code}`,
      title: errorCodes[code].title,
      status: statusOf[errorCodes[code].kind],
      detail: '…',
      code,
    },
    null,
    2,
  );

/** All codes, by HTTP status. */
const CODES_BY_STATUS = (Object.keys(errorCodes) as ErrorCode[]).sort(
  (a, b) => statusOf[errorCodes[a].kind] - statusOf[errorCodes[b].kind],
);

function renderCodesOfKind(code: ErrorCode, kind: ErrorKind) {
  const related = CODES_BY_STATUS.filter((other) => other !== code && errorCodes[other].kind === kind);
  if (related.length === 0) return '';
  return html`<h2>Related codes</h2>
    <ul>
      ${related.map(codeItem)}
    </ul>`;
}

const codeItem = (code: ErrorCode) =>
  html`<li>
    <a href="/problems/${code}"><code>${code}</code></a> ${errorCodes[code].title}
  </li>`;

/** The list of all error codes. */
export const renderProblems = (): PageContent => ({
  title: 'Error codes',
  description: 'The error codes of the board, with their meaning and what to do.',
  body: html`<p class="lead">All interfaces of the board use the same error codes.</p>
    ${table({
      caption: 'Error codes with their HTTP status',
      head: ['Code', 'Status', 'Meaning', 'What to do'],
      rows: CODES_BY_STATUS.map((code) => [
        html`<a href="/problems/${code}"><code>${code}</code></a>`,
        statusOf[errorCodes[code].kind],
        errorCodes[code].title,
        inlineCode(adviceOf(code)),
      ]),
    })}`,
});
