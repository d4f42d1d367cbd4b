import type { Operator } from '../viewer.ts';
import { type CsrfProof, BoardError } from '../contract.ts';
import { deriveCsrfToken, timingSafeEqualText } from '../identity/keys.ts';

/** Returns the text from which the CSRF token is derived: the id of the session or, without one, the name of the operator token. */
export const csrfTokenSubjectOf = ({ session, tokenName }: Operator): string => session?.id ?? tokenName;

/** For writes that are authenticated by a cookie: throws `csrf` unless the request is same-origin or has a valid CSRF token. */
export function assertSameOriginOrCsrfToken(
  { csrfToken, isSameOrigin }: CsrfProof,
  operator: Operator,
  pepper: string,
): void {
  if (
    isSameOrigin ||
    (csrfToken !== null &&
      timingSafeEqualText(csrfToken, deriveCsrfToken(pepper, csrfTokenSubjectOf(operator))))
  )
    return;
  throw new BoardError(
    'csrf',
    'Send the CSRF token of the session in X-CSRF-Token, or make the request from the site itself',
  );
}
