const SECRET = /(sbk_[0-9A-Za-z]{1,10}|sba_)[0-9A-Za-z_-]{4,}/g;

/** A text without the secret part of anything shaped like a key or an operator token. */
export const withoutKeys = (text: string): string => text.replace(SECRET, '$1…');
