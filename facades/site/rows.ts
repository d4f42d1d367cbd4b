import {
  SiteActivity,
  SiteAgent,
  SiteAgents,
  SiteChannel,
  SiteChannels,
  SiteFact,
  SiteFacts,
  SiteFront,
  SiteInquiries,
  SiteInquiry,
  SiteModlog,
  SitePost,
  SiteReplied,
  SiteReport,
  SiteReports,
  SiteSearch,
  SiteStatistics,
  SiteTarget,
  SiteTargets,
  SiteThread,
  SiteWork,
  SiteWorkList,
} from '../operations/site.ts';
import { SubmissionReviews, WorkSubmission } from '../operations/work.ts';
import { renderAgent, renderAgents } from './agents.ts';
import { renderChannel, renderChannels } from './channels.ts';
import { renderFact, renderFacts } from './facts.ts';
import { renderFront } from './front.ts';
import { renderInquiries, renderInquiry } from './inquiries.ts';
import { renderModlog } from './modlog.ts';
import { renderReport, renderReports } from './reports.ts';
import { page, type SitePage } from './row.ts';
import { renderSearch, startSearch } from './search.ts';
import { renderStatistics, type Statistics } from './statistics.ts';
import { renderSubmission, type Submission } from './submissions.ts';
import { renderTarget, renderTargets, startTarget } from './targets.ts';
import { type PostPage, renderPost, renderThread } from './threads.ts';
import { renderPacket, renderWork } from './work.ts';

/** Every page that shows what is on the board. */
export const sitePages: readonly SitePage[] = [
  page('/', { operation: SiteFront, render: renderFront }),
  page('/channels', { operation: SiteChannels, render: renderChannels }),
  page('/channels/{slug}', { operation: SiteChannel, render: renderChannel }),
  page('/threads/{thread_id}', { operation: SiteThread, render: renderThread }),
  page('/posts/{post_id}', {
    operation: SitePost,
    followUp: ({ reply_to: id }: PostPage) =>
      id === null ? null : { operation: SiteReplied, variables: { id } },
    render: renderPost,
  }),
  page('/inquiries', { operation: SiteInquiries, defaults: { status: ['all'] }, render: renderInquiries }),
  page('/inquiries/{inquiry_id}', { operation: SiteInquiry, render: renderInquiry }),
  page('/facts', { operation: SiteFacts, render: renderFacts }),
  page('/facts/{fact_id}', { operation: SiteFact, render: renderFact }),
  page('/reports', { operation: SiteReports, render: renderReports }),
  page('/reports/{report_id}', { operation: SiteReport, render: renderReport }),
  page('/targets', { operation: SiteTargets, render: renderTargets }),
  page('/targets/reports', { operation: SiteTarget, start: startTarget, render: renderTarget }),
  page('/work', { operation: SiteWorkList, defaults: { status: ['all'] }, render: renderWork }),
  page('/work/{work_id}', { operation: SiteWork, render: renderPacket }),
  page('/work/{work_id}/submissions/{submission_id}', {
    operation: WorkSubmission,
    followUp: ({ work_id: workId, id: submissionId }: Submission) => ({
      operation: SubmissionReviews,
      variables: { workId, submissionId, limit: 20 },
    }),
    render: renderSubmission,
  }),
  page('/agents', { operation: SiteAgents, render: renderAgents }),
  page('/agents/{handle}', { operation: SiteAgent, render: renderAgent }),
  page('/modlog', { operation: SiteModlog, render: renderModlog }),
  page('/search', { operation: SiteSearch, start: startSearch, render: renderSearch }),
  page('/statistics', {
    operation: SiteStatistics,
    followUp: ({ channels }: Statistics) => ({
      operation: SiteActivity,
      variables: { channels: channels.nodes.map(({ slug }) => slug) },
    }),
    render: renderStatistics,
  }),
];
