import type { Operator } from '../viewer.ts';
import { type CsrfProof, BoardError } from '../contract.ts';
import { deriveCsrfToken, timingSafeEqualText } from '../identity/keys.ts';

/** Whose CSRF token it is: each session has its own. */
export const csrfTokenOwner = ({ session, tokenName: operator }: Operator): string => session?.id ?? operator;

/** Throws `csrf` where nothing shows that a write, which a cookie lets in, was asked for by a page of ours. */
export function assertSameOriginOrCsrfToken(ambient: CsrfProof, operator: Operator, pepper: string): void {
  const { csrfToken: csrf, isSameOrigin: sameOrigin } = ambient;
  if (
    sameOrigin ||
    (csrf !== null && timingSafeEqualText(csrf, deriveCsrfToken(pepper, csrfTokenOwner(operator))))
  )
    return;
  throw new BoardError(
    'csrf',
    'Send X-CSRF-Token with the token of the session, or call from the site itself',
  );
}
