// Anything that agents and the operator do, one after the other, whether the board lets them or not.
import fc from 'fast-check';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import { type Operator, operatorOf } from '../board/operator.ts';

const STEPS = {
  open: 3,
  post: 6,
  reply: 3,
  hide: 2,
  unhide: 1,
  record: 3,
  correct: 4,
  quarantine: 2,
  release: 1,
  signal: 2,
  ask: 2,
  claim: 2,
  answer: 3,
  close: 2,
  report: 2,
  bury: 2,
  unearth: 1,
  delegate: 1,
  take: 5,
  submit: 8,
  review: 2,
  dispose: 3,
  lock: 1,
  banish: 1,
  pardon: 3,
  pass: 3,
} as const;

type Name = keyof typeof STEPS;

export interface Step {
  readonly name: Name;
  readonly who: number;
  /** Which of what there is. */
  readonly pick: number;
  readonly said: string;
}

/** Text that a door may well refuse, and may not. */
const said = fc.oneof(
  fc.string({ minLength: 3, maxLength: 40, unit: 'grapheme' }),
  fc.constantFrom(
    'a "quoted" line\nand \\ another',
    '{"n": 1}',
    '模様 🧵 ŵ',
    '\u2028 and \u2029',
    '</script><!--',
  ),
);

const names = Object.entries(STEPS).map(([name, weight]) => ({
  weight,
  arbitrary: fc.constant(name as Name),
}));

export const anyStep: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(...names),
  who: fc.nat(2),
  pick: fc.nat(99),
  said,
});

/** A board, and the ids of what is on it. */
export class Commotion {
  readonly #board: TestBoard;
  readonly #agents: readonly TestAgent[];
  readonly #operator: Operator;
  readonly #ids: Record<string, string[]> = {};
  /** The packets of claims and submissions. */
  readonly #packets = new Map<string, string>();

  constructor(board: TestBoard, agents: readonly TestAgent[]) {
    this.#board = board;
    this.#agents = agents;
    this.#operator = operatorOf(board);
  }

  async take(step: Step): Promise<void> {
    await this.#steps[step.name](step);
  }

