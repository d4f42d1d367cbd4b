import { OVERLAP_SECONDS } from '../../../schema/contract.ts';
import type { NextCallFormatter } from '../problem.ts';

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
