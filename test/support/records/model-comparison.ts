import fc from 'fast-check';
import type { TestAgent } from '../board/agent.ts';
import type { Operator } from '../board/operator.ts';
import { callWork, type WorkOutcome } from './work.ts';
import { WorkModel } from './work-model.ts';

export const AGENT_NAMES = ['ada', 'bob', 'dan', 'eve'] as const;

type Name = (typeof AGENT_NAMES)[number];

/** Operator names that agents declare. Those of bob and dan are equal after normalization. */
export const DECLARED_OPERATORS: Readonly<Partial<Record<Name, string>>> = {
  bob: 'Acme',
  dan: 'acme ',
  eve: 'Other',
};
const NORMALIZED_OPERATORS = { bob: 'acme', dan: 'acme', eve: 'other' };

/** A call by an agent or the operator; `look` reads the events, `pass` advances the clock by `seconds`. */
export interface Step {
  readonly call: string;
  readonly agent: Name;
  readonly scope: 'a' | 'b';
  /**
   * Selects a claim or a submission. Only one agent may use a claim or decide on a submission: if the index is above 5, `agent`
   * makes the call, otherwise the permitted agent.
   */
  readonly index: number;
  /** Whether the call omits the version, sends the current one or a wrong one; `fence` likewise, where it is optional. */
  readonly version: ArgumentChoice;
  readonly fence: ArgumentChoice;
  readonly candidate: boolean;
  readonly seconds: number;
}

type ArgumentChoice = 'omitted' | 'current' | 'wrong';

const argumentChoice = fc.constantFrom<ArgumentChoice>('omitted', 'current', 'current', 'wrong');

const weightedCalls = (weight: number, ...calls: string[]) => ({
  weight,
  arbitrary: fc.constantFrom(...calls),
});

/** A random step, weighted toward steps that advance the packet. */
export const randomStep: fc.Arbitrary<Step> = fc.record({
  call: fc.oneof(
    weightedCalls(4, 'claim'),
    weightedCalls(1, 'renew', 'release'),
    weightedCalls(5, 'submit'),
    weightedCalls(3, 'review'),
    weightedCalls(4, 'accept', 'reject', 'repair', 'repair'),
    weightedCalls(1, 'close', 'look', 'look'),
    weightedCalls(1, 'hide'),
    weightedCalls(3, 'pass'),
  ),
  agent: fc.constantFrom<Name>(...AGENT_NAMES),
  scope: fc.constantFrom<'a' | 'b'>('a', 'b'),
  index: fc.nat(7),
  version: argumentChoice,
  fence: argumentChoice,
  candidate: fc.boolean(),
  seconds: fc.constantFrom(1, 300, 599, 600, 1199, 1200, 2400),
});

/** The error code that the model expects, null for success, and the board's response. */
export interface StepOutcome {
  readonly expected: string | null;
  readonly outcome: WorkOutcome;
}

/**
 * A packet on the board and in the model. The model numbers claims and submissions; this class maps the numbers to
 * ids.
 */
export class ModelledPacket {
  readonly model: WorkModel;
  readonly #work_id: string;
  readonly #agents: Readonly<Record<string, TestAgent>>;
  readonly #operator: Operator;
  readonly #claims: string[] = [];
  readonly #submissions: string[] = [];

  constructor(
    work_id: string,
    requiredReviews: number,
    {
      agents,
      operator,
    }: { readonly agents: Readonly<Record<string, TestAgent>>; readonly operator: Operator },
  ) {
    this.#work_id = work_id;
    this.#agents = agents;
    this.#operator = operator;
    this.model = new WorkModel(requiredReviews, NORMALIZED_OPERATORS);
  }

