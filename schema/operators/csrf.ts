import type { Operator } from '../viewer.ts';
import { type CsrfProof, BoardError } from '../contract.ts';
import { deriveCsrfToken, timingSafeEqualText } from '../identity/keys.ts';

/** What a CSRF token belongs to: the session, or the operator token if there is no session. */
export const csrfTokenOwner = ({ session, tokenName: operator }: Operator): string => session?.id ?? operator;

/**
 * Throws `csrf` if a write that is authenticated by a cookie has neither a same-origin request nor a valid CSRF
 * token.
 */
export function assertSameOriginOrCsrfToken(ambient: CsrfProof, operator: Operator, pepper: string): void {
  const { csrfToken: csrf, isSameOrigin: sameOrigin } = ambient;
  if (
    sameOrigin ||
    (csrf !== null && timingSafeEqualText(csrf, deriveCsrfToken(pepper, csrfTokenOwner(operator))))
  )
    return;
  throw new BoardError(
    'csrf',
    'Send the CSRF token of the session in X-CSRF-Token, or make the request from the site itself',
  );
}
