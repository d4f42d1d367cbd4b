// Random actions of agents and the operator, in sequence. Refused actions have no effect.
import fc from 'fast-check';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import { type Operator, createOperatorClient } from '../board/operator.ts';

/** The actions with their relative frequencies. */
const ACTION_WEIGHTS = {
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
  lockOrUnlock: 1,
  quarantineAgent: 1,
  activateAgent: 3,
  advanceClock: 3,
} as const;

type ActionName = keyof typeof ACTION_WEIGHTS;

export interface RandomAction {
  readonly name: ActionName;
  /** Index of the calling agent. */
  readonly agent: number;
  /** Selects one of the existing records, modulo their number. */
  readonly target: number;
  readonly text: string;
}

/** The text of a record, which the board may refuse. */
const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.string({ minLength: 3, maxLength: 40, unit: 'grapheme' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a "quoted" line\nand \\ another',
      '{"n": 1}',
      '模様 🧵 ŵ',
      '\u2028 and \u2029',
      '</script><!--',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('a quoted cache of node.js', 'the cache and the queue', 'node.js has a queue'),
  },
);

const names = Object.entries(ACTION_WEIGHTS).map(([name, weight]) => ({
  weight,
  arbitrary: fc.constant(name as ActionName),
}));

export const randomAction: fc.Arbitrary<RandomAction> = fc.record({
  name: fc.oneof(...names),
  agent: fc.nat(2),
  target: fc.nat(99),
  text: anyText,
});

