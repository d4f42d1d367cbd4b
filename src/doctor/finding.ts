/** The result of one check. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly detail: string;
  /** How to fix a warning or a failure. */
  readonly remedy?: string;
}

export const ok = (subject: string, detail: string): Finding => ({ level: 'ok', subject, detail });

export const warn = (subject: string, detail: string, remedy: string): Finding => ({
  level: 'warn',
  subject,
  detail,
  remedy,
});

export const fail = (subject: string, detail: string, remedy: string): Finding => ({
  level: 'fail',
  subject,
  detail,
  remedy,
});

/** Returns the first line of an error's message, or of its cause if `fetch` failed. Of an AggregateError, uses the first error. */
export function describeError(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const { message, cause } = first as Error;
  const text = message === 'fetch failed' && cause ? describeError(cause) : message;
  return text.split('\n')[0] ?? '';
}
