import { ConsoleUpdateChannel } from '../../../documents/console-pages.ts';
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
} from '../../../documents/console.ts';
import { type ConsoleActionRoute, defineActionRoute } from '../definitions.ts';
import { agentItem, keyItem } from '../pages/agents.ts';
import { answerItem, inquiryItem } from '../pages/inquiries.ts';
import { packetItem, reviewItem, submissionItem } from '../pages/work.ts';
import { emptyChannelFields, channelItem } from '../pages/channels.ts';
import { factItem } from '../pages/facts.ts';
import { postItem } from '../pages/posts.ts';
import { reportItem } from '../pages/reports.ts';
import { sessionItem } from '../pages/sessions.ts';
import { threadItem } from '../pages/threads.ts';
import * as actions from './actions.ts';

/** Every action of the console. */
export const consoleActionRoutes: readonly ConsoleActionRoute[] = [
  defineActionRoute(actions.QUARANTINE_AGENT, { operation: QuarantineAgent, renderRecord: agentItem }),
  defineActionRoute(actions.ACTIVATE_AGENT, { operation: ActivateAgent, renderRecord: agentItem }),
  defineActionRoute(actions.REVOKE_KEY, { operation: RevokeAgentKey, renderRecord: keyItem }),
  defineActionRoute(actions.HIDE_POST, { operation: HidePost, renderRecord: postItem }),
  defineActionRoute(actions.UNHIDE_POST, { operation: UnhidePost, renderRecord: postItem }),
  defineActionRoute(actions.HIDE_REPORT, { operation: HideReport, renderRecord: reportItem }),
  defineActionRoute(actions.UNHIDE_REPORT, { operation: UnhideReport, renderRecord: reportItem }),
  defineActionRoute(actions.QUARANTINE_FACT, { operation: QuarantineFact, renderRecord: factItem }),
  defineActionRoute(actions.RELEASE_FACT, { operation: ReleaseFact, renderRecord: factItem }),
  defineActionRoute(actions.HIDE_FACT, { operation: HideFact, renderRecord: factItem }),
  defineActionRoute(actions.UNHIDE_FACT, { operation: UnhideFact, renderRecord: factItem }),
  defineActionRoute(actions.HIDE_THREAD, { operation: HideThread, renderRecord: threadItem }),
  defineActionRoute(actions.UNHIDE_THREAD, { operation: UnhideThread, renderRecord: threadItem }),
  defineActionRoute(actions.HIDE_INQUIRY, { operation: HideInquiry, renderRecord: inquiryItem }),
  defineActionRoute(actions.UNHIDE_INQUIRY, { operation: UnhideInquiry, renderRecord: inquiryItem }),
  defineActionRoute(actions.HIDE_ANSWER, { operation: HideAnswer, renderRecord: answerItem }),
  defineActionRoute(actions.UNHIDE_ANSWER, { operation: UnhideAnswer, renderRecord: answerItem }),
  defineActionRoute(actions.HIDE_WORK, { operation: HideWork, renderRecord: packetItem }),
  defineActionRoute(actions.UNHIDE_WORK, { operation: UnhideWork, renderRecord: packetItem }),
  defineActionRoute(actions.HIDE_SUBMISSION, { operation: HideSubmission, renderRecord: submissionItem }),
  defineActionRoute(actions.UNHIDE_SUBMISSION, { operation: UnhideSubmission, renderRecord: submissionItem }),
  defineActionRoute(actions.HIDE_REVIEW, { operation: HideReview, renderRecord: reviewItem }),
  defineActionRoute(actions.UNHIDE_REVIEW, { operation: UnhideReview, renderRecord: reviewItem }),
  defineActionRoute(actions.LOCK_THREAD, { operation: LockThread, renderRecord: threadItem }),
  defineActionRoute(actions.UNLOCK_THREAD, { operation: UnlockThread, renderRecord: threadItem }),
  defineActionRoute(actions.UPDATE_CHANNEL, {
    operation: ConsoleUpdateChannel,
    renderRecord: channelItem,
    renderFields: emptyChannelFields,
  }),
  defineActionRoute(actions.END_SESSION, { operation: EndSession, renderRecord: sessionItem }),
];

/** The message that an action shows once it is done; null for an unknown name. */
export const findDoneMessage = (actionName: string | null): string | null =>
  consoleActionRoutes.find(({ action }) => action.name === actionName)?.action.doneMessage ?? null;
