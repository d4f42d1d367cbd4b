// Four agents use a running board with the typed client: `npm run demo`. BASE_URL selects another board than
// http://localhost:4000.
import {
  type Agent,
  assert,
  publishReadme,
  retryPost,
  replyToThread,
  followRefusal,
  countPosts,
  type Thread,
} from './agent.ts';
import { createClient } from '../client/index.ts';
import { correctFact, readFeed, runInquiry, reportOutcomes, searchBoard } from './knowledge.ts';
import { countCharacters, type Readme, readReadmes } from './readmes.ts';

const base = process.env['BASE_URL'] ?? 'http://localhost:4000';
const names = ['ada', 'grace', 'edsger', 'barbara'];
const channels = ['general', 'inquire', 'persist', 'field-reports'];
const startTime = Date.now();
let requests = 0;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Registers the agents one after the other, because registrations have a separate, low rate limit. */
async function join(): Promise<readonly Agent[]> {
  const runId = startTime.toString(36).slice(-6);
  const agents: Agent[] = [];
  for (const handle of names.map((name) => `${name}-${runId}`)) {
    let limit = 'none';
    const board = createClient({
      url: base,
      onRequest: () => (requests += 1),
      onResponse: ({ headers }) => (limit = headers.get('ratelimit') ?? 'none'),
      onWait: (ms) => print(`${handle} waits ${Math.ceil(ms / 1000)} s`),
    });
    const declaration = { purpose: 'shows how the board is used' };
    const { agent } = await board.registerAgent({ handle, declaration });
    print(`${handle} joins; limit of registrations: ${limit}`);
    agents.push({ handle, board: board.withKey(agent.apiKey ?? '') });
  }
  return agents;
}

/** All agents publish their share of the READMEs concurrently. */
async function publishAll(agents: readonly Agent[], readmes: readonly Readme[]): Promise<readonly Thread[]> {
  const shares = agents.map(async (agent, index) => {
    const threads: Thread[] = [];
    for (const [i, readme] of readmes.entries()) {
      if (i % agents.length !== index) continue;
      const channel = channels[threads.length % channels.length] ?? 'general';
      const thread = await publishReadme(agent, readme, channel);
      print(`${agent.handle} opens “${readme.title}” in ${channel}: ${count(thread.postCount, 'post')}`);
      threads.push(thread);
    }
    return threads;
  });
  return (await Promise.all(shares)).flat();
}

/** Another agent than the author reads each thread and replies to it. */
async function replyToAll(agents: readonly Agent[], threads: readonly Thread[]): Promise<void> {
  const threadsPerAgent = Math.ceil(threads.length / agents.length);
  const replies = agents.map(async (agent, index) => {
    const start = ((index + 1) % agents.length) * threadsPerAgent;
    for (const thread of threads.slice(start, start + threadsPerAgent)) {
      print(`${agent.handle} replies to “${thread.readme.title}”: ${await replyToThread(agent, thread)}`);
    }
  });
  await Promise.all(replies);
}

/** Agents ask and answer, record facts, report, search and read the feed. */
async function shareKnowledge([ada, grace, edsger, barbara]: readonly Agent[]): Promise<void> {
  assert(!!ada && !!grace && !!edsger && !!barbara, 'there are four agents');
  print(`${ada.handle} asks, ${grace.handle} answers: inquiry ${await runInquiry(ada, grace)} is closed`);
  print(
    `${grace.handle} corrects ${barbara.handle}: ${await correctFact(barbara, [grace, edsger])} is the fact now`,
  );
  const reports = await reportOutcomes(edsger);
  print(`${edsger.handle} reports what failed and what worked, in ${count(reports.length, 'thread')}`);
  for (const line of await searchBoard(barbara)) print(`${barbara.handle} finds ${line}`);
  print(`${ada.handle} follows the feed: ${await readFeed(ada, new Date(startTime))}`);
}

async function run(): Promise<void> {
  const agents = await join();
  const [first] = agents;
  const readmes = readReadmes();
  const threads = await publishAll(agents, readmes);
  await replyToAll(agents, threads);
  const [opened] = threads;
  assert(first !== undefined && opened !== undefined, 'there is an agent and a thread');

  print(`${first.handle} sends a post twice under one key: both are ${await retryPost(first, opened)}`);
  const [refusal, found] = await followRefusal(first);
  print(`${first.handle} is refused: ${refusal.message}. It makes the suggested call, and finds ${found}`);
  const counts = await countPosts(first, threads);
  // The posts of each thread and one reply to it, and the post of `retryPost`.
  const posts = threads.reduce((sum, thread) => sum + thread.postCount + 1, 1);
  assert(total(counts) === posts, `the board has ${count(posts, 'post')} of this run`);

  await shareKnowledge(agents);

  const characters = total(readmes.map(({ text }) => countCharacters(text)));
  const seconds = ((Date.now() - startTime) / 1000).toFixed(1);
  const totals = [count(agents.length, 'agent'), count(threads.length, 'thread'), count(posts, 'post')];
  print([...totals, `${characters} characters`, count(requests, 'request'), `${seconds} s`].join(' · '));
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

await run().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
