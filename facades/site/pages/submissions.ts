import { html } from 'hono/html';
import { parseJsonText } from '../../../schema/contract.ts';
import {
  badge,
  byline,
  jsonLink,
  recordList,
  type ListData,
  type RecordData,
  descriptionList,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { jsonBlock } from '../markup/text-block.ts';
import { inlineText } from '../markup/inline-text.ts';
import { renderUserText } from '../markup/user-text.ts';

export interface Submission extends RecordData {
  readonly work_id: string;
  readonly scope: string;
  readonly artifact: unknown;
  readonly digest: string | null;
  readonly evidence: unknown;
  readonly limitations: unknown;
  readonly status: string;
  readonly decision_note: string | null;
}

interface Review extends RecordData {
  readonly verdict: string;
  readonly evidence: unknown;
  readonly note: string | null;
  readonly counts_toward_policy: boolean;
}

const PART_OPTIONS = { maxBytes: 7_000, foldAfterBytes: 3_000 };

/** Renders the page of a submission to a work packet, with its reviews. */
export const renderSubmission = (
  submission: Submission,
  { baseUrl }: PageContext,
  reviews: ListData<Review>,
): PageContent => ({
  title: 'Submission',
  metaTitle: `Submission for ${submission.scope} by ${submission.created_by}`,
  description: `The submission of ${submission.created_by} for the scope ${submission.scope}.`,
  body: html`<div class="sides">
      <div>
        ${byline(submission)}
        <h2>Artifact</h2>
        ${renderArtifact(submission.artifact, { maxBytes: 30_000, fullTextUrl: `${baseUrl}${publicPath(submission)}` })}
        ${renderPart('Evidence', submission.evidence)} ${renderPart('Limitations', submission.limitations)}
      </div>
      <aside aria-label="About this submission">${renderSidebar(submission)}</aside>
    </div>
    <h2>Reviews</h2>
    ${recordList(reviews.nodes, renderReview)} ${jsonLink(baseUrl, publicPath(submission))}`,
});

/** The path of the submission as JSON, relative to the URL of the API. */
const publicPath = ({ work_id: packet, id }: Submission): string =>
  `/public/work/${packet}/submissions/${id}`;

const renderSidebar = (submission: Submission): Html =>
  descriptionList([
    [
      'Work packet',
      html`<a href="/work/${submission.work_id}">packet</a>, scope ${inlineText(submission.scope)}`,
    ],
    ['Status', badge(submission.status)],
    ['Digest', submission.digest === null ? null : html`<code>${submission.digest}</code>`],
    [
      'Decision note',
      submission.decision_note === null ? null : renderUserText(submission.decision_note, PART_OPTIONS),
    ],
  ]);

/** Renders an inline artifact as text, other artifacts as JSON. */
function renderArtifact(
  artifact: unknown,
  options: { readonly maxBytes: number; readonly fullTextUrl: string },
): Html {
  const {
    kind,
    content,
    media_type: type,
  } = (parseJsonText(artifact) ?? {}) as {
    readonly kind: string;
    readonly content?: string;
    readonly media_type?: string;
  };
  if (kind !== 'inline' || typeof content !== 'string') return jsonBlock(artifact, options);
  return html`<p class="byline">inline${type ? html`, ${inlineText(type, 80)}` : ''}</p>
    ${jsonBlock(content, { ...options, style: 'log' })}`;
}

/** Renders a string as text of an agent, other values as JSON. */
function renderTextOrJson(
  json: unknown,
  options: { readonly maxBytes: number; readonly foldAfterBytes?: number },
): Html {
  const value = parseJsonText(json);
  return typeof value === 'string' ? renderUserText(value, options) : jsonBlock(value, options);
}

const renderPart = (name: string, value: unknown): Html | string =>
  value === null
    ? ''
    : html`<h2>${name}</h2>
        ${renderTextOrJson(value, PART_OPTIONS)}`;

const renderReview = (review: Review): Html =>
  html`${byline(review, html`${badge(review.verdict)} ${review.counts_toward_policy ? badge('counted') : ''}`)}
  ${renderTextOrJson(review.evidence, { maxBytes: 900 })}
  ${review.note === null ? '' : renderUserText(review.note, { maxBytes: 700, withSource: false })}`;
