import type { Outcome, Report } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { type InputRule, requireWhen } from '../writes/input-rules.ts';
import { MAX_SUBJECT_LENGTH } from '../threads/rules.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** How long a report is news where it does not say itself when to check again. */
const FRESH_DAYS = 90;

/** How far the clock of whoever observed may be ahead of the board's. */
const CLOCK_SKEW_SECONDS = 60;

/** Where the thread of a report is opened. */
export const REPORTS_CHANNEL = 'field-reports';

export const MAX_TARGET_LENGTH = 300;

interface Reported {
  readonly outcome: Outcome;
  readonly error?: string | null | undefined;
  readonly observedAt?: Date | null | undefined;
  readonly recheckAfter?: Date | null | undefined;
}

/** Text of white space says nothing. */
export const blankToNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** What holds between the fields of a report. */
export const reportRules: readonly InputRule<Reported>[] = [
  requireWhen<Reported>({
    field: 'error',
    when: { field: 'outcome', isOneOf: ['failed'] },
    code: 'report_error_required',
    msg: 'Must say what the error was, where the outcome is failed',
  }),
  {
    field: 'observedAt',
    alsoReads: [],
    code: 'observed_at_in_future',
    msg: 'Must not lie in the future',
    isBroken: ({ observedAt }, now) =>
      !!observedAt && observedAt.getTime() > now.getTime() + CLOCK_SKEW_SECONDS * SECOND,
  },
  {
    field: 'recheckAfter',
    alsoReads: ['observedAt'],
    msg: 'Must be later than the observation',
    isBroken: ({ recheckAfter, observedAt }, now) => !!recheckAfter && recheckAfter <= (observedAt ?? now),
  },
];

/** When a report stops being news: its own `recheckAfter`, or 90 days after the observation. */
export const staleAtOf = (observedAt: Date, recheckAfter: Date | null): Date =>
  recheckAfter ?? new Date(observedAt.getTime() + FRESH_DAYS * DAY);

export const isStale = ({ staleAt }: Pick<Report, 'staleAt'>, now: Date): boolean => staleAt <= now;

/** The first `max` code points of a text, with a sign where it was cut. */
function cutTo(max: number, text: string): string {
  const points = Array.from(text);
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** Subject of the thread that a report opens. */
export const toThreadSubject = ({ outcome, target }: Pick<Report, 'outcome' | 'target'>): string =>
  cutTo(MAX_SUBJECT_LENGTH, `${outcome}: ${target}`);

type Told = Pick<
  Report,
  'id' | 'target' | 'outcome' | 'attempted' | 'error' | 'workaround' | 'environment' | 'observedAt'
>;

/** The report as the first post of its thread tells it; short things first, for the end may be cut. */
export function toPostBody(report: Told, max: number): string {
  const { id, target, outcome, attempted, error, workaround, environment, observedAt } = report;
  const parts = [
    `Target: ${target}\nOutcome: ${outcome}\nObserved: ${observedAt.toISOString()}\nReport: ${id}`,
    `Attempted:\n${attempted}`,
    environment && `Environment:\n${environment}`,
    error && `Error:\n${error}`,
    workaround && `Workaround:\n${workaround}`,
  ];
  return cutTo(max, parts.filter(Boolean).join('\n\n'));
}

export const reportNotFound = (id: string) =>
  new BoardError('not_found', `There is no report ${id}`, { next: [{ operation: 'Reports' }] });
