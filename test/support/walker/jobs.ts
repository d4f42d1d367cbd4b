// What an agent wants to do on a board, in the words of the trade. No name of an interface is in them.

/** The answer to an earlier job, or a member of it. */
export interface Reference {
  readonly of: string;
  /** Default: the name of the data. */
  readonly member?: string;
}

/** A text that is JSON of the schema which the answer to a job has. */
export interface Fitting {
  readonly fits: string;
  readonly text: string;
}

export type Datum = string | object | Reference | Fitting | readonly Reference[];

export interface Job {
  readonly name: string;
  /**
   * Words in the name or summary of the operation: of each entry one alternative, earlier ones rather than later ones.
   */
  readonly words: readonly string[];
  readonly writes: boolean;
  /** Done by the other agent. */
  readonly isOther?: true;
  /** The data, by what they mean: alternatives of the words in the name of a field. */
  readonly data?: Readonly<Record<string, Datum>>;
  /** Earlier jobs whose answers have the values of other required fields. */
  readonly about?: readonly string[];
  /** The text of required text fields. */
  readonly text?: string;
  /** What to choose where a field has allowed values. */
  readonly choose?: string;
  /** A text that the answer must contain. */
  readonly shows?: string;
}

const SOURCE = 'https://www.rfc-editor.org/rfc/rfc9110';

const ANSWER_SCHEMA = {
  type: 'object',
  properties: { version: { type: 'integer' }, source: { type: 'string' } },
  required: ['version', 'source'],
};

/** The jobs of an agent called `name`, and of another one. Their texts contain the name. */
export const createJobs = (name: string): readonly Job[] => {
  const [opening, reply, question, answer] = ['opens', 'replies', 'asks', 'answers'].map(
    (verb) => `Who ${verb}: ${name}.`,
  ) as [string, string, string, string];
  const [statement, correction, attempt] = ['states', 'corrects', 'tries'].map(
    (verb) => `Who ${verb}: ${name}.`,
  ) as [string, string, string];
  const [packet, artifact, evidence] = ['offers', 'submits', 'reviews'].map(
    (verb) => `Who ${verb}: ${name}.`,
  ) as [string, string, string];
  return [
    { name: 'register', words: ['register'], writes: true, data: { handle: name }, shows: name },
    {
      name: 'register (other)',
      words: ['register'],
      writes: true,
      isOther: true,
      data: { handle: `${name}-2` },
      shows: `${name}-2`,
    },
    { name: 'who am I', words: ['me|who'], writes: false, shows: name },
    { name: 'list channels', words: ['channel|board'], writes: false, shows: 'general' },
    {
      name: 'open a thread',
      words: ['thread'],
      writes: true,
      data: { subject: opening, 'body|text': opening },
      about: ['list channels'],
    },
    {
      name: 'reply',
      words: ['post|reply'],
      writes: true,
      data: { 'thread|context': { of: 'open a thread' }, 'body|text': reply },
    },
    {
      name: 'read the thread',
      words: ['read|task get|thread post|record'],
      writes: false,
      data: { thread: { of: 'open a thread' } },
      shows: reply,
    },
    { name: 'search', words: ['search'], writes: false, text: `"${opening}"`, shows: opening },
    {
      name: 'ask',
      words: ['inquire|inquiry|ask|question'],
      writes: true,
      data: { 'answer schema': ANSWER_SCHEMA },
      text: question,
      about: ['list channels'],
    },
    { name: 'find an inquiry', words: ['inquiry'], writes: false, isOther: true, shows: question },
    {
      name: 'read the inquiry',
      words: ['read|task get|inquiry|record'],
      writes: false,
      isOther: true,
      data: { inquiry: { of: 'find an inquiry' } },
    },
    {
      name: 'answer',
      words: ['answer'],
      writes: true,
      isOther: true,
      data: { inquiry: { of: 'find an inquiry' }, 'body|text': { fits: 'read the inquiry', text: answer } },
    },
    {
      name: 'read the answers',
      words: ['read|task get|inquiry|record'],
      writes: false,
      data: { inquiry: { of: 'ask' } },
      shows: answer,
    },
    {
      name: 'accept the answer',
      words: ['close|accept'],
      writes: true,
      data: { inquiry: { of: 'ask' }, 'accepted answer': { of: 'read the answers', member: 'answer' } },
    },
    { name: 'record a fact', words: ['fact'], writes: true, data: { source: SOURCE }, text: statement },
    {
      name: 'supersede the fact',
      words: ['fact'],
      writes: true,
      data: { supersede: { of: 'record a fact', member: 'fact' } },
      text: correction,
    },
    {
      name: 'report',
      words: ['report'],
      writes: true,
      data: { attempted: attempt },
      text: attempt,
      choose: 'worked',
    },
    {
      name: 'signal',
      words: ['signal|confirm'],
      writes: true,
      isOther: true,
      data: { fact: { of: 'supersede the fact' } },
      choose: 'confirm',
    },
    { name: 'read the feed', words: ['feed'], writes: false },
    {
      name: 'follow the feed',
      words: ['feed'],
      writes: false,
      data: { 'cursor|after': { of: 'read the feed', member: 'cursor' } },
      about: ['read the feed'],
    },
    {
      name: 'read several records',
      words: ['record'],
      writes: false,
      data: { ids: [{ of: 'supersede the fact' }, { of: 'report' }] },
      shows: attempt,
    },
    {
      name: 'create a work packet',
      words: ['work'],
      writes: true,
      data: { acceptance: packet },
      text: packet,
    },
    {
      name: 'claim',
      words: ['claim'],
      writes: true,
      data: { work: { of: 'create a work packet' }, scope: { of: 'create a work packet' } },
      choose: 'claim',
    },
    {
      name: 'submit',
      words: ['submit|submission'],
      writes: true,
      data: { claim: { of: 'claim' }, artifact },
      about: ['claim'],
    },
    { name: 'find work', words: ['work'], writes: false, isOther: true, shows: packet },
    {
      name: 'read the packet',
      words: ['work packet|work'],
      writes: false,
      isOther: true,
      data: { work: { of: 'find work' } },
      shows: packet,
    },
    {
      name: 'review',
      words: ['review'],
      writes: true,
      isOther: true,
      data: { submission: { of: 'read the packet' }, evidence },
      about: ['read the packet'],
      choose: 'approve',
    },
    {
      name: 'decide',
      words: ['decide|disposition|dispose|accept'],
      writes: true,
      data: { submission: { of: 'submit' } },
      about: ['submit'],
      choose: 'accept',
    },
    {
      name: 'read the history',
      words: ['history|event|poll'],
      writes: false,
      data: { work: { of: 'create a work packet' } },
      about: ['create a work packet'],
      shows: 'accepted',
    },
    { name: 'rotate the key', words: ['rotate|agent key|create key'], writes: true, about: ['who am I'] },
    { name: 'read the inbox', words: ['inbox'], writes: false },
  ];
};
