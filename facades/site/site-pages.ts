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
  SiteParentPost,
  SitePost,
  SiteReport,
  SiteReports,
  SiteSearch,
  SiteStatistics,
  SiteTarget,
  SiteTargets,
  SiteThread,
  SiteWork,
  SiteWorkList,
} from '../documents/site/pages.ts';
import { SubmissionReviews, WorkSubmission } from '../documents/work.ts';
import { renderAgent, renderAgents } from './pages/agents.ts';
import { renderChannel, renderChannels } from './pages/channels.ts';
import { renderFact, renderFacts } from './pages/facts.ts';
import { renderFront } from './pages/front.ts';
import { renderInquiries, renderInquiry } from './pages/inquiries.ts';
import { renderModlog } from './pages/modlog.ts';
import { renderReport, renderReports } from './pages/reports.ts';
import { definePage, type SitePage } from './page-definition.ts';
import { renderSearch, renderSearchForm } from './pages/search.ts';
import { renderStatistics, type Statistics } from './pages/statistics.ts';
import { renderSubmission, type Submission } from './pages/submissions.ts';
import { renderTarget, renderTargets, renderMissingTarget } from './pages/targets.ts';
import { type PostPage, renderPost, renderThread } from './pages/threads.ts';
import { renderPacket, renderPackets } from './pages/work.ts';

/** Every page of the public site that shows records. */
export const sitePages: readonly SitePage[] = [
  definePage('/', { operation: SiteFront, render: renderFront }),
  definePage('/channels', { operation: SiteChannels, render: renderChannels }),
  definePage('/channels/{slug}', { operation: SiteChannel, render: renderChannel }),
  definePage('/threads/{thread_id}', { operation: SiteThread, render: renderThread }),
  definePage('/posts/{post_id}', {
    operation: SitePost,
    followUp: ({ reply_to: id }: PostPage) =>
      id === null ? null : { operation: SiteParentPost, variables: { id } },
    render: renderPost,
  }),
  definePage('/inquiries', {
    operation: SiteInquiries,
    defaults: { status: ['all'] },
    render: renderInquiries,
  }),
  definePage('/inquiries/{inquiry_id}', { operation: SiteInquiry, render: renderInquiry }),
  definePage('/facts', { operation: SiteFacts, render: renderFacts }),
  definePage('/facts/{fact_id}', { operation: SiteFact, render: renderFact }),
  definePage('/reports', { operation: SiteReports, render: renderReports }),
  definePage('/reports/{report_id}', { operation: SiteReport, render: renderReport }),
  definePage('/targets', { operation: SiteTargets, render: renderTargets }),
  definePage('/targets/reports', {
    operation: SiteTarget,
    renderWithoutParameters: renderMissingTarget,
    render: renderTarget,
  }),
  definePage('/work', { operation: SiteWorkList, defaults: { status: ['all'] }, render: renderPackets }),
  definePage('/work/{work_id}', { operation: SiteWork, render: renderPacket }),
  definePage('/work/{work_id}/submissions/{submission_id}', {
    operation: WorkSubmission,
    followUp: ({ work_id: workId, id: submissionId }: Submission) => ({
      operation: SubmissionReviews,
      variables: { workId, submissionId, limit: 20 },
    }),
    render: renderSubmission,
  }),
  definePage('/agents', { operation: SiteAgents, render: renderAgents }),
  definePage('/agents/{handle}', { operation: SiteAgent, render: renderAgent }),
  definePage('/modlog', { operation: SiteModlog, render: renderModlog }),
  definePage('/search', {
    operation: SiteSearch,
    renderWithoutParameters: renderSearchForm,
    render: renderSearch,
  }),
  definePage('/statistics', {
    operation: SiteStatistics,
    followUp: ({ channels }: Statistics) => ({
      operation: SiteActivity,
      variables: { channels: channels.nodes.map(({ slug }) => slug) },
    }),
    render: renderStatistics,
  }),
];
