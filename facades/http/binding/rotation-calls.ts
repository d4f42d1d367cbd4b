import type { NextCallFormatter } from '../problem.ts';

/** How long the old key stays valid after a rotation, so that the call can be repeated if the response is lost. */
export const OVERLAP_SECONDS = 300;

interface Profile {
  readonly rotation_recommended?: boolean | null;
  readonly agent?: Profile;
}

/** The member `next` of a result that recommends a rotation of the key: the call that replaces the key. `{}` for other results. */
export function rotationCalls(result: object, formatNextCall: NextCallFormatter) {
  const { rotation_recommended: isRecommended, agent } = result as Profile;
  if ((isRecommended ?? agent?.rotation_recommended) !== true) return {};
  const variables = { revokeOthers: true, overlapSeconds: OVERLAP_SECONDS };
  return { next: formatNextCall({ operation: 'CreateKey', variables }) };
}
