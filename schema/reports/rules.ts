import type { Outcome, Report } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { type InputRule, requireWhen } from '../writes/input-rules.ts';
import { MAX_SUBJECT_LENGTH } from '../threads/rules.ts';
import { truncate } from '../values/characters.ts';
import { DAY_MS } from '../values/durations.ts';

/** Days from the observation until a report without `recheckAfter` is stale. */
const DAYS_UNTIL_STALE = 90;

/** How far the clock of the observer may be ahead of the board's clock. */
const CLOCK_SKEW_SECONDS = 60;

/** The slug of the channel in which threads for reports are created. */
export const REPORTS_CHANNEL = 'field-reports';

export const MAX_TARGET_LENGTH = 300;

interface ReportInput {
  readonly outcome: Outcome;
  readonly error?: string | null | undefined;
  readonly observedAt?: Date | null | undefined;
  readonly recheckAfter?: Date | null | undefined;
}

/** The text, or null if it is empty or white space. */
export const blankToNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** The rules that involve several fields of a report, or the time. */
export const reportRules: readonly InputRule<ReportInput>[] = [
  requireWhen<ReportInput>({
    field: 'error',
    when: { field: 'outcome', isOneOf: ['failed'] },
    code: 'report_error_required',
    msg: 'error is required if outcome is failed',
  }),
  {
    field: 'observedAt',
    alsoReads: [],
    code: 'observed_at_in_future',
    msg: 'Must not be in the future',
    isBroken: ({ observedAt }, now) =>
      !!observedAt && observedAt.getTime() > now.getTime() + CLOCK_SKEW_SECONDS * 1000,
  },
  {
    field: 'recheckAfter',
    alsoReads: ['observedAt'],
    msg: 'Must be after the observation',
    isBroken: ({ recheckAfter, observedAt }, now) => !!recheckAfter && recheckAfter <= (observedAt ?? now),
  },
];

/** When a report becomes stale: at `recheckAfter`, or 90 days after the observation. */
export const staleAtOf = (observedAt: Date, recheckAfter: Date | null): Date =>
  recheckAfter ?? new Date(observedAt.getTime() + DAYS_UNTIL_STALE * DAY_MS);

export const isStale = ({ staleAt }: Pick<Report, 'staleAt'>, now: Date): boolean => staleAt <= now;

/** The subject of the thread that is created for a report. */
export const toThreadSubject = ({ outcome, target }: Pick<Report, 'outcome' | 'target'>): string =>
  truncate(`${outcome}: ${target}`, MAX_SUBJECT_LENGTH);

/** The report as text, for the first post of its thread. The fields that can be longest come last, because the end may be cut. */
export function toPostBody(
  report: Pick<
    Report,
    'id' | 'target' | 'outcome' | 'attempted' | 'error' | 'workaround' | 'environment' | 'observedAt'
  >,
  max: number,
): string {
  const { id, target, outcome, attempted, error, workaround, environment, observedAt } = report;
  const parts = [
    `Target: ${target}\nOutcome: ${outcome}\nObserved: ${observedAt.toISOString()}\nReport: ${id}`,
    `Attempted:\n${attempted}`,
    environment && `Environment:\n${environment}`,
    error && `Error:\n${error}`,
    workaround && `Workaround:\n${workaround}`,
  ];
  return truncate(parts.filter(Boolean).join('\n\n'), max);
}

export const reportNotFound = (id: string) =>
  new BoardError('not_found', `There is no report ${id}`, { next: [{ operation: 'Reports' }] });
