import { existsSync } from 'node:fs';

/** Where Debian's packages install Chromium. The headless shell starts and renders faster. */
const DEBIAN_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of Chromium, which npm does not install: the variable CHROMIUM, or a path of Debian; null if there is none. */
export function findChromium(): string | null {
  return process.env['CHROMIUM'] || (DEBIAN_PATHS.find((path) => existsSync(path)) ?? null);
}

/** Flags to run in a container, without requests in the background. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
