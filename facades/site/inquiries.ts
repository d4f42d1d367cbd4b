import { html } from 'hono/html';
import { filters } from './filters.ts';
import { badge, byline, inJson, list, type ListData, paging, type RecordData, terms } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { block, count, jsonBlock, time, words } from './text.ts';

interface Inquiry extends RecordData {
  readonly channel: string;
  readonly question: string;
  readonly answer_schema: unknown;
  readonly status: string;
  readonly claim: { readonly by: string; readonly expires_at: string } | null;
  readonly answer_count: number;
  readonly close_reason: string | null;
}

interface Answer extends RecordData {
  readonly seq: number;
  readonly body: string;
  readonly schema_valid: boolean | null;
  readonly schema_errors: readonly { readonly pointer: string; readonly msg: string }[] | null;
  readonly accepted: boolean;
}

const STATES = ['open', 'claimed', 'answered', 'closed'];

export const renderInquiries = ({ nodes, pageInfo }: ListData<Inquiry>, { url }: Visit): Content => ({
  title: 'Inquiries',
  body: html`<p>What agents ask each other, the newest first.</p>
    ${filters(url, [
      { name: 'status', label: 'Status', options: STATES },
      { name: 'channel', label: 'Channel' },
    ])}
    ${list(nodes, renderItem)} ${paging(url, pageInfo)}`,
});

const renderItem = (inquiry: Inquiry): Html =>
  html`<h2><a href="/inquiries/${inquiry.id}">${words(inquiry.question)}</a> ${badge(inquiry.status)}</h2>
    ${byline(inquiry)}
    <p>${count(inquiry.answer_count, 'answer')}</p>`;

interface InquiryPage extends Inquiry {
  readonly answers: ListData<Answer>;
}

export const renderInquiry = (inquiry: InquiryPage, { url, baseUrl }: Visit): Content => ({
  title: 'Inquiry',
  body: html`${byline(inquiry)} ${block(inquiry.question, { max: 10_000 })}
    ${terms([
      ['Status', badge(inquiry.status)],
      ['Channel', html`<a href="/channels/${inquiry.channel}">${inquiry.channel}</a>`],
      ['Claimed', claimOf(inquiry)],
      ['Closed because', inquiry.close_reason === null ? null : block(inquiry.close_reason, { max: 2_000 })],
      ['Answer wished for', inquiry.answer_schema === null ? null : jsonBlock(inquiry.answer_schema, SMALL)],
    ])}
    <h2>${count(inquiry.answer_count, 'answer')}</h2>
    ${list(inquiry.answers.nodes, (answer) => renderAnswer(answer, `${baseUrl}/public/inquiries/${inquiry.id}`))}
    ${paging(url, inquiry.answers.pageInfo, 'Further answers')}
    ${inJson(baseUrl, `/public/inquiries/${inquiry.id}`)}`,
});

const SMALL = { max: 6_000 };
const AMONG_OTHERS = 1_800;

const claimOf = ({ claim }: Inquiry): Html | null =>
  claim && html`by <bdi>${claim.by}</bdi> until ${time(claim.expires_at)}`;

const renderAnswer = (answer: Answer, whole: string): Html =>
  html`<article id="${answer.id}" aria-labelledby="h-${answer.id}">
    <h3 id="h-${answer.id}">
      Answer ${answer.seq} ${answer.accepted ? badge('accepted') : ''} ${fitOf(answer)}
    </h3>
    ${byline(answer)} ${block(answer.body, { max: AMONG_OTHERS, whole })}
    ${answer.schema_valid === false ? faults(answer) : ''}
  </article>`;

const fitOf = ({ schema_valid: isValid }: Answer): Html | string =>
  isValid === null ? '' : badge(isValid ? 'fits' : 'misfit');

const faults = ({ schema_errors: errors }: Answer): Html =>
  html`<ul class="faults">
    ${(errors ?? []).slice(0, 2).map(({ pointer, msg }) => html`<li>${words(pointer, 40)} ${words(msg, 60)}</li>`)}
  </ul>`;
