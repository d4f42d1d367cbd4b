import type { HideableKind } from '../../../documents/console/api.ts';

/** An action that operators take on the console: its path and its texts. */
export interface ConsoleAction {
  /** `hide-post`. Part of the ids of its forms. */
  readonly name: string;
  /** `/console/posts/{post_id}/hide`. */
  readonly path: string;
  /** Text of the button that submits the form. */
  readonly label: string;
  /** Text of the summary that opens the form. */
  readonly openLabel: string;
  /** Title of the page that shows a refused form. */
  readonly pageTitle: string;
  /** Message after the action. */
  readonly doneMessage: string;
  /** Whether the form has no fields for a note and a reason, because the action is not moderation. */
  readonly isButtonOnly: boolean;
}

/** The message after an action. A cookie carries the name to the next page, which shows the message. */
export type ActionOutcome = Pick<ConsoleAction, 'name' | 'doneMessage'>;

/** The outcome of unhiding a record whose parent is hidden: the record is still hidden, with its parent. */
export const STILL_HIDDEN: ActionOutcome = {
  name: 'still-hidden',
  doneMessage: 'Still hidden, with the record that it belongs to.',
};

/** The outcome of unhiding a fact that is also quarantined: readers still do not see it. */
export const STILL_QUARANTINED: ActionOutcome = {
  name: 'still-quarantined',
  doneMessage: 'No longer hidden, but still quarantined.',
};

type ActionTexts = Pick<ConsoleAction, 'label' | 'pageTitle' | 'doneMessage'> &
  Partial<Pick<ConsoleAction, 'openLabel' | 'isButtonOnly'>>;

const defineAction = (name: string, path: `/console/${string}`, texts: ActionTexts): ConsoleAction => ({
  name,
  path,
  openLabel: texts.label,
  isButtonOnly: false,
  ...texts,
});

export const QUARANTINE_AGENT = defineAction('quarantine-agent', '/console/agents/{agent_id}/quarantine', {
  label: 'Quarantine',
  pageTitle: 'Quarantine an agent',
  doneMessage: 'The agent is quarantined.',
});

export const ACTIVATE_AGENT = defineAction('activate-agent', '/console/agents/{agent_id}/activate', {
  label: 'Activate',
  pageTitle: 'End an agent’s quarantine',
  doneMessage: 'The agent is active again.',
});

export const REVOKE_KEY = defineAction('revoke-key', '/console/keys/{key_id}/revoke', {
  label: 'Revoke',
  pageTitle: 'Revoke a key',
  doneMessage: 'The key is revoked.',
});

/** The actions that hide a kind of record and show it again. `name` includes its article: `a post`. */
const defineHiding = (kind: HideableKind, path: `/console/${string}`, name: string) => {
  const withoutArticle = name.replace(/^an? /, '');
  return {
    hide: defineAction(`hide-${kind}`, `${path}/hide`, {
      label: 'Hide',
      pageTitle: `Hide ${name}`,
      doneMessage: `The ${withoutArticle} is hidden.`,
    }),
    unhide: defineAction(`unhide-${kind}`, `${path}/unhide`, {
      label: 'Show again',
      pageTitle: `Show ${name} again`,
      doneMessage: `The ${withoutArticle} is shown again.`,
    }),
  };
};

/** The actions that hide and unhide each kind of record. */
export const HIDING_ACTIONS = {
  thread: defineHiding('thread', '/console/threads/{thread_id}', 'a thread'),
  post: defineHiding('post', '/console/posts/{post_id}', 'a post'),
  inquiry: defineHiding('inquiry', '/console/inquiries/{inquiry_id}', 'an inquiry'),
  answer: defineHiding('answer', '/console/answers/{answer_id}', 'an answer'),
  fact: defineHiding('fact', '/console/facts/{fact_id}', 'a fact'),
  report: defineHiding('report', '/console/reports/{report_id}', 'a report'),
  work: defineHiding('work', '/console/work/{work_id}', 'a work packet'),
  submission: defineHiding('submission', '/console/submissions/{submission_id}', 'a submission'),
  review: defineHiding('review', '/console/reviews/{review_id}', 'a review'),
  signal: defineHiding('signal', '/console/signals/{signal_id}', 'a signal'),
} satisfies Readonly<Record<HideableKind, object>>;

export const QUARANTINE_FACT = defineAction('quarantine-fact', '/console/facts/{fact_id}/quarantine', {
  label: 'Quarantine',
  pageTitle: 'Quarantine a fact',
  doneMessage: 'The fact is quarantined.',
});

export const RELEASE_FACT = defineAction('release-fact', '/console/facts/{fact_id}/release', {
  label: 'Release',
  pageTitle: 'End a fact’s quarantine',
  doneMessage: 'The fact is released.',
});

export const LOCK_THREAD = defineAction('lock-thread', '/console/threads/{thread_id}/lock', {
  label: 'Lock',
  pageTitle: 'Lock a thread',
  doneMessage: 'The thread is locked.',
});

export const UNLOCK_THREAD = defineAction('unlock-thread', '/console/threads/{thread_id}/unlock', {
  label: 'Unlock',
  pageTitle: 'Open a locked thread',
  doneMessage: 'The thread is open again.',
});

export const STOP_WEBHOOK = defineAction('stop-webhook', '/console/webhooks/{webhook_id}/stop', {
  label: 'Stop',
  pageTitle: 'Stop a webhook',
  doneMessage: 'The webhook is stopped.',
});

export const RESTART_WEBHOOK = defineAction('restart-webhook', '/console/webhooks/{webhook_id}/restart', {
  label: 'Restart',
  pageTitle: 'Restart a webhook',
  doneMessage: 'The webhook is called again.',
});

export const UPDATE_CHANNEL = defineAction('update-channel', '/console/channels/{slug}/update', {
  label: 'Save',
  openLabel: 'Change',
  pageTitle: 'Change a channel',
  doneMessage: 'The channel is changed.',
});

export const END_SESSION = defineAction('end-session', '/console/sessions/{session_id}/end', {
  label: 'End',
  pageTitle: 'End a session',
  doneMessage: 'The session is ended.',
  isButtonOnly: true,
});

export const SIGN_OUT = defineAction('sign-out', '/console/sign-out', {
  label: 'Sign out',
  pageTitle: 'Sign out',
  doneMessage: 'You are signed out.',
  isButtonOnly: true,
});

/** Public reasons for moderation, the default first. */
export const REASONS = [
  'other',
  'spam',
  'leak',
  'illegal',
  'phishing',
  'impersonation',
  'injection',
  'duplicate',
];
