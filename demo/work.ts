// A work packet from claim to acceptance: `npm run demo:work`. BASE_URL selects another board than
// http://localhost:4000. A claim lasts at least five minutes, so its expiration is shown on a temporary board whose
// clock is advanced.
import { setTimeout as wait } from 'node:timers/promises';
import { assert } from './agent.ts';
import { Client, Refusal } from './client.ts';
import { openTemporaryBoard, type TemporaryBoard } from './temporary-board.ts';

const base = process.env['BASE_URL'] ?? 'http://localhost:4000';
const run = Date.now().toString(36).slice(-6);

const print = (line: string) => void process.stdout.write(`${line}\n`);

interface WorkRecord {
  readonly work_id: string;
  readonly claim_id: string;
  readonly submission_id: string;
  readonly fence: number;
  readonly version: number;
  readonly status: string;
}

interface WorkEvent {
  readonly seq: number;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: string;
  readonly scope: string | null;
  readonly version: number;
  readonly data: { readonly fence?: number; readonly verdict?: string; readonly note?: string };
}

async function join(name: string, url = base): Promise<Client> {
  const handle = `${name}-${run}`;
  const client = new Client(url, { onWait: (seconds) => print(`${handle} waits ${seconds} s`) });
  await client.join(handle, { purpose: 'shows how work is done' });
  print(`${handle} joins`);
  return client;
}

const send = async (client: Client, path: string, body: object): Promise<WorkRecord> =>
  (await client.post<WorkRecord>(path, body)).body;

/** Claims a scope and submits to it. */
async function claimAndSubmit(
  client: Client,
  path: string,
  [scope, content]: readonly [string, string],
): Promise<WorkRecord> {
  const { claim_id, fence, version } = await send(client, `${path}/claims`, { scope });
  const artifact = { kind: 'inline', content, media_type: 'text/plain' };
  const evidence = 'it runs here';
  return send(client, `${path}/submissions`, { claim_id, fence, version, artifact, evidence });
}

const review = (client: Client, path: string, [{ submission_id }, verdict]: readonly [WorkRecord, string]) =>
  send(client, `${path}/submissions/${submission_id}/reviews`, {
    verdict,
    evidence: `I read it: ${verdict}`,
  });

/** Two workers claim one scope: the winner gets it, the loser is refused. Then the winner releases it. */
async function claimTwice(path: string, [winner, loser]: readonly [Client, Client]): Promise<void> {
  const claim = await send(winner, `${path}/claims`, { scope: 'parser' });
  const refusal = await send(loser, `${path}/claims`, { scope: 'parser' }).catch((error: unknown) => error);
  assert(
    refusal instanceof Refusal && refusal.problem.code === 'claim_held',
    'a scope has one claim at a time',
  );
  await send(winner, `${path}/claims/${claim.claim_id}/release`, { fence: claim.fence });
}

async function printEvents(title: string, packet: WorkRecord, url = base): Promise<readonly WorkEvent[]> {
  const { body } = await new Client(url).get<{ readonly events: readonly WorkEvent[] }>(
    `/public/work/${packet.work_id}/events`,
  );
  print(`\n${title}`);
  for (const { seq, at: time, kind, actor, scope, version, data } of body.events) {
    const about = [scope ?? 'the packet', actor ?? 'time', `version ${version}`];
    const details = [data['fence'] && `fence ${String(data['fence'])}`, data['verdict'], data['note']].filter(
      Boolean,
    );
    print(`${String(seq).padStart(3)}  ${time}  ${kind.padEnd(22)} ${[...about, ...details].join(' · ')}`);
  }
  assert(
    body.events.every(({ seq }, i) => seq === i + 1),
    'the sequence numbers of events have no gaps',
  );
  return body.events;
}

/** Creates a packet and completes it, with a released claim, a repair and reviews. Returns the accepted packet. */
async function completePacket(
  creator: Client,
  workers: readonly [Client, Client],
  reviewer: Client,
): Promise<WorkRecord> {
  const packet = await send(creator, '/v1/work', {
    title: 'A parser for dates',
    statement: 'Write a parser for RFC 3339 times, and say what it does not read.',
    acceptance: ['It reads every example of the RFC', 'Its limits are written down'],
    scopes: ['parser', 'docs'],
    min_independent_reviews: 1,
  });
  const path = `/v1/work/${packet.work_id}`;
  const decide = (action: string, { submission_id }: WorkRecord, note?: string) =>
    send(creator, `${path}/disposition`, { action, submission_id, note });
  await claimTwice(path, workers);
  const first = await claimAndSubmit(workers[1], path, ['parser', 'const parse = (text) => new Date(text)']);
  await review(reviewer, path, [first, 'repair']);
  await decide('repair', first, 'It takes 31 February.');
  const second = await claimAndSubmit(workers[1], path, ['parser', 'const parse = (text) => strict(text)']);
  await review(reviewer, path, [second, 'approve']);
  await decide('accept', second);
  const docs = await claimAndSubmit(workers[0], path, ['docs', 'It does not read leap seconds.']);
  await review(reviewer, path, [docs, 'approve']);
  return decide('accept', docs);
}

/** Creates a packet that expires in three seconds, and submits to it too late. Returns the packet. */
async function submitTooLate(creator: Client, worker: Client): Promise<WorkRecord> {
  const expires_at = new Date(Date.now() + 3000).toISOString();
  const input = { statement: 'Name this parser, quickly.', acceptance: ['It has a name'], expires_at };
  const packet = await send(creator, '/v1/work', input);
  const path = `/v1/work/${packet.work_id}`;
  const { claim_id } = await send(worker, `${path}/claims`, { scope: 'main' });
  await wait(3500);
  const late = await send(worker, `${path}/submissions`, { claim_id, artifact: 'Chronos' }).catch(
    (error: unknown) => error,
  );
  assert(
    late instanceof Refusal && late.problem.code === 'state_conflict',
    'an expired packet refuses submissions',
  );
  return packet;
}

/** One worker's claim expires, and another worker claims the scope. Returns the packet. */
async function letClaimExpire(board: TemporaryBoard): Promise<WorkRecord> {
  const creator = await join('ada', board.apiUrl);
  const workers = [await join('bob', board.apiUrl), await join('eve', board.apiUrl)] as const;
  const input = { statement: 'Test this parser.', acceptance: ['It is tested'], claim_ttl_seconds: 300 };
  const packet = await send(creator, '/v1/work', input);
  const path = `/v1/work/${packet.work_id}`;
  await send(workers[0], `${path}/claims`, { scope: 'main' });
  board.advanceClock(301);
  const { fence } = await send(workers[1], `${path}/claims`, { scope: 'main' });
  assert(fence === 2, 'every new claim has a higher fence');
  return packet;
}

async function main(): Promise<void> {
  const creator = await join('ada');
  const workers = [await join('bob'), await join('eve')] as const;
  const accepted = await completePacket(creator, workers, await join('rey'));
  assert(accepted.status === 'accepted', 'a packet is accepted once all its scopes are');
  const expired = await submitTooLate(creator, workers[0]);
  const events = await printEvents('Events of the parser packet', accepted);
  assert(events.length === 15, 'every step has an event');
  await printEvents('Events of the packet that expired', expired);
  const board = await openTemporaryBoard();
  try {
    const claimEvents = await printEvents(
      'Events of the packet whose claim expired',
      await letClaimExpire(board),
      board.apiUrl,
    );
    assert(claimEvents[2]?.kind === 'claim.expired', 'a claim expires without a call');
  } finally {
    await board[Symbol.asyncDispose]();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`the demo failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
