import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Returns the digest of the text's UTF-8 bytes: `sha256:` and 64 hex digits. */
export const digestOf = (content: string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Validates a SHA-256 digest: `sha256:` and 64 lower-case hex digits. */
export const sha256Digest = () =>
  z.string().regex(/^sha256:[0-9a-f]{64}$/, 'Must be sha256: and 64 lower-case hex digits');
