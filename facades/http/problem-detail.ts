import { type BoardError, errorCodes, truncate } from '../../schema/contract.ts';

/**
 * Returns the message of the error. If the first sentence of the message is the title of the error code, the first fault replaces
 * that sentence.
 */
export function toDetail(
  { code, message }: BoardError,
  [fault]: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[],
): string {
  const { title } = errorCodes[code];
  if (!fault || !message.startsWith(title) || CONTINUED.test(message.slice(title.length))) return message;
  const name = fault.loc.slice(1).join('.');
  const msg = truncate(fault.msg, MAX_FAULT_CHARACTERS);
  const text = name === '' ? msg : `${name}: ${msg.replace(CAPITAL, (letter) => letter.toLowerCase())}`;
  return text + message.slice(title.length);
}

/** Maximum characters of the fault in the detail. `errors` repeats it in full. */
const MAX_FAULT_CHARACTERS = 500;

/** Matches the rest of a message whose first sentence only begins with the title. */
const CONTINUED = /^ ?\w/;

/** Matches the first letter of a word that is not an acronym such as `JSON`. */
const CAPITAL = /^[A-Z](?![A-Z])/;