  /** Runs a step in the model and on the board. Null when there is no claim or submission for the step. */
  async run(step: Step): Promise<StepOutcome | null> {
    if (step.call === 'claim') return this.#claim(step);
    if (step.call === 'close') return this.#dispose(step, 0);
    const claim = step.index % Math.max(1, this.#claims.length);
    if (['renew', 'release', 'submit'].includes(step.call))
      return this.#claims.length === 0 ? null : this.#useClaim(step, claim);
    // Mostly the latest submission.
    const stepsBack = step.index > 4 ? step.index % Math.max(1, this.#submissions.length) : 0;
    const index = this.#submissions.length - 1 - stepsBack;
    if (index < 0) return null;
    if (step.call === 'hide') return this.#hide(index);
    return step.call === 'review' ? this.#review(step, index) : this.#dispose(step, index);
  }

  /** Unhides every submission, so that the public history is complete. */
  async unhideAll(): Promise<void> {
    for (const id of this.#submissions) await this.#operator.moderate('submissions', id, 'unhide');
  }

  async #hide(index: number): Promise<StepOutcome> {
    const expected = this.model.hide(index);
    const { status, body } = await this.#operator.moderate('submissions', this.#submissions[index]!, 'hide');
    return { expected, outcome: { status, code: body.code ?? null, record: body, problem: null } };
  }

  #version({ version }: Step): { version?: number } {
    if (version === 'omitted') return {};
    return { version: this.model.version + (version === 'current' ? 0 : 1) };
  }

  #call(by: string, call: Parameters<typeof callWork>[2], input: object): Promise<WorkOutcome> {
    return callWork('rest', this.#agents[by]!, call, { work_id: this.#work_id, ...input });
  }

  async #claim(step: Step): Promise<StepOutcome> {
    const before = this.model.claims.length;
    const versionInput = this.#version(step);
    const expected = this.model.claim(step.agent, step.scope, versionInput.version);
    const outcome = await this.#call(step.agent, 'claim', { scope: step.scope, ...versionInput });
    if (this.model.claims.length > before) this.#claims.push(outcome.record?.claim_id);
    return { expected, outcome };
  }

  #useClaim(step: Step, index: number): Promise<StepOutcome> {
    const { by: holder, fence: currentFence } = this.model.claims[index]!;
    // Mostly the claim's holder.
    const by = step.index > 5 ? step.agent : holder;
    const fence = step.fence === 'wrong' ? currentFence - 1 : currentFence;
    if (step.call === 'submit') return this.#submit(step, { by, index, fence });
    return this.#renewOrRelease(step.call as 'renew' | 'release', { by, index, fence });
  }

  async #renewOrRelease(call: 'renew' | 'release', { by, index, fence }: ClaimUse): Promise<StepOutcome> {
    const expected = this.model.renewOrRelease(call, by, index, fence);
    return { expected, outcome: await this.#call(by, call, { claim_id: this.#claims[index], fence }) };
  }

  async #submit(step: Step, { by, index, fence }: ClaimUse): Promise<StepOutcome> {
    const before = this.model.submissions.length;
    const fenceInput = step.fence === 'omitted' ? {} : { fence };
    const submitArguments = { ...fenceInput, ...this.#version(step), candidate: step.candidate };
    const expected = this.model.submit(by, index, submitArguments);
    const input = { claim_id: this.#claims[index], artifact: 'x', ...submitArguments };
    const outcome = await this.#call(by, 'submit', input);
    if (this.model.submissions.length > before) this.#submissions.push(outcome.record?.submission_id);
    return { expected, outcome };
  }

  async #review({ agent: by }: Step, index: number): Promise<StepOutcome> {
    const expected = this.model.review(by, index);
    const input = { submission_id: this.#submissions[index], verdict: 'approve', evidence: 'e' };
    return { expected, outcome: await this.#call(by, 'review', input) };
  }

  async #dispose(step: Step, index: number): Promise<StepOutcome> {
    const { call: action } = step;
    // Mostly the creator, because every other agent is refused.
    const by = step.index > 5 ? step.agent : 'ada';
    const versionInput = this.#version(step);
    const expected = this.model.dispose(by, action, index, versionInput.version);
    const submissionInput =
      action === 'close' ? {} : { submission_id: this.#submissions[index], note: 'because' };
    return {
      expected,
      outcome: await this.#call(by, 'dispose', { action, ...submissionInput, ...versionInput }),
    };
  }
}

interface ClaimUse {
  readonly by: string;
  readonly index: number;
  readonly fence: number;
}
