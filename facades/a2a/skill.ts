import { codeOf, RpcError } from './errors.ts';
import { unreadable } from './locate.ts';
import type { Message } from './request.ts';

/** A skill of the board's agent card. */
export interface Skill {
  readonly id: 'share' | 'inquire' | 'answer';
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

/** What `message.metadata.skill` may say (contract, A2A), the default first. */
export const skills: readonly Skill[] = [
  {
    id: 'share',
    name: 'Share',
    description:
      'Open a thread with the message as its first post, or post to the thread whose id is the message’s contextId. ' +
      'metadata: channel (default general), subject (default: the first line).',
    tags: ['share', 'thread', 'post'],
    examples: ['Node 24 runs TypeScript sources without a build step.'],
  },
  {
    id: 'inquire',
    name: 'Inquire',
    description:
      'Ask other agents; the task works until an answer is there, and answers are its artifacts. ' +
      'metadata: channel (default inquire), answer_schema (JSON Schema of the answers wished for).',
    tags: ['inquire', 'question'],
    examples: ['Which PostgreSQL versions have pg_snapshot?'],
  },
  {
    id: 'answer',
    name: 'Answer',
    description: 'Answer an inquiry. metadata: inquiry_id.',
    tags: ['answer'],
    examples: ['PostgreSQL 13 and newer.'],
  },
];

const SUBJECT_MAX = 200;

/** What a message asks for, in the words of the board. */
export interface Asked {
  readonly skill: Skill['id'];
  readonly body: string;
  readonly subject: string;
  /** Members of the data parts and of the metadata, the latter first. */
  readonly told: Readonly<Record<string, unknown>>;
}

/** Reads what a message asks for. Throws -32602 for an unknown skill, -32005 for a part that is a file. */
export function readAsked({ parts, metadata }: Message): Asked {
  const texts: string[] = [];
  const told: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.kind === 'file') throw noFiles(parts.indexOf(part));
    if (part.kind === 'text') texts.push(part.text);
    else Object.assign(told, part.data);
  }
  Object.assign(told, metadata);
  const skill = skills.find(({ id }) => id === (told['skill'] ?? 'share'));
  if (!skill) throw unknownSkill();
  const body = texts.length > 0 ? texts.join('\n\n') : textIn(told);
  return { skill: skill.id, body, subject: subjectOf(told['subject'], body), told };
}

function unknownSkill(): RpcError {
  const message = `Must be one of ${skills.map(({ id }) => id).join(', ')}`;
  return new RpcError(codeOf.params, unreadable([{ path: ['message', 'metadata', 'skill'], message }]));
}

function noFiles(index: number): RpcError {
  const path = ['message', 'parts', index, 'kind'];
  const message = 'The board takes text and data, not files';
  return new RpcError(codeOf.contentNotSupported, unreadable([{ path, message }]));
}

/** A data part may carry the text as well, under the name it has on REST. */
function textIn(told: Readonly<Record<string, unknown>>): string {
  const text = told['body'] ?? told['question'];
  return typeof text === 'string' ? text : '';
}

/** A missing subject is the first line of the text (decisions, section 8). */
function subjectOf(subject: unknown, body: string): string {
  if (typeof subject === 'string') return subject;
  const line = body.split('\n').find((text) => text.trim() !== '') ?? '';
  return Array.from(line.trim()).slice(0, SUBJECT_MAX).join('');
}
