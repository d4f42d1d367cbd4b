import {
  ConsoleAgentPage,
  ConsoleAgentsPage,
  ConsoleAuditPage,
  ConsoleChannelsPage,
  ConsoleHiddenPage,
  ConsoleHome,
  ConsoleSessionsPage,
} from '../../documents/console/pages.ts';
import { ConsoleProcessPage } from '../../documents/console/process-page.ts';
import {
  ConsoleFactPage,
  ConsoleFactsPage,
  ConsoleInquiriesPage,
  ConsoleInquiryPage,
  ConsolePostPage,
  ConsolePostsPage,
  ConsoleReportPage,
  ConsoleReportsPage,
  ConsoleThreadPage,
  ConsoleThreadsPage,
} from '../../documents/console/record-pages.ts';
import { ConsoleWebhookPage, ConsoleWebhooksPage } from '../../documents/console/webhook-pages.ts';
import {
  ConsolePacketPage,
  ConsoleSubmissionPage,
  ConsoleWorkPage,
} from '../../documents/console/work-pages.ts';
import { type ConsolePage, defineConsolePage } from './definitions.ts';
import { renderAgent, renderAgents } from './pages/agents.ts';
import { renderHidden } from './pages/hidden.ts';
import { renderInquiries, renderInquiry } from './pages/inquiries.ts';
import { renderPacket, renderPackets, renderSubmission } from './pages/work.ts';
import { renderAudit } from './pages/audit.ts';
import { renderChannels } from './pages/channels.ts';
import { renderFact, renderFacts } from './pages/facts.ts';
import { renderOverview } from './pages/overview.ts';
import { renderPost, renderPosts } from './pages/posts.ts';
import { renderProcess } from './pages/process.ts';
import { renderReport, renderReports } from './pages/reports.ts';
import { renderSessions } from './pages/sessions.ts';
import { renderThread, renderThreads } from './pages/threads.ts';
import { renderWebhook, renderWebhooks } from './pages/webhooks.ts';

/** Every page of the console that needs a sign-in. */
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
  defineConsolePage('/console/work/{work_id}/submissions/{submission_id}', {
    operation: ConsoleSubmissionPage,
    render: renderSubmission,
  }),
  defineConsolePage('/console/hidden', { operation: ConsoleHiddenPage, render: renderHidden }),
  defineConsolePage('/console/channels', { operation: ConsoleChannelsPage, render: renderChannels }),
  defineConsolePage('/console/webhooks', { operation: ConsoleWebhooksPage, render: renderWebhooks }),
  defineConsolePage('/console/webhooks/{webhook_id}', {
    operation: ConsoleWebhookPage,
    render: renderWebhook,
  }),
  defineConsolePage('/console/process', { operation: ConsoleProcessPage, render: renderProcess }),
  defineConsolePage('/console/audit', { operation: ConsoleAuditPage, render: renderAudit }),
  defineConsolePage('/console/sessions', { operation: ConsoleSessionsPage, render: renderSessions }),
];
