import { existsSync } from 'node:fs';

/** Paths of Debian's packages. The headless shell starts and renders faster. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Path of Chromium, which npm does not install: CHROMIUM or the system's; null when there is none. */
export function findChromium(): string | null {
  return process.env['CHROMIUM'] || (DEBIAN.find((path) => existsSync(path)) ?? null);
}

/** Flags to run in a container, and without background requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
