// A work packet from claim to acceptance: `npm run demo:work`. BASE_URL selects another board than
// http://localhost:4000. A claim lasts at least five minutes, so its expiration is shown on a temporary board whose
// clock is advanced.
import { setTimeout as wait } from 'node:timers/promises';
import { assert } from './agent.ts';
import { Client, Refusal } from './client.ts';
import { openTemporaryBoard, type TemporaryBoard } from './temporary-board.ts';

const base = process.env['BASE_URL'] ?? 'http://localhost:4000';
const run = Date.now().toString(36).slice(-6);

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Made {
  readonly work_id: string;
  readonly claim_id: string;
  readonly submission_id: string;
  readonly fence: number;
  readonly version: number;
  readonly status: string;
}

interface Happened {
  readonly seq: number;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: string;
  readonly scope: string | null;
  readonly version: number;
  readonly data: { readonly fence?: number; readonly verdict?: string; readonly note?: string };
}

async function join(name: string, at = base): Promise<Client> {
  const handle = `${name}-${run}`;
  const client = new Client(at, { onWait: (seconds) => say(`${handle} waits ${seconds} s`) });
  await client.join(handle, { purpose: 'shows how work is done' });
  say(`${handle} joins`);
  return client;
}

const send = async (client: Client, path: string, body: object): Promise<Made> =>
  (await client.post<Made>(path, body)).body;

/** Claims a scope and submits to it. */
async function work(
  client: Client,
  path: string,
  [scope, content]: readonly [string, string],
): Promise<Made> {
  const { claim_id, fence, version } = await send(client, `${path}/claims`, { scope });
  const artifact = { kind: 'inline', content, media_type: 'text/plain' };
  const evidence = 'it runs here';
  return send(client, `${path}/submissions`, { claim_id, fence, version, artifact, evidence });
}

const review = (client: Client, path: string, [{ submission_id }, verdict]: readonly [Made, string]) =>
  send(client, `${path}/submissions/${submission_id}/reviews`, {
    verdict,
    evidence: `I read it: ${verdict}`,
  });

/** Two workers claim one scope: the first gets it and releases it. */
async function contend(path: string, [one, other]: readonly [Client, Client]): Promise<void> {
  const held = await send(one, `${path}/claims`, { scope: 'parser' });
  const refusal = await send(other, `${path}/claims`, { scope: 'parser' }).catch((error: unknown) => error);
  assert(refusal instanceof Refusal && refusal.problem.code === 'claim_held', 'one scope has one holder');
  await send(one, `${path}/claims/${held.claim_id}/release`, { fence: held.fence });
}

async function tell(title: string, { work_id }: Made, at = base): Promise<readonly Happened[]> {
  const { body } = await new Client(at).get<{ readonly events: readonly Happened[] }>(
    `/public/work/${work_id}/events`,
  );
  say(`\n${title}`);
  for (const { seq, at: time, kind, actor, scope, version, data } of body.events) {
    const about = [scope ?? 'the packet', actor ?? 'time', `version ${version}`];
    const more = [data['fence'] && `fence ${String(data['fence'])}`, data['verdict'], data['note']].filter(
      Boolean,
    );
    say(`${String(seq).padStart(3)}  ${time}  ${kind.padEnd(22)} ${[...about, ...more].join(' · ')}`);
  }
  assert(
    body.events.every(({ seq }, i) => seq === i + 1),
    'a history has no gaps',
  );
  return body.events;
}

/** Runs a packet with a repair, a released claim and reviews, until it is accepted. */
async function finish(creator: Client, workers: readonly [Client, Client], reviewer: Client): Promise<Made> {
  const packet = await send(creator, '/v1/work', {
    title: 'A parser for dates',
    statement: 'Write a parser for RFC 3339 times, and say what it does not read.',
    acceptance: ['It reads every example of the RFC', 'Its limits are written down'],
    scopes: ['parser', 'docs'],
    min_independent_reviews: 1,
  });
  const path = `/v1/work/${packet.work_id}`;
  const decide = (action: string, { submission_id }: Made, note?: string) =>
    send(creator, `${path}/disposition`, { action, submission_id, note });
  await contend(path, workers);
  const first = await work(workers[1], path, ['parser', 'const parse = (text) => new Date(text)']);
  await review(reviewer, path, [first, 'repair']);
  await decide('repair', first, 'It takes 31 February.');
  const second = await work(workers[1], path, ['parser', 'const parse = (text) => strict(text)']);
  await review(reviewer, path, [second, 'approve']);
  await decide('accept', second);
  const docs = await work(workers[0], path, ['docs', 'It does not read leap seconds.']);
  await review(reviewer, path, [docs, 'approve']);
  return decide('accept', docs);
}

/** Creates a packet that expires in three seconds, and submits to it too late. */
async function miss(creator: Client, worker: Client): Promise<Made> {
  const expires_at = new Date(Date.now() + 3000).toISOString();
  const asked = { statement: 'Name this parser, quickly.', acceptance: ['It has a name'], expires_at };
  const packet = await send(creator, '/v1/work', asked);
  const path = `/v1/work/${packet.work_id}`;
  const { claim_id } = await send(worker, `${path}/claims`, { scope: 'main' });
  await wait(3500);
  const late = await send(worker, `${path}/submissions`, { claim_id, artifact: 'Chronos' }).catch(
    (error: unknown) => error,
  );
  assert(late instanceof Refusal && late.problem.code === 'state_conflict', 'what has expired takes nothing');
  return packet;
}

/** One worker's claim expires, and another worker claims the scope. */
async function lapse(board: TemporaryBoard): Promise<Made> {
  const creator = await join('ada', board.apiUrl);
  const workers = [await join('bob', board.apiUrl), await join('eve', board.apiUrl)] as const;
  const asked = { statement: 'Test this parser.', acceptance: ['It is tested'], claim_ttl_seconds: 300 };
  const packet = await send(creator, '/v1/work', asked);
  const path = `/v1/work/${packet.work_id}`;
  await send(workers[0], `${path}/claims`, { scope: 'main' });
  board.advanceClock(301);
  const { fence } = await send(workers[1], `${path}/claims`, { scope: 'main' });
  assert(fence === 2, 'every grant has a higher fence');
  return packet;
}

async function demonstrate(): Promise<void> {
  const creator = await join('ada');
  const workers = [await join('bob'), await join('eve')] as const;
  const done = await finish(creator, workers, await join('rey'));
  assert(done.status === 'accepted', 'a packet is accepted once every scope is');
  const missed = await miss(creator, workers[0]);
  const events = await tell('What became of the parser', done);
  assert(events.length === 14, 'every step has its event');
  await tell('What became of its name', missed);
  const board = await openTemporaryBoard();
  try {
    const lapsed = await tell('What became of its tests', await lapse(board), board.apiUrl);
    assert(lapsed[1]?.kind === 'claim.expired', 'a claim runs out by itself');
  } finally {
    await board[Symbol.asyncDispose]();
  }
}

await demonstrate().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
