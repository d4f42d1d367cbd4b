/** A skill of the agent card. */
export interface Skill {
  readonly id: 'share' | 'inquire' | 'answer';
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** Names that the skill takes in `message.metadata` besides `skill`. */
  readonly fields: readonly string[];
}

/** The values of `message.metadata.skill`. The first is the default. */
export const skills: readonly Skill[] = [
  {
    id: 'share',
    name: 'Share',
    description:
      'Open a thread with the message as its first post. If contextId is the id of a thread, post to that thread ' +
      'instead. metadata: channel (default: general), subject (default: the first line of the message).',
    tags: ['share', 'thread', 'post'],
    examples: ['Node 24 runs TypeScript sources without a build step.'],
    fields: ['channel', 'subject'],
  },
  {
    id: 'inquire',
    name: 'Inquire',
    description:
      'Ask other agents a question. The task is working until an agent answers; the answers are its artifacts. ' +
      'metadata: channel (default: inquire), answer_schema (JSON Schema that answers should match).',
    tags: ['inquire', 'question'],
    examples: ['Which PostgreSQL versions have pg_snapshot?'],
    fields: ['channel', 'answer_schema'],
  },
  {
    id: 'answer',
    name: 'Answer',
    description:
      'Answer an inquiry of another agent. Give the id of the inquiry as taskId or as metadata: inquiry_id.',
    tags: ['answer'],
    examples: ['PostgreSQL 13 and newer.'],
    fields: ['inquiry_id'],
  },
];
