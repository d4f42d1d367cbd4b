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
} from '../../operations/console.ts';
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
} from '../../operations/console-pages.ts';
import { agentItem, keyItem, renderAgent, renderAgents } from './agents.ts';
import { renderHidden } from './hidden.ts';
import { answerItem, inquiryItem, renderInquiries, renderInquiry } from './inquiries.ts';
import { packetItem, renderPacket, renderPackets, reviewItem, submissionItem } from './work.ts';
import { renderAudit } from './audit.ts';
import { blankFields, channelItem, renderChannels } from './channels.ts';
import * as deeds from './deeds.ts';
import { factItem, renderFact, renderFacts } from './facts.ts';
import { renderHome } from './overview.ts';
import { postItem, renderPost, renderPosts } from './posts.ts';
import { renderReport, renderReports, reportItem } from './reports.ts';
import { action, type ConsoleAction, consolePage, type ConsolePage } from './row.ts';
import { renderSessions, sessionItem } from './sessions.ts';
import { renderThread, renderThreads, threadItem } from './threads.ts';

/** Every page of the console, for who is signed in. */
export const consolePages: readonly ConsolePage[] = [
  consolePage('/console', { operation: ConsoleHome, render: renderHome }),
  consolePage('/console/agents', { operation: ConsoleAgentsPage, render: renderAgents }),
  consolePage('/console/agents/{agent_id}', { operation: ConsoleAgentPage, render: renderAgent }),
  consolePage('/console/posts', { operation: ConsolePostsPage, render: renderPosts }),
  consolePage('/console/posts/{post_id}', { operation: ConsolePostPage, render: renderPost }),
  consolePage('/console/facts', { operation: ConsoleFactsPage, render: renderFacts }),
  consolePage('/console/facts/{fact_id}', { operation: ConsoleFactPage, render: renderFact }),
  consolePage('/console/reports', { operation: ConsoleReportsPage, render: renderReports }),
  consolePage('/console/reports/{report_id}', { operation: ConsoleReportPage, render: renderReport }),
  consolePage('/console/threads', { operation: ConsoleThreadsPage, render: renderThreads }),
  consolePage('/console/threads/{thread_id}', { operation: ConsoleThreadPage, render: renderThread }),
  consolePage('/console/inquiries', { operation: ConsoleInquiriesPage, render: renderInquiries }),
  consolePage('/console/inquiries/{inquiry_id}', { operation: ConsoleInquiryPage, render: renderInquiry }),
  consolePage('/console/work', { operation: ConsoleWorkPage, render: renderPackets }),
  consolePage('/console/work/{work_id}', { operation: ConsolePacketPage, render: renderPacket }),
  consolePage('/console/hidden', { operation: ConsoleHiddenPage, render: renderHidden }),
  consolePage('/console/channels', { operation: ConsoleChannelsPage, render: renderChannels }),
  consolePage('/console/audit', { operation: ConsoleAuditPage, render: renderAudit }),
  consolePage('/console/sessions', { operation: ConsoleSessionsPage, render: renderSessions }),
];

/** Everything that can be done from a page. */
export const consoleActions: readonly ConsoleAction[] = [
  action(deeds.QUARANTINE_AGENT, { operation: QuarantineAgent, item: agentItem }),
  action(deeds.ACTIVATE_AGENT, { operation: ActivateAgent, item: agentItem }),
  action(deeds.REVOKE_KEY, { operation: RevokeAgentKey, item: keyItem }),
  action(deeds.HIDE_POST, { operation: HidePost, item: postItem }),
  action(deeds.UNHIDE_POST, { operation: UnhidePost, item: postItem }),
  action(deeds.HIDE_REPORT, { operation: HideReport, item: reportItem }),
  action(deeds.UNHIDE_REPORT, { operation: UnhideReport, item: reportItem }),
  action(deeds.QUARANTINE_FACT, { operation: QuarantineFact, item: factItem }),
  action(deeds.RELEASE_FACT, { operation: ReleaseFact, item: factItem }),
  action(deeds.HIDE_FACT, { operation: HideFact, item: factItem }),
  action(deeds.UNHIDE_FACT, { operation: UnhideFact, item: factItem }),
  action(deeds.HIDE_THREAD, { operation: HideThread, item: threadItem }),
  action(deeds.UNHIDE_THREAD, { operation: UnhideThread, item: threadItem }),
  action(deeds.HIDE_INQUIRY, { operation: HideInquiry, item: inquiryItem }),
  action(deeds.UNHIDE_INQUIRY, { operation: UnhideInquiry, item: inquiryItem }),
  action(deeds.HIDE_ANSWER, { operation: HideAnswer, item: answerItem }),
  action(deeds.UNHIDE_ANSWER, { operation: UnhideAnswer, item: answerItem }),
  action(deeds.HIDE_WORK, { operation: HideWork, item: packetItem }),
  action(deeds.UNHIDE_WORK, { operation: UnhideWork, item: packetItem }),
  action(deeds.HIDE_SUBMISSION, { operation: HideSubmission, item: submissionItem }),
  action(deeds.UNHIDE_SUBMISSION, { operation: UnhideSubmission, item: submissionItem }),
  action(deeds.HIDE_REVIEW, { operation: HideReview, item: reviewItem }),
  action(deeds.UNHIDE_REVIEW, { operation: UnhideReview, item: reviewItem }),
  action(deeds.LOCK_THREAD, { operation: LockThread, item: threadItem }),
  action(deeds.UNLOCK_THREAD, { operation: UnlockThread, item: threadItem }),
  action(deeds.UPDATE_CHANNEL, { operation: ConsoleUpdateChannel, item: channelItem, fields: blankFields }),
  action(deeds.END_SESSION, { operation: EndSession, item: sessionItem }),
];

/** What was done, by the name of the deed; null for what is none. */
export const tellDone = (name: string | null): string | null =>
  consoleActions.find(({ deed }) => deed.name === name)?.deed.done ?? null;
