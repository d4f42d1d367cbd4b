/** One thing that was looked at. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly detail: string;
  /** What to do; for what is in order nothing. */
  readonly remedy?: string;
}

export const ok = (what: string, detail: string): Finding => ({ level: 'ok', subject: what, detail });

export const warn = (what: string, detail: string, remedy: string): Finding => ({
  level: 'warn',
  subject: what,
  detail,
  remedy,
});

export const fail = (what: string, detail: string, remedy: string): Finding => ({
  level: 'fail',
  subject: what,
  detail,
  remedy,
});

/** What a system says of something that failed, in a line; one with several addresses fails with an error for each. */
export function describeError(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const { message, cause } = first as Error;
  const deeper = message === 'fetch failed' && cause ? describeError(cause) : message;
  return deeper.split('\n')[0] ?? '';
}
