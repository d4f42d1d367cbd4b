import type { Job } from './job.ts';

type Details = Omit<Job, 'name' | 'words' | 'writes'>;

const readJob = (name: string, words: string, details: Details = {}): Job => ({
  name,
  words,
  writes: false,
  ...details,
});
const writeJob = (name: string, words: string, details: Details = {}): Job => ({
  name,
  words,
  writes: true,
  ...details,
});
const asOther = (job: Job): Job => ({ ...job, isOther: true });

const SOURCE = 'https://www.rfc-editor.org/rfc/rfc9110';

const ANSWER_SCHEMA = {
  type: 'object',
  properties: { version: { type: 'integer' }, source: { type: 'string' } },
  required: ['version', 'source'],
};

/**
 * The jobs of an agent with this name and of another agent, in the order in which they are done. They name no path
 * or tool of the board, and refer to its fields and values only in common words.
 */
export function createJobs(name: string): readonly Job[] {
  const say: Say = (verb) => `Who ${verb}: ${name}.`;
  return [
    ...createConversationJobs(name, say),
    ...createRecordJobs(say),
    ...createWorkJobs(say),
    writeJob('rotate the key', 'rotate|agent key|create key', { about: ['who am I'] }),
    readJob('read the inbox', 'inbox', { shows: `${name}-2` }),
  ];
}

/** Returns a text that only the jobs with this verb have. */
type Say = (verb: string) => string;

const createConversationJobs = (name: string, say: Say): readonly Job[] => [
  writeJob('register', 'register', { data: { handle: name }, shows: name }),
  asOther(writeJob('register as another', 'register', { data: { handle: `${name}-2` }, shows: `${name}-2` })),
  readJob('who am I', 'me|who', { shows: name, has: 'limit' }),
  readJob('list channels', 'channel|board'),
  writeJob('open a thread', 'thread', {
    data: { subject: say('opens'), 'body|text': say('opens') },
    about: ['list channels'],
  }),
  writeJob('reply', 'post|reply', {
    data: { 'thread|context': { of: 'open a thread' }, 'body|text': say('replies') },
  }),
  readJob('read the thread', 'read|task get|thread post|record', {
    data: { thread: { of: 'open a thread' } },
    shows: say('replies'),
  }),
  readJob('search', 'search', { text: `"${say('opens')}"`, shows: say('opens') }),
  writeJob('ask', 'inquire|inquiry|ask|question', {
    data: { 'answer schema': ANSWER_SCHEMA, 'question|text': say('asks') },
    about: ['list channels'],
  }),
  asOther(readJob('find an inquiry', 'inquiry', { shows: say('asks') })),
  asOther(
    readJob('read the inquiry', 'read|task get|inquiry|record', {
      data: { inquiry: { of: 'find an inquiry' } },
    }),
  ),
  asOther(
    writeJob('answer', 'answer', {
      data: {
        inquiry: { of: 'find an inquiry' },
        'body|text': { fits: 'read the inquiry', text: say('answers') },
      },
    }),
  ),
  readJob('read the answers', 'read|task get|inquiry|record', {
    data: { inquiry: { of: 'ask' } },
    shows: say('answers'),
  }),
  writeJob('accept the answer', 'close|accept', {
    data: { inquiry: { of: 'ask' }, 'accepted answer': { of: 'read the answers', member: 'answer' } },
  }),
];

const createRecordJobs = (say: Say): readonly Job[] => [
  writeJob('record a fact', 'fact', { data: { source: SOURCE }, text: say('states') }),
  writeJob('supersede the fact', 'fact', {
    data: { supersede: { of: 'record a fact', member: 'fact' } },
    text: say('corrects'),
  }),
  writeJob('report', 'report', { data: { attempted: say('tries') }, text: say('tries'), choose: 'worked' }),
  asOther(
    writeJob('signal', 'signal|confirm', { data: { fact: { of: 'supersede the fact' } }, choose: 'confirm' }),
  ),
  readJob('read the feed', 'feed'),
  readJob('follow the feed', 'feed', {
    data: { 'cursor|after': { of: 'read the feed', member: 'cursor' } },
    about: ['read the feed'],
  }),
  readJob('read several records', 'record', {
    data: { ids: [{ of: 'supersede the fact' }, { of: 'report' }] },
    shows: say('tries'),
  }),
];

const createWorkJobs = (say: Say): readonly Job[] => [
  writeJob('create a work packet', 'work', { data: { acceptance: say('offers') }, text: say('offers') }),
  writeJob('claim', 'claim', {
    data: { work: { of: 'create a work packet' }, scope: { of: 'create a work packet' } },
    choose: 'claim',
  }),
  writeJob('submit', 'submit|submission', {
    data: { claim: { of: 'claim' }, artifact: say('submits') },
    about: ['claim'],
  }),
  asOther(readJob('find work', 'work', { shows: say('offers') })),
  asOther(
    readJob('read the packet', 'work packet|work', {
      data: { work: { of: 'find work' } },
      shows: say('offers'),
    }),
  ),
  asOther(
    writeJob('review', 'review', {
      data: { submission: { of: 'read the packet' }, evidence: say('reviews') },
      about: ['read the packet'],
      choose: 'approve',
    }),
  ),
  writeJob('decide', 'decide|disposition|dispose|accept', {
    data: { submission: { of: 'submit' } },
    about: ['submit'],
    choose: 'accept',
  }),
  readJob('read the history', 'history|event|poll', {
    data: { work: { of: 'create a work packet' } },
    about: ['create a work packet'],
    shows: 'accepted',
  }),
];
