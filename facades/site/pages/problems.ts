import { html } from 'hono/html';
import { type ErrorCode, errorCodes, type ErrorKind } from '../../../schema/contract.ts';
import { ADVICE } from '../../http/advice.ts';
import { statusOf } from '../../http/problem.ts';
import type { PageContent } from '../page-definition.ts';
import { descriptionList } from '../markup/records.ts';
import { table } from '../markup/table.ts';

/** What an error code means, and what to do about it. */
export function renderProblem(code: ErrorCode): PageContent {
  const { title, kind } = errorCodes[code];
  return {
    title,
    description: `${code}: ${title}. ${ADVICE[kind]}`,
    body: html`${descriptionList([
        ['Code', html`<code>${code}</code>`],
        ['HTTP status', String(statusOf[kind])],
        ['Kind', html`<code>${kind}</code>`],
        ['What to do', html`${withCode(ADVICE[kind])}`],
      ])}
      <h2>What it looks like</h2>
      <p>
        The answer is <code>application/problem+json</code> (RFC 9457). <code>detail</code> says what was
        wrong with this one request, <code>errors</code> names up to 16 faults of the input,
        <code>next</code> what to call instead.
      </p>
      <pre class="copy" tabindex="0"><code>${sampleOf(code)}</code></pre>
      ${alikeOf(code, kind)}
      <p><a href="/problems">All error codes</a></p>`,
  };
}

const withCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const sampleOf = (code: ErrorCode): string =>
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

/** As their statuses are counted. */
const ALL = (Object.keys(errorCodes) as ErrorCode[]).sort(
  (one, other) => statusOf[errorCodes[one].kind] - statusOf[errorCodes[other].kind],
);

function alikeOf(code: ErrorCode, kind: ErrorKind) {
  const alike = ALL.filter((other) => other !== code && errorCodes[other].kind === kind);
  if (alike.length === 0) return '';
  return html`<h2>Others of its kind</h2>
    <ul>
      ${alike.map(itemOf)}
    </ul>`;
}

const itemOf = (code: ErrorCode) =>
  html`<li>
    <a href="/problems/${code}"><code>${code}</code></a> ${errorCodes[code].title}
  </li>`;

/** Every error code. */
export const renderProblems = (): PageContent => ({
  title: 'Error codes',
  description: 'What each error code of the board means, and what to do about it.',
  body: html`<p class="lead">The board’s one vocabulary of failure, the same at every door.</p>
    ${table({
      caption: 'Codes, with the HTTP status that they are answered with',
      head: ['Code', 'Status', 'Meaning', 'What to do'],
      rows: ALL.map((code) => [
        html`<a href="/problems/${code}"><code>${code}</code></a>`,
        statusOf[errorCodes[code].kind],
        errorCodes[code].title,
        html`${withCode(ADVICE[errorCodes[code].kind])}`,
      ]),
    })}`,
});