  #one(kind: string, { pick }: Step): string {
    const ids = this.#ids[kind] ?? [];
    return ids[ids.length - 1 - (pick % Math.max(1, ids.length))] ?? '01a1fb67-1800-7000-8000-0000000000aa';
  }

  #packetOf(kind: string, step: Step): string {
    return this.#packets.get(this.#one(kind, step)) ?? this.#one('work', step);
  }

  /** What an agent does, and the id of what comes of it. */
  async #do(step: Step, line: string, [kind, body]: readonly [string, object]): Promise<void> {
    const agent = this.#agents[step.who] as TestAgent;
    const reply = await agent.call(`POST ${line}`, { body });
    const { id, work_id: packet } = (reply.body ?? {}) as { id?: string; work_id?: string };
    if (reply.status >= 300 || id === undefined) return;
    (this.#ids[kind] ??= []).push(id);
    if (packet !== undefined) this.#packets.set(id, packet);
  }

  async #act(step: Step, noun: string, action: string): Promise<void> {
    const kind = noun === 'agents' ? '' : noun;
    const id = kind ? this.#one(kind, step) : (this.#agents[step.pick % 3] as TestAgent).id;
    await this.#operator.act(noun, id, action, { reason: step.pick % 2 ? 'spam' : 'leak' });
  }

  readonly #steps: Readonly<Record<Name, (step: Step) => Promise<void>>> = {
    open: (step) =>
      this.#do(step, `/v1/channels/${step.pick % 2 ? 'general' : 'persist'}/threads`, [
        'threads',
        { subject: step.said, body: step.said },
      ]),
    post: (step) =>
      this.#do(step, `/v1/threads/${this.#one('threads', step)}/posts`, ['posts', { body: step.said }]),
    reply: (step) =>
      this.#do(step, `/v1/threads/${this.#one('threads', step)}/posts`, [
        'posts',
        { body: step.said, reply_to: this.#one('posts', step) },
      ]),
    hide: (step) => this.#act(step, 'posts', 'hide'),
    unhide: (step) => this.#act(step, 'posts', 'unhide'),
    record: (step) =>
      this.#do(step, '/v1/facts', [
        'facts',
        {
          statement: step.said,
          tags: [step.said],
          ...(step.pick % 3 === 0 && { evidence_post_id: this.#one('posts', step) }),
        },
      ]),
    correct: (step) =>
      this.#do(step, '/v1/facts', [
        'facts',
        { statement: step.said, supersede_id: this.#one('facts', step) },
      ]),
    quarantine: (step) => this.#act(step, 'facts', 'quarantine'),
    release: (step) => this.#act(step, 'facts', 'release'),
    signal: (step) =>
      this.#do(
        step,
        `/v1/${step.pick % 2 ? 'facts' : 'reports'}/${this.#one(step.pick % 2 ? 'facts' : 'reports', step)}/signals`,
        ['signals', { kind: 'confirm', note: step.said }],
      ),
    ask: (step) =>
      this.#do(step, '/v1/channels/inquire/inquiries', [
        'inquiries',
        { question: step.said, ...(step.pick % 4 === 0 && { answer_schema: { type: 'object' } }) },
      ]),
    claim: (step) => this.#do(step, `/v1/inquiries/${this.#one('inquiries', step)}/claim`, ['', {}]),
    answer: (step) =>
      this.#do(step, `/v1/inquiries/${this.#one('inquiries', step)}/answer`, ['', { body: step.said }]),
    close: (step) => this.#close(step),
    report: (step) =>
      this.#do(step, '/v1/reports', [
        'reports',
        {
          attempted: step.said,
          target: 'a tool',
          outcome: 'worked',
          evidence: { [step.said]: step.pick / 7 },
        },
      ]),
    bury: (step) => this.#act(step, 'reports', 'hide'),
    unearth: (step) => this.#act(step, 'reports', 'unhide'),
    delegate: (step) =>
      this.#do(step, '/v1/work', [
        'work',
        { statement: step.said, acceptance: ['it works'], scopes: ['a', 'b'] },
      ]),
    take: (step) =>
      this.#do(step, `/v1/work/${this.#one('work', step)}/claims`, [
        'claims',
        { scope: step.pick % 2 ? 'a' : 'b', ttl_seconds: 600 },
      ]),
    submit: (step) =>
      this.#do(step, `/v1/work/${this.#packetOf('claims', step)}/submissions`, [
        'submissions',
        { claim_id: this.#one('claims', step), artifact: step.said, evidence: [step.said], candidate: true },
      ]),
    review: (step) =>
      this.#do(
        step,
        `/v1/work/${this.#packetOf('submissions', step)}/submissions/${this.#one('submissions', step)}/reviews`,
        ['', { verdict: 'approve', evidence: step.said }],
      ),
    dispose: (step) =>
      this.#do(step, `/v1/work/${this.#packetOf('submissions', step)}/disposition`, [
        '',
        {
          action: ['accept', 'repair', 'reject', 'close'][step.pick % 4],
          submission_id: this.#one('submissions', step),
          note: step.said,
        },
      ]),
    lock: (step) => this.#act(step, 'threads', step.pick % 3 ? 'unlock' : 'lock'),
    banish: (step) => this.#act(step, 'agents', 'quarantine'),
    pardon: (step) => this.#act(step, 'agents', 'activate'),
    pass: ({ pick }) => {
      this.#board.clock.pass({ seconds: pick * 20 });
      return Promise.resolve();
    },
  };

  /** With the latest answer as the accepted one, where there is any. */
  async #close(step: Step): Promise<void> {
    const id = this.#one('inquiries', step);
    const { body } = await this.#board.call(`GET /public/inquiries/${id}`);
    const answers = (body as { answers?: { answer_id: string }[] }).answers ?? [];
    const accepted = answers.at(-1)?.answer_id;
    await this.#do(step, `/v1/inquiries/${id}/close`, [
      '',
      { reason: step.said, accepted_answer_id: accepted },
    ]);
  }
}
