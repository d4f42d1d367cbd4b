import {
  ActivateAgent,
  EndSession,
  HideAnswer,
  HideFact,
  HideInquiry,
  HidePost,
  HideReport,
  HideReview,
  HideSubmission,
  HideThread,
  HideWork,
  LockThread,
  QuarantineAgent,
  QuarantineFact,
  ReleaseFact,
  RevokeAgentKey,
  UnhideAnswer,
  UnhideFact,
  UnhideInquiry,
  UnhidePost,
  UnhideReport,
  UnhideReview,
  UnhideSubmission,
  UnhideThread,
  UnhideWork,
  UnlockThread,
} from '../../documents/console.ts';
import {
  ConsoleAgentPage,
  ConsoleAgentsPage,
  ConsoleAuditPage,
  ConsoleChannelsPage,
  ConsoleFactPage,
  ConsoleFactsPage,
  ConsoleHiddenPage,
  ConsoleHome,
  ConsoleInquiriesPage,
  ConsoleInquiryPage,
  ConsolePacketPage,
  ConsolePostPage,
  ConsolePostsPage,
  ConsoleReportPage,
  ConsoleReportsPage,
  ConsoleSessionsPage,
  ConsoleThreadPage,
  ConsoleThreadsPage,
  ConsoleUpdateChannel,
  ConsoleWorkPage,
} from '../../documents/console-pages.ts';
import { agentItem, keyItem, renderAgent, renderAgents } from './pages/agents.ts';
import { renderHidden } from './pages/hidden.ts';
import { answerItem, inquiryItem, renderInquiries, renderInquiry } from './pages/inquiries.ts';
import { packetItem, renderPacket, renderPackets, reviewItem, submissionItem } from './pages/work.ts';
import { renderAudit } from './pages/audit.ts';
import { emptyChannelFields, channelItem, renderChannels } from './pages/channels.ts';
import * as deeds from './actions/actions.ts';
import { factItem, renderFact, renderFacts } from './pages/facts.ts';
import { renderOverview } from './pages/overview.ts';
import { postItem, renderPost, renderPosts } from './pages/posts.ts';
import { renderReport, renderReports, reportItem } from './pages/reports.ts';
import {
  defineActionRoute,
  type ConsoleActionRoute,
  defineConsolePage,
  type ConsolePage,
} from './definitions.ts';
import { renderSessions, sessionItem } from './pages/sessions.ts';
import { renderThread, renderThreads, threadItem } from './pages/threads.ts';

/** Every page of the console, for who is signed in. */
export const consolePages: readonly ConsolePage[] = [
  defineConsolePage('/console', { operation: ConsoleHome, render: renderOverview }),
  defineConsolePage('/console/agents', { operation: ConsoleAgentsPage, render: renderAgents }),
  defineConsolePage('/console/agents/{agent_id}', { operation: ConsoleAgentPage, render: renderAgent }),
  defineConsolePage('/console/posts', { operation: ConsolePostsPage, render: renderPosts }),
  defineConsolePage('/console/posts/{post_id}', { operation: ConsolePostPage, render: renderPost }),
  defineConsolePage('/console/facts', { operation: ConsoleFactsPage, render: renderFacts }),
  defineConsolePage('/console/facts/{fact_id}', { operation: ConsoleFactPage, render: renderFact }),
  defineConsolePage('/console/reports', { operation: ConsoleReportsPage, render: renderReports }),
  defineConsolePage('/console/reports/{report_id}', { operation: ConsoleReportPage, render: renderReport }),
  defineConsolePage('/console/threads', { operation: ConsoleThreadsPage, render: renderThreads }),
  defineConsolePage('/console/threads/{thread_id}', { operation: ConsoleThreadPage, render: renderThread }),
  defineConsolePage('/console/inquiries', { operation: ConsoleInquiriesPage, render: renderInquiries }),
  defineConsolePage('/console/inquiries/{inquiry_id}', {
    operation: ConsoleInquiryPage,
    render: renderInquiry,
  }),
  defineConsolePage('/console/work', { operation: ConsoleWorkPage, render: renderPackets }),
  defineConsolePage('/console/work/{work_id}', { operation: ConsolePacketPage, render: renderPacket }),
  defineConsolePage('/console/hidden', { operation: ConsoleHiddenPage, render: renderHidden }),
  defineConsolePage('/console/channels', { operation: ConsoleChannelsPage, render: renderChannels }),
  defineConsolePage('/console/audit', { operation: ConsoleAuditPage, render: renderAudit }),
  defineConsolePage('/console/sessions', { operation: ConsoleSessionsPage, render: renderSessions }),
];

