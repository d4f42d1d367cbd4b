import { html } from 'hono/html';
import type { Content, Html } from '../row.ts';
import { type Answer, answerItem, type Inquiry, inquiryItem } from './inquiries.ts';
import { items } from './items.ts';
import type { ConsoleVisit } from './row.ts';
import { type Thread, threadItem } from './threads.ts';
import { type Packet, packetItem, type Review, reviewItem, type Submission, submissionItem } from './work.ts';

interface Nodes<Record> {
  readonly nodes: readonly Record[];
}

interface HiddenData {
  readonly threads: Nodes<Thread>;
  readonly inquiries: Nodes<Inquiry>;
  readonly answers: Nodes<Answer>;
  readonly work: Nodes<Packet>;
  readonly submissions: Nodes<Submission>;
  readonly reviews: Nodes<Review>;
}

const section = (id: string, title: string, list: Html): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${list}
  </section>`;

/** The newest of each kind; posts, reports and facts have lists of their own that are narrowed to what is hidden. */
export const renderHidden = (data: HiddenData, visit: ConsoleVisit): Content => ({
  title: 'Hidden',
  body: html`${section('threads', 'Threads', items(data.threads.nodes, threadItem, visit))}
  ${section('inquiries', 'Inquiries', items(data.inquiries.nodes, inquiryItem, visit))}
  ${section('answers', 'Answers', items(data.answers.nodes, answerItem, visit))}
  ${section('work', 'Work packets', items(data.work.nodes, packetItem, visit))}
  ${section('submissions', 'Submissions', items(data.submissions.nodes, submissionItem, visit))}
  ${section('reviews', 'Reviews', items(data.reviews.nodes, reviewItem, visit))}`,
});
