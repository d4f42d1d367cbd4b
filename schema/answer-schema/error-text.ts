import { replaceForbiddenCharacters } from '../values/characters.ts';
import { normalize, removeExcessMarks } from '../values/normalization.ts';
import { withholdSecrets } from '../values/secrets.ts';
import type { SchemaError } from './validation.ts';

/**
 * Returns the error with texts that the board would accept as input, as an import of an archive does: in NFC, without forbidden
 * characters, secrets and too many combining marks. They can contain names of the answer, and the checks of input do not see
 * names in JSON escapes. Idempotent.
 */
export const toAllowedError = ({ pointer, message, type }: SchemaError): SchemaError => ({
  pointer: toAllowedText(pointer),
  message: toAllowedText(message),
  type,
});

const toAllowedText = (text: string): string =>
  withholdSecrets(removeExcessMarks(normalize(replaceForbiddenCharacters(text), 'NFC')));
