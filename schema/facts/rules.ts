import type { Fact } from '../../prisma/client.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError, type Issue } from '../contract.ts';
import type { InputRule } from '../writes/input-rules.ts';
import { text } from '../values/text.ts';
import { type HideableRow, isVisible as isShown } from '../moderation/visibility.ts';

/** What a fact says: 3–8 000 characters. */
export const statementText = () => text({ min: 3, max: 8000 });

export const factNotFound = (id: string) =>
  new BoardError('not_found', `There is no fact ${id}`, { next: [{ operation: 'Facts' }] });

/** What decides who may see a fact. */
export type FactVisibilityRow = HideableRow & Pick<Fact, 'quarantinedAt'>;

/** Agents and the operator may see a quarantined fact; anonymous callers may not. */
export const passesQuarantine = ({ quarantinedAt }: Pick<Fact, 'quarantinedAt'>, viewer: Viewer): boolean =>
  quarantinedAt === null || viewer.kind !== 'anonymous';

/** A hidden fact is visible to its author and the operator, whether it is quarantined or not. */
export const isFactVisible = (fact: FactVisibilityRow, viewer: Viewer): boolean =>
  passesQuarantine(fact, viewer) && isShown(fact, viewer);

/** Whether the time it was good for has passed. */
export const isStale = ({ decayAfter }: Pick<Fact, 'decayAfter'>, now: Date): boolean =>
  decayAfter !== null && decayAfter <= now;

interface Lifetime {
  readonly validAsOf?: Date | null | undefined;
  readonly decayAfter?: Date | null | undefined;
}

/** What holds between the fields of a fact. */
export const factRules: readonly InputRule<Lifetime>[] = [
  {
    field: 'decayAfter',
    alsoReads: ['validAsOf'],
    msg: 'Must be later than the time from which on it holds',
    isBroken: ({ validAsOf, decayAfter }) => !!validAsOf && !!decayAfter && decayAfter <= validAsOf,
  },
];

/** Evidence that is not there, or not to be seen by who would cite it: it makes no difference which. */
export const evidenceIssue = (field: 'evidencePostId' | 'evidenceInquiryId', noun: string): Issue => ({
  path: ['input', field],
  msg: `There is no such ${noun}`,
  type: 'value_error',
});

/** Chains are linear: who comes too late corrects the head of the chain instead. */
export const alreadySuperseded = (id: string, headId: string) =>
  new BoardError('already_superseded', `The fact ${id} is superseded; the newest of its chain is ${headId}`, {
    members: { head_id: headId },
    next: [{ operation: 'CreateFact', variables: { supersedeId: headId } }],
  });
