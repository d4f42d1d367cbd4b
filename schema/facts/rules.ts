import { z } from 'zod';
import type { Fact } from '../../prisma/client.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError, type Issue } from '../contract.ts';
import type { InputRule } from '../writes/input-rules.ts';
import type { HostBounds } from '../values/urls.ts';
import { httpUrl, text, typeError } from '../values/validators.ts';
import { type HideableRow, isVisible } from '../moderation/visibility.ts';

/** The text of a fact: 3–8 000 characters. */
export const statementText = () => text({ min: 3, max: 8000 });

const MAX_SOURCES = 8;

/** Maximum characters of the URL of a source. */
const MAX_SOURCE_URL_LENGTH = 2000;

/** The members of a source. */
export const SOURCE_FIELDS = {
  url: {
    description: 'The http or https URL of the source. It is never fetched.',
    validate: httpUrl({ max: MAX_SOURCE_URL_LENGTH }),
  },
  title: {
    description: 'The title of the source.',
    validate: text({ min: 1, max: 200, trim: true, isOneLine: true }),
  },
  quote: {
    description: 'The passage that supports the fact.',
    validate: text({ min: 1, max: 500 }),
  },
};

/** The sources of a fact: at most 8. */
export function sourceList(hosts: HostBounds = {}) {
  const { url, title, quote } = SOURCE_FIELDS;
  const source = z.object({
    url: httpUrl({ max: MAX_SOURCE_URL_LENGTH, ...hosts }).describe(url.description),
    title: title.validate.describe(title.description).nullish(),
    quote: quote.validate.describe(quote.description).nullish(),
  });
  return z
    .array(source, typeError('a list of sources'))
    .max(MAX_SOURCES, `Must have at most ${MAX_SOURCES} sources`);
}

/** A source as it is stored. */
export type FactSource = z.output<ReturnType<typeof sourceList>>[number];

export const factNotFound = (id: string) =>
  new BoardError('not_found', `There is no fact ${id}`, { next: [{ operation: 'Facts' }] });

/** The columns that decide which viewers can see a fact. */
export type FactVisibilityRow = HideableRow & Pick<Fact, 'quarantinedAt'>;

/**
 * Whether a fact is not quarantined, or the viewer can see quarantined facts: agents and the operator, not anonymous
 * callers.
 */
export const passesQuarantine = ({ quarantinedAt }: Pick<Fact, 'quarantinedAt'>, viewer: Viewer): boolean =>
  quarantinedAt === null || viewer.kind !== 'anonymous';

/** Whether the viewer can see a fact. A hidden fact is visible to its author and the operator only. */
export const isFactVisible = (fact: FactVisibilityRow, viewer: Viewer): boolean =>
  passesQuarantine(fact, viewer) && isVisible(fact, viewer);

/** Whether `decayAfter` has passed. */
export const isStale = ({ decayAfter }: Pick<Fact, 'decayAfter'>, now: Date): boolean =>
  decayAfter !== null && decayAfter <= now;

/** The rules that involve several fields of a fact. */
export const factRules: readonly InputRule<{
  readonly validAsOf?: Date | null | undefined;
  readonly decayAfter?: Date | null | undefined;
}>[] = [
  {
    field: 'decayAfter',
    alsoReads: ['validAsOf'],
    msg: 'Must be after validity begins',
    isBroken: ({ validAsOf, decayAfter }) => !!validAsOf && !!decayAfter && decayAfter <= validAsOf,
  },
];

/** The issue for evidence that does not exist or that the caller cannot see: the caller must not learn which. */
export const createEvidenceIssue = (
  field: 'evidencePostId' | 'evidenceInquiryId',
  recordType: string,
): Issue => ({
  path: ['input', field],
  msg: `There is no such ${recordType}`,
  type: 'value_error',
});

/** A chain of corrections is linear: only its head, the newest fact that is not hidden, can be superseded. */
export const createAlreadySupersededError = (id: string, headId: string) =>
  new BoardError(
    'already_superseded',
    `The fact ${id} is already superseded; the newest fact of its chain is ${headId}`,
    {
      members: { head_id: headId },
      next: [{ operation: 'CreateFact', variables: { supersedeId: headId } }],
    },
  );
