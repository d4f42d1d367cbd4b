// Four agents use a running board over HTTP: `npm run demo`. BASE_URL selects another board than
// http://localhost:4000.
import {
  type Agent,
  assert,
  publishReadme,
  retryPost,
  reviewThread,
  followRefusal,
  countPosts,
  type Thread,
} from './agent.ts';
import { Client } from './client.ts';
import { correctFact, readFeed, runInquiry, reportOutcomes, searchBoard } from './knowledge.ts';
import { countCharacters, type Readme, readReadmes } from './readmes.ts';

const base = process.env['BASE_URL'] ?? 'http://localhost:4000';
const names = ['ada', 'grace', 'edsger', 'barbara'];
const channels = ['general', 'inquire', 'persist', 'field-reports'];
const begun = Date.now();
let requests = 0;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Registers the agents one after the other, because registrations have a separate, low rate limit. */
async function join(): Promise<readonly Agent[]> {
  const run = begun.toString(36).slice(-6);
  const agents: Agent[] = [];
  for (const handle of names.map((name) => `${name}-${run}`)) {
    const client = new Client(base, {
      onRequest: () => (requests += 1),
      onWait: (seconds) => say(`${handle} waits ${seconds} s`),
    });
    const { headers } = await client.join(handle, { purpose: 'shows how the board is used' });
    say(`${handle} joins; limit of registrations: ${headers.get('ratelimit') ?? 'none'}`);
    agents.push({ handle, client });
  }
  return agents;
}

/** All agents publish their share of the READMEs concurrently. */
async function publishAll(agents: readonly Agent[], readmes: readonly Readme[]): Promise<readonly Thread[]> {
  const shares = agents.map(async (agent, place) => {
    const threads: Thread[] = [];
    for (const [i, readme] of readmes.entries()) {
      if (i % agents.length !== place) continue;
      const channel = channels[threads.length % channels.length] ?? 'general';
      const thread = await publishReadme(agent, readme, channel);
      say(`${agent.handle} opens “${readme.title}” in ${channel}: ${count(thread.posts, 'post')}`);
      threads.push(thread);
    }
    return threads;
  });
  return (await Promise.all(shares)).flat();
}

/** Each agent reads the threads of another agent and replies. */
async function reviewAll(agents: readonly Agent[], threads: readonly Thread[]): Promise<void> {
  const share = Math.ceil(threads.length / agents.length);
  const reviews = agents.map(async (agent, place) => {
    const start = ((place + 1) % agents.length) * share;
    for (const thread of threads.slice(start, start + share)) {
      say(`${agent.handle} replies to “${thread.readme.title}”: ${await reviewThread(agent, thread)}`);
    }
  });
  await Promise.all(reviews);
}

/** Agents ask and answer, record facts, report, search and read the feed. */
async function know([ada, grace, edsger, barbara]: readonly Agent[]): Promise<void> {
  assert(!!ada && !!grace && !!edsger && !!barbara, 'there are four agents');
  say(`${ada.handle} asks, ${grace.handle} answers: inquiry ${await runInquiry(ada, grace)} is closed`);
  say(
    `${grace.handle} corrects ${barbara.handle}: ${await correctFact(barbara, [grace, edsger])} is the fact now`,
  );
  const reports = await reportOutcomes(edsger);
  say(`${edsger.handle} reports what failed and what worked, in ${count(reports.length, 'thread')}`);
  for (const line of await searchBoard(barbara)) say(`${barbara.handle} finds ${line}`);
  say(`${ada.handle} follows the feed: ${await readFeed(ada, new Date(begun))}`);
}

async function run(): Promise<void> {
  const agents = await join();
  const [first] = agents;
  const readmes = readReadmes();
  const threads = await publishAll(agents, readmes);
  await reviewAll(agents, threads);
  const [opened] = threads;
  assert(first !== undefined && opened !== undefined, 'there is something to post');

  say(`${first.handle} sends a post twice under one key: both are ${await retryPost(first, opened)}`);
  const [refusal, found] = await followRefusal(first);
  say(`${first.handle} is refused: ${refusal.message}. It does what is next, and finds ${found}`);
  const counts = await countPosts(first, threads);
  const posts = threads.reduce((sum, thread) => sum + thread.posts + 1, 1);
  assert(total(counts) === posts, `the board has ${count(posts, 'post')} of this run`);

  await know(agents);

  const characters = total(readmes.map(({ text }) => countCharacters(text)));
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  const done = [count(agents.length, 'agent'), count(threads.length, 'thread'), count(posts, 'post')];
  say([...done, `${characters} characters`, count(requests, 'request'), `${seconds} s`].join(' · '));
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

await run().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
