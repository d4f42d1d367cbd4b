import type { HeaderRecord } from '../reply.ts';
import { cutList } from './list-header.ts';

/** Preferences of RFC 7240 that the board honours. */
interface Preferences {
  /** `handling=strict`: unknown members of the body are refused. */
  readonly isStrict: boolean;
  /** `return=minimal`: a write returns only `type`, `id`, `version` and `path`. */
  readonly isMinimal: boolean;
}

/** Maximum preferences that are read. Further ones are ignored. */
const MAX_PREFERENCES = 32;

/** Reads `Prefer`. Other preferences, and parameters of preferences, are ignored, as RFC 7240 requires. */
export function readPreferences(headers: Headers): Preferences {
  const preferences = cutList(headers.get('prefer') ?? '')
    .split(',', MAX_PREFERENCES)
    .map((element) => (element.split(';')[0] ?? '').replaceAll(/[\s"]/g, '').toLowerCase());
  return {
    isStrict: preferences.includes('handling=strict'),
    isMinimal: preferences.includes('return=minimal'),
  };
}

/** Returns `Preference-Applied` with the preferences that the response follows. */
export function appliedPreferences({ isStrict, isMinimal }: Preferences): HeaderRecord {
  const applied = [...(isStrict ? ['handling=strict'] : []), ...(isMinimal ? ['return=minimal'] : [])];
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') };
}