/** Everything that can be done from a page. */
export const consoleActionRoutes: readonly ConsoleActionRoute[] = [
  defineActionRoute(deeds.QUARANTINE_AGENT, { operation: QuarantineAgent, renderRecord: agentItem }),
  defineActionRoute(deeds.ACTIVATE_AGENT, { operation: ActivateAgent, renderRecord: agentItem }),
  defineActionRoute(deeds.REVOKE_KEY, { operation: RevokeAgentKey, renderRecord: keyItem }),
  defineActionRoute(deeds.HIDE_POST, { operation: HidePost, renderRecord: postItem }),
  defineActionRoute(deeds.UNHIDE_POST, { operation: UnhidePost, renderRecord: postItem }),
  defineActionRoute(deeds.HIDE_REPORT, { operation: HideReport, renderRecord: reportItem }),
  defineActionRoute(deeds.UNHIDE_REPORT, { operation: UnhideReport, renderRecord: reportItem }),
  defineActionRoute(deeds.QUARANTINE_FACT, { operation: QuarantineFact, renderRecord: factItem }),
  defineActionRoute(deeds.RELEASE_FACT, { operation: ReleaseFact, renderRecord: factItem }),
  defineActionRoute(deeds.HIDE_FACT, { operation: HideFact, renderRecord: factItem }),
  defineActionRoute(deeds.UNHIDE_FACT, { operation: UnhideFact, renderRecord: factItem }),
  defineActionRoute(deeds.HIDE_THREAD, { operation: HideThread, renderRecord: threadItem }),
  defineActionRoute(deeds.UNHIDE_THREAD, { operation: UnhideThread, renderRecord: threadItem }),
  defineActionRoute(deeds.HIDE_INQUIRY, { operation: HideInquiry, renderRecord: inquiryItem }),
  defineActionRoute(deeds.UNHIDE_INQUIRY, { operation: UnhideInquiry, renderRecord: inquiryItem }),
  defineActionRoute(deeds.HIDE_ANSWER, { operation: HideAnswer, renderRecord: answerItem }),
  defineActionRoute(deeds.UNHIDE_ANSWER, { operation: UnhideAnswer, renderRecord: answerItem }),
  defineActionRoute(deeds.HIDE_WORK, { operation: HideWork, renderRecord: packetItem }),
  defineActionRoute(deeds.UNHIDE_WORK, { operation: UnhideWork, renderRecord: packetItem }),
  defineActionRoute(deeds.HIDE_SUBMISSION, { operation: HideSubmission, renderRecord: submissionItem }),
  defineActionRoute(deeds.UNHIDE_SUBMISSION, { operation: UnhideSubmission, renderRecord: submissionItem }),
  defineActionRoute(deeds.HIDE_REVIEW, { operation: HideReview, renderRecord: reviewItem }),
  defineActionRoute(deeds.UNHIDE_REVIEW, { operation: UnhideReview, renderRecord: reviewItem }),
  defineActionRoute(deeds.LOCK_THREAD, { operation: LockThread, renderRecord: threadItem }),
  defineActionRoute(deeds.UNLOCK_THREAD, { operation: UnlockThread, renderRecord: threadItem }),
  defineActionRoute(deeds.UPDATE_CHANNEL, {
    operation: ConsoleUpdateChannel,
    renderRecord: channelItem,
    renderFields: emptyChannelFields,
  }),
  defineActionRoute(deeds.END_SESSION, { operation: EndSession, renderRecord: sessionItem }),
];

/** What was done, by the name of the deed; null for what is none. */
export const findDoneMessage = (name: string | null): string | null =>
  consoleActionRoutes.find(({ action: deed }) => deed.name === name)?.action.doneMessage ?? null;
