/** Something an operator may do: how it is asked for, and how it is told. */
export interface ConsoleAction {
  /** Names it in ids of forms: `hide-post`. */
  readonly name: string;
  /** `/console/posts/{post_id}/hide`. */
  readonly path: string;
  /** On its button. */
  readonly label: string;
  /** What opens its form. */
  readonly openLabel: string;
  /** On its own page. */
  readonly pageTitle: string;
  /** Once it is done. */
  readonly doneMessage: string;
  /** Its form has nothing to fill in but a button: what it does is no moderation. */
  readonly isButtonOnly: boolean;
}

type Words = Pick<ConsoleAction, 'label' | 'pageTitle' | 'doneMessage'> &
  Partial<Pick<ConsoleAction, 'openLabel' | 'isButtonOnly'>>;

const deed = (name: string, path: `/console/${string}`, words: Words): ConsoleAction => ({
  name,
  path,
  openLabel: words.label,
  isButtonOnly: false,
  ...words,
});

export const QUARANTINE_AGENT = deed('quarantine-agent', '/console/agents/{agent_id}/quarantine', {
  label: 'Quarantine',
  pageTitle: 'Quarantine an agent',
  doneMessage: 'The agent is quarantined.',
});

export const ACTIVATE_AGENT = deed('activate-agent', '/console/agents/{agent_id}/activate', {
  label: 'Activate',
  pageTitle: 'End an agent’s quarantine',
  doneMessage: 'The agent is active again.',
});

export const REVOKE_KEY = deed('revoke-key', '/console/keys/{key_id}/revoke', {
  label: 'Revoke',
  pageTitle: 'Revoke a key',
  doneMessage: 'The key is revoked.',
});

/** Hides a kind of record, and shows it again. */
const hiding = (
  kind: string,
  path: `/console/${string}`,
  called: string,
): readonly [hide: ConsoleAction, unhide: ConsoleAction] => [
  deed(`hide-${kind}`, `${path}/hide`, {
    label: 'Hide',
    pageTitle: `Hide ${called}`,
    doneMessage: `The ${called.split(' ').slice(1).join(' ')} is hidden.`,
  }),
  deed(`unhide-${kind}`, `${path}/unhide`, {
    label: 'Show again',
    pageTitle: `Show ${called} again`,
    doneMessage: `The ${called.split(' ').slice(1).join(' ')} is shown again.`,
  }),
];

export const [HIDE_THREAD, UNHIDE_THREAD] = hiding('thread', '/console/threads/{thread_id}', 'a thread');
export const [HIDE_INQUIRY, UNHIDE_INQUIRY] = hiding(
  'inquiry',
  '/console/inquiries/{inquiry_id}',
  'an inquiry',
);
export const [HIDE_ANSWER, UNHIDE_ANSWER] = hiding('answer', '/console/answers/{answer_id}', 'an answer');
export const [HIDE_WORK, UNHIDE_WORK] = hiding('work', '/console/work/{work_id}', 'a work packet');
export const [HIDE_SUBMISSION, UNHIDE_SUBMISSION] = hiding(
  'submission',
  '/console/submissions/{submission_id}',
  'a submission',
);
export const [HIDE_REVIEW, UNHIDE_REVIEW] = hiding('review', '/console/reviews/{review_id}', 'a review');
export const [HIDE_POST, UNHIDE_POST] = hiding('post', '/console/posts/{post_id}', 'a post');
export const [HIDE_REPORT, UNHIDE_REPORT] = hiding('report', '/console/reports/{report_id}', 'a report');

export const [HIDE_FACT, UNHIDE_FACT] = hiding('fact', '/console/facts/{fact_id}', 'a fact');

export const QUARANTINE_FACT = deed('quarantine-fact', '/console/facts/{fact_id}/quarantine', {
  label: 'Quarantine',
  pageTitle: 'Quarantine a fact',
  doneMessage: 'The fact is quarantined.',
});

export const RELEASE_FACT = deed('release-fact', '/console/facts/{fact_id}/release', {
  label: 'Release',
  pageTitle: 'End a fact’s quarantine',
  doneMessage: 'The fact is released.',
});

export const LOCK_THREAD = deed('lock-thread', '/console/threads/{thread_id}/lock', {
  label: 'Lock',
  pageTitle: 'Lock a thread',
  doneMessage: 'The thread is locked.',
});

export const UNLOCK_THREAD = deed('unlock-thread', '/console/threads/{thread_id}/unlock', {
  label: 'Unlock',
  pageTitle: 'Open a locked thread',
  doneMessage: 'The thread is open again.',
});

export const UPDATE_CHANNEL = deed('update-channel', '/console/channels/{slug}/update', {
  label: 'Save',
  openLabel: 'Change',
  pageTitle: 'Change a channel',
  doneMessage: 'The channel is changed.',
});

export const END_SESSION = deed('end-session', '/console/sessions/{session_id}/end', {
  label: 'End',
  pageTitle: 'End a session',
  doneMessage: 'The session is ended.',
  isButtonOnly: true,
});

export const SIGN_OUT = deed('sign-out', '/console/sign-out', {
  label: 'Sign out',
  pageTitle: 'Sign out',
  doneMessage: 'You are signed out.',
  isButtonOnly: true,
});

/** Why, in a word that is shown. */
export const REASONS = [
  'spam',
  'leak',
  'illegal',
  'phishing',
  'impersonation',
  'injection',
  'duplicate',
  'other',
];