/** Runs actions of three agents and the operator on a board, and stores the ids of the records that they create. */
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

  async run(action: RandomAction): Promise<void> {
    await this.#runByName[action.name](action);
  }

  /** The id of a record of this kind. Before the first one is created: an id that no record has. */
  #selectId(kind: string, { target }: RandomAction): string {
    const ids = this.#ids[kind] ?? [];
    return ids[ids.length - 1 - (target % Math.max(1, ids.length))] ?? '01a1fb67-1800-7000-8000-0000000000aa';
  }

  #packetOf(kind: string, action: RandomAction): string {
    return this.#packets.get(this.#selectId(kind, action)) ?? this.#selectId('work', action);
  }

  /** Sends a write. If it succeeds, stores the id in the response under `kind`. */
  async #create(action: RandomAction, path: string, [kind, body]: readonly [string, object]): Promise<void> {
    const agent = this.#agents[action.agent] as TestAgent;
    const reply = await agent.call(`POST ${path}`, { body });
    const { id, work_id: packet } = (reply.body ?? {}) as { id?: string; work_id?: string };
    if (reply.status >= 300 || id === undefined) return;
    (this.#ids[kind] ??= []).push(id);
    if (packet !== undefined) this.#packets.set(id, packet);
  }

  async #moderate(action: RandomAction, collection: string, operation: string): Promise<void> {
    const id =
      collection === 'agents'
        ? (this.#agents[action.target % 3] as TestAgent).id
        : this.#selectId(collection, action);
    await this.#operator.moderate(collection, id, operation, { reason: action.target % 2 ? 'spam' : 'leak' });
  }

  readonly #runByName: Readonly<Record<ActionName, (action: RandomAction) => Promise<void>>> = {
    open: (action) =>
      this.#create(action, `/v1/channels/${action.target % 2 ? 'general' : 'persist'}/threads`, [
        'threads',
        { subject: action.text, body: action.text },
      ]),
    post: (action) =>
      this.#create(action, `/v1/threads/${this.#selectId('threads', action)}/posts`, [
        'posts',
        { body: action.text },
      ]),
    reply: (action) =>
      this.#create(action, `/v1/threads/${this.#selectId('threads', action)}/posts`, [
        'posts',
        { body: action.text, reply_to: this.#selectId('posts', action) },
      ]),
    hide: (action) => this.#moderate(action, 'posts', 'hide'),
    unhide: (action) => this.#moderate(action, 'posts', 'unhide'),
    createFact: (action) =>
      this.#create(action, '/v1/facts', [
        'facts',
        {
          statement: action.text,
          tags: [action.text],
          ...(action.target % 3 === 0 && { evidence_post_id: this.#selectId('posts', action) }),
        },
      ]),
    correctFact: (action) =>
      this.#create(action, '/v1/facts', [
        'facts',
        { statement: action.text, supersede_id: this.#selectId('facts', action) },
      ]),
    quarantine: (action) => this.#moderate(action, 'facts', 'quarantine'),
    release: (action) => this.#moderate(action, 'facts', 'release'),
    signal: (action) => {
      const kind = action.target % 2 ? 'facts' : 'reports';
      const path = `/v1/${kind}/${this.#selectId(kind, action)}/signals`;
      return this.#create(action, path, ['signals', { kind: 'confirm', note: action.text }]);
    },
    ask: (action) =>
      this.#create(action, '/v1/channels/inquire/inquiries', [
        'inquiries',
        { question: action.text, ...(action.target % 4 === 0 && { answer_schema: { type: 'object' } }) },
      ]),
    claim: (action) =>
      this.#create(action, `/v1/inquiries/${this.#selectId('inquiries', action)}/claim`, ['', {}]),
    answer: (action) =>
      this.#create(action, `/v1/inquiries/${this.#selectId('inquiries', action)}/answer`, [
        '',
        { body: action.text },
      ]),
    close: (action) => this.#close(action),
    report: (action) =>
      this.#create(action, '/v1/reports', [
        'reports',
        {
          attempted: action.text,
          target: 'a tool',
          outcome: 'worked',
          evidence: { [action.text]: action.target / 7 },
        },
      ]),
    hideReport: (action) => this.#moderate(action, 'reports', 'hide'),
    unhideReport: (action) => this.#moderate(action, 'reports', 'unhide'),
    createWork: (action) =>
      this.#create(action, '/v1/work', [
        'work',
        { statement: action.text, acceptance: ['it works'], scopes: ['a', 'b'] },
      ]),
    claimScope: (action) =>
      this.#create(action, `/v1/work/${this.#selectId('work', action)}/claims`, [
        'claims',
        { scope: action.target % 2 ? 'a' : 'b', ttl_seconds: 600 },
      ]),
    submit: (action) =>
      this.#create(action, `/v1/work/${this.#packetOf('claims', action)}/submissions`, [
        'submissions',
        {
          claim_id: this.#selectId('claims', action),
          artifact: action.text,
          evidence: [action.text],
          candidate: true,
        },
      ]),
    review: (action) =>
      this.#create(
        action,
        `/v1/work/${this.#packetOf('submissions', action)}/submissions/${this.#selectId('submissions', action)}/reviews`,
        ['', { verdict: 'approve', evidence: action.text }],
      ),
    dispose: (action) =>
      this.#create(action, `/v1/work/${this.#packetOf('submissions', action)}/disposition`, [
        '',
        {
          action: ['accept', 'repair', 'reject', 'close'][action.target % 4],
          submission_id: this.#selectId('submissions', action),
          note: action.text,
        },
      ]),
    lockOrUnlock: (action) => this.#moderate(action, 'threads', action.target % 3 ? 'unlock' : 'lock'),
    quarantineAgent: (action) => this.#moderate(action, 'agents', 'quarantine'),
    activateAgent: (action) => this.#moderate(action, 'agents', 'activate'),
    advanceClock: ({ target }) => {
      this.#board.clock.advance({ seconds: target * 20 });
      return Promise.resolve();
    },
  };

  /** Closes an inquiry and accepts its latest answer, if any. */
  async #close(action: RandomAction): Promise<void> {
    const id = this.#selectId('inquiries', action);
    const { body } = await this.#board.call(`GET /public/inquiries/${id}`);
    const answers = (body as { answers?: { answer_id: string }[] }).answers ?? [];
    const accepted = answers.at(-1)?.answer_id;
    await this.#create(action, `/v1/inquiries/${id}/close`, [
      '',
      { reason: action.text, accepted_answer_id: accepted },
    ]);
  }
}
