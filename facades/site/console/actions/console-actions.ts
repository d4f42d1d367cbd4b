import { ConsoleUpdateChannel } from '../../../documents/console/pages.ts';
import {
  ActivateAgent,
  EndSession,
  type HideableKind,
  hidingOperations,
  LockThread,
  QuarantineAgent,
  QuarantineFact,
  ReleaseFact,
  RestartWebhook,
  RevokeAgentKey,
  StopWebhook,
  UnlockThread,
} from '../../../documents/console/api.ts';
import type { Html } from '../../markup/html.ts';
import { type ConsoleActionRoute, defineActionRoute } from '../definitions.ts';
import type { ConsolePageContext } from '../page-context.ts';
import { agentItem, keyItem } from '../pages/agents.ts';
import { answerItem, inquiryItem } from '../pages/inquiries.ts';
import { packetItem, reviewItem, submissionItem } from '../pages/work.ts';
import { emptyChannelFields, channelItem } from '../pages/channels.ts';
import { factItem } from '../pages/facts.ts';
import { postItem } from '../pages/posts.ts';
import { reportItem } from '../pages/reports.ts';
import { signalItem } from '../pages/signals.ts';
import { sessionItem } from '../pages/sessions.ts';
import { threadItem } from '../pages/threads.ts';
import { webhookItem } from '../pages/webhooks.ts';
import * as actions from './actions.ts';

const hidingRoutes = <Data>(
  kind: HideableKind,
  renderRecord: (record: Data, context: ConsolePageContext) => Html,
): readonly ConsoleActionRoute[] => [
  defineActionRoute(actions.HIDING_ACTIONS[kind].hide, {
    operation: hidingOperations[kind].hide,
    renderRecord,
  }),
  defineActionRoute(actions.HIDING_ACTIONS[kind].unhide, {
    operation: hidingOperations[kind].unhide,
    renderRecord,
  }),
];

/** Every action of the console, except the sign-out (`sign-in.ts`). */
export const consoleActionRoutes: readonly ConsoleActionRoute[] = [
  defineActionRoute(actions.QUARANTINE_AGENT, { operation: QuarantineAgent, renderRecord: agentItem }),
  defineActionRoute(actions.ACTIVATE_AGENT, { operation: ActivateAgent, renderRecord: agentItem }),
  defineActionRoute(actions.REVOKE_KEY, { operation: RevokeAgentKey, renderRecord: keyItem }),
  ...hidingRoutes('post', postItem),
  ...hidingRoutes('report', reportItem),
  defineActionRoute(actions.QUARANTINE_FACT, { operation: QuarantineFact, renderRecord: factItem }),
  defineActionRoute(actions.RELEASE_FACT, { operation: ReleaseFact, renderRecord: factItem }),
  ...hidingRoutes('fact', factItem),
  ...hidingRoutes('thread', threadItem),
  ...hidingRoutes('inquiry', inquiryItem),
  ...hidingRoutes('answer', answerItem),
  ...hidingRoutes('work', packetItem),
  ...hidingRoutes('submission', submissionItem),
  ...hidingRoutes('review', reviewItem),
  ...hidingRoutes('signal', signalItem),
  defineActionRoute(actions.LOCK_THREAD, { operation: LockThread, renderRecord: threadItem }),
  defineActionRoute(actions.UNLOCK_THREAD, { operation: UnlockThread, renderRecord: threadItem }),
  defineActionRoute(actions.STOP_WEBHOOK, { operation: StopWebhook, renderRecord: webhookItem }),
  defineActionRoute(actions.RESTART_WEBHOOK, { operation: RestartWebhook, renderRecord: webhookItem }),
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
