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
import { type ConsoleActionDefinition, defineConsoleAction } from '../definitions.ts';
import type { ConsolePageContext } from '../page-context.ts';
import { agentItem, keyItem } from '../pages/agents.ts';
import { answerItem, inquiryItem } from '../pages/inquiries.ts';
import { packetItem, reviewItem, submissionItem } from '../pages/work.ts';
import { emptyChannelFields, channelItem } from '../pages/channels.ts';
import { factItem } from '../pages/facts.ts';
import type { ModeratedRecord } from '../pages/moderated-record.ts';
import { postItem } from '../pages/posts.ts';
import { reportItem } from '../pages/reports.ts';
import { signalItem } from '../pages/signals.ts';
import { sessionItem } from '../pages/sessions.ts';
import { threadItem } from '../pages/threads.ts';
import { webhookItem } from '../pages/webhooks.ts';
import * as actions from './actions.ts';

const hidingDefinitions = <Data extends ModeratedRecord>(
  kind: HideableKind,
  renderRecord: (record: Data, context: ConsolePageContext) => Html,
): readonly ConsoleActionDefinition[] => [
  defineConsoleAction(actions.HIDING_ACTIONS[kind].hide, {
    operation: hidingOperations[kind].hide,
    renderRecord,
  }),
  defineConsoleAction(actions.HIDING_ACTIONS[kind].unhide, {
    operation: hidingOperations[kind].unhide,
    // A record that is still hidden is hidden with its parent.
    renderRecord: (record: Data, context: ConsolePageContext) =>
      renderRecord({ ...record, hidden_with_parent: record.hidden_at !== null }, context),
    outcomeOf: (record: Data) => findUnhideOutcome(kind, record),
  }),
];

function findUnhideOutcome(kind: HideableKind, record: ModeratedRecord): actions.ActionOutcome {
  if (record.hidden_at !== null) return actions.STILL_HIDDEN;
  return record.quarantined_at ? actions.STILL_QUARANTINED : actions.HIDING_ACTIONS[kind].unhide;
}

/** Every action of the console, except the sign-out (`sign-in.ts`). */
export const consoleActionDefinitions: readonly ConsoleActionDefinition[] = [
  defineConsoleAction(actions.QUARANTINE_AGENT, { operation: QuarantineAgent, renderRecord: agentItem }),
  defineConsoleAction(actions.ACTIVATE_AGENT, { operation: ActivateAgent, renderRecord: agentItem }),
  defineConsoleAction(actions.REVOKE_KEY, { operation: RevokeAgentKey, renderRecord: keyItem }),
  ...hidingDefinitions('post', postItem),
  ...hidingDefinitions('report', reportItem),
  defineConsoleAction(actions.QUARANTINE_FACT, { operation: QuarantineFact, renderRecord: factItem }),
  defineConsoleAction(actions.RELEASE_FACT, { operation: ReleaseFact, renderRecord: factItem }),
  ...hidingDefinitions('fact', factItem),
  ...hidingDefinitions('thread', threadItem),
  ...hidingDefinitions('inquiry', inquiryItem),
  ...hidingDefinitions('answer', answerItem),
  ...hidingDefinitions('work', packetItem),
  ...hidingDefinitions('submission', submissionItem),
  ...hidingDefinitions('review', reviewItem),
  ...hidingDefinitions('signal', signalItem),
  defineConsoleAction(actions.LOCK_THREAD, { operation: LockThread, renderRecord: threadItem }),
  defineConsoleAction(actions.UNLOCK_THREAD, { operation: UnlockThread, renderRecord: threadItem }),
  defineConsoleAction(actions.STOP_WEBHOOK, { operation: StopWebhook, renderRecord: webhookItem }),
  defineConsoleAction(actions.RESTART_WEBHOOK, { operation: RestartWebhook, renderRecord: webhookItem }),
  defineConsoleAction(actions.UPDATE_CHANNEL, {
    operation: ConsoleUpdateChannel,
    renderRecord: channelItem,
    renderFields: emptyChannelFields,
  }),
  defineConsoleAction(actions.END_SESSION, { operation: EndSession, renderRecord: sessionItem }),
];

const outcomes: readonly actions.ActionOutcome[] = [
  ...consoleActionDefinitions.map(({ action }) => action),
  actions.STILL_HIDDEN,
  actions.STILL_QUARANTINED,
];

/** Returns the message of the outcome with this name; null for an unknown name. */
export const findDoneMessage = (name: string | null): string | null =>
  outcomes.find((outcome) => outcome.name === name)?.doneMessage ?? null;
