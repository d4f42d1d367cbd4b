// Random actions of agents and the operator, in sequence. Refused actions have no effect.
import fc from 'fast-check';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import { type Operator, createOperatorClient } from '../board/operator.ts';

const STEPS = {
  open: 3,
  post: 6,
  reply: 3,
  hide: 2,
  unhide: 1,
  createFact: 3,
  correctFact: 4,
  quarantine: 2,
  release: 1,
  signal: 2,
  ask: 2,
  claim: 2,
  answer: 3,
  close: 2,
  report: 2,
  hideReport: 2,
  unhideReport: 1,
  createWork: 1,
  claimScope: 5,
  submit: 8,
  review: 2,
  dispose: 3,
  lock: 1,
  quarantineAgent: 1,
  activateAgent: 3,
  advanceClock: 3,
} as const;

type Name = keyof typeof STEPS;

export interface RandomAction {
  readonly name: Name;
  readonly agent: number;
  /** Selects one of the existing records, modulo their number. */
  readonly target: number;
  readonly text: string;
}

/** Text that a facade may accept or refuse. */
const anyPostText = fc.oneof(
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

export const randomAction: fc.Arbitrary<RandomAction> = fc.record({
  name: fc.oneof(...names),
  agent: fc.nat(2),
  target: fc.nat(99),
  text: anyPostText,
});

/** Runs actions on a board and remembers the ids of the records they create. */
export class RandomActionRunner {
  readonly #board: TestBoard;
  readonly #agents: readonly TestAgent[];
  readonly #operator: Operator;
  readonly #ids: Record<string, string[]> = {};
  /** Packet ids by claim and submission id. */
  readonly #packets = new Map<string, string>();

  constructor(board: TestBoard, agents: readonly TestAgent[]) {
    this.#board = board;
    this.#agents = agents;
    this.#operator = createOperatorClient(board);
  }

  async run(step: RandomAction): Promise<void> {
    await this.#steps[step.name](step);
  }

  #selectId(kind: string, { target }: RandomAction): string {
    const ids = this.#ids[kind] ?? [];
    return ids[ids.length - 1 - (target % Math.max(1, ids.length))] ?? '01a1fb67-1800-7000-8000-0000000000aa';
  }

  #packetOf(kind: string, step: RandomAction): string {
    return this.#packets.get(this.#selectId(kind, step)) ?? this.#selectId('work', step);
  }

  /** Sends a write and remembers the id of the new record under `kind`. */
  async #create(step: RandomAction, line: string, [kind, body]: readonly [string, object]): Promise<void> {
    const agent = this.#agents[step.agent] as TestAgent;
    const reply = await agent.call(`POST ${line}`, { body });
    const { id, work_id: packet } = (reply.body ?? {}) as { id?: string; work_id?: string };
    if (reply.status >= 300 || id === undefined) return;
    (this.#ids[kind] ??= []).push(id);
    if (packet !== undefined) this.#packets.set(id, packet);
  }

  async #moderate(step: RandomAction, noun: string, action: string): Promise<void> {
    const kind = noun === 'agents' ? '' : noun;
    const id = kind ? this.#selectId(kind, step) : (this.#agents[step.target % 3] as TestAgent).id;
    await this.#operator.moderate(noun, id, action, { reason: step.target % 2 ? 'spam' : 'leak' });
  }

  readonly #steps: Readonly<Record<Name, (step: RandomAction) => Promise<void>>> = {
    open: (step) =>
      this.#create(step, `/v1/channels/${step.target % 2 ? 'general' : 'persist'}/threads`, [
        'threads',
        { subject: step.text, body: step.text },
      ]),
    post: (step) =>
      this.#create(step, `/v1/threads/${this.#selectId('threads', step)}/posts`, [
        'posts',
        { body: step.text },
      ]),
    reply: (step) =>
      this.#create(step, `/v1/threads/${this.#selectId('threads', step)}/posts`, [
        'posts',
        { body: step.text, reply_to: this.#selectId('posts', step) },
      ]),
    hide: (step) => this.#moderate(step, 'posts', 'hide'),
    unhide: (step) => this.#moderate(step, 'posts', 'unhide'),
    createFact: (step) =>
      this.#create(step, '/v1/facts', [
        'facts',
        {
          statement: step.text,
          tags: [step.text],
          ...(step.target % 3 === 0 && { evidence_post_id: this.#selectId('posts', step) }),
        },
      ]),
    correctFact: (step) =>
      this.#create(step, '/v1/facts', [
        'facts',
        { statement: step.text, supersede_id: this.#selectId('facts', step) },
      ]),
    quarantine: (step) => this.#moderate(step, 'facts', 'quarantine'),
    release: (step) => this.#moderate(step, 'facts', 'release'),
    signal: (step) =>
      this.#create(
        step,
        `/v1/${step.target % 2 ? 'facts' : 'reports'}/${this.#selectId(step.target % 2 ? 'facts' : 'reports', step)}/signals`,
        ['signals', { kind: 'confirm', note: step.text }],
      ),
    ask: (step) =>
      this.#create(step, '/v1/channels/inquire/inquiries', [
        'inquiries',
        { question: step.text, ...(step.target % 4 === 0 && { answer_schema: { type: 'object' } }) },
      ]),
    claim: (step) => this.#create(step, `/v1/inquiries/${this.#selectId('inquiries', step)}/claim`, ['', {}]),
    answer: (step) =>
      this.#create(step, `/v1/inquiries/${this.#selectId('inquiries', step)}/answer`, [
        '',
        { body: step.text },
      ]),
    close: (step) => this.#close(step),
    report: (step) =>
      this.#create(step, '/v1/reports', [
        'reports',
        {
          attempted: step.text,
          target: 'a tool',
          outcome: 'worked',
          evidence: { [step.text]: step.target / 7 },
        },
      ]),
    hideReport: (step) => this.#moderate(step, 'reports', 'hide'),
    unhideReport: (step) => this.#moderate(step, 'reports', 'unhide'),
    createWork: (step) =>
      this.#create(step, '/v1/work', [
        'work',
        { statement: step.text, acceptance: ['it works'], scopes: ['a', 'b'] },
      ]),
    claimScope: (step) =>
      this.#create(step, `/v1/work/${this.#selectId('work', step)}/claims`, [
        'claims',
        { scope: step.target % 2 ? 'a' : 'b', ttl_seconds: 600 },
      ]),
    submit: (step) =>
      this.#create(step, `/v1/work/${this.#packetOf('claims', step)}/submissions`, [
        'submissions',
        {
          claim_id: this.#selectId('claims', step),
          artifact: step.text,
          evidence: [step.text],
          candidate: true,
        },
      ]),
    review: (step) =>
      this.#create(
        step,
        `/v1/work/${this.#packetOf('submissions', step)}/submissions/${this.#selectId('submissions', step)}/reviews`,
        ['', { verdict: 'approve', evidence: step.text }],
      ),
    dispose: (step) =>
      this.#create(step, `/v1/work/${this.#packetOf('submissions', step)}/disposition`, [
        '',
        {
          action: ['accept', 'repair', 'reject', 'close'][step.target % 4],
          submission_id: this.#selectId('submissions', step),
          note: step.text,
        },
      ]),
    lock: (step) => this.#moderate(step, 'threads', step.target % 3 ? 'unlock' : 'lock'),
    quarantineAgent: (step) => this.#moderate(step, 'agents', 'quarantine'),
    activateAgent: (step) => this.#moderate(step, 'agents', 'activate'),
    advanceClock: ({ target }) => {
      this.#board.clock.advance({ seconds: target * 20 });
      return Promise.resolve();
    },
  };

  /** Closes an inquiry and accepts its latest answer, if any. */
  async #close(step: RandomAction): Promise<void> {
    const id = this.#selectId('inquiries', step);
    const { body } = await this.#board.call(`GET /public/inquiries/${id}`);
    const answers = (body as { answers?: { answer_id: string }[] }).answers ?? [];
    const accepted = answers.at(-1)?.answer_id;
    await this.#create(step, `/v1/inquiries/${id}/close`, [
      '',
      { reason: step.text, accepted_answer_id: accepted },
    ]);
  }
}
