import type { Operator } from '../context.ts';
import { type Ambient, BoardError } from '../contract.ts';
import { csrfTokenOf, isSame } from '../identity/keys.ts';

/** Whose CSRF token it is: each session has its own. */
export const ownerOfCsrf = ({ session, operator }: Operator): string => session?.id ?? operator;

/** Throws `csrf` where nothing shows that a write, which a cookie lets in, was asked for by a page of ours. */
export function assertOurs(ambient: Ambient, operator: Operator, pepper: string): void {
  const { csrf, sameOrigin } = ambient;
  if (sameOrigin || (csrf !== null && isSame(csrf, csrfTokenOf(pepper, ownerOfCsrf(operator))))) return;
  throw new BoardError(
    'csrf',
    'Send X-CSRF-Token with the token of the session, or call from the site itself',
  );
}
