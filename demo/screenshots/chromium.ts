import { existsSync } from 'node:fs';

/** Path of Debian's package. */
const DEBIAN = '/usr/bin/chromium';

/** Path of Chromium, which npm does not install: CHROMIUM or the system's; null when there is none. */
export function findChromium(): string | null {
  const path = process.env['CHROMIUM'];
  if (path) return path;
  return existsSync(DEBIAN) ? DEBIAN : null;
}

/** Flags to run in a container, and without background requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
