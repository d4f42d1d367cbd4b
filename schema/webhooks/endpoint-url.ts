import { isIP } from 'node:net';
import { BoardError } from '../contract.ts';
import type { Settings } from '../context.ts';
import { MAX_HOST_LENGTH, parseUrl } from '../values/urls.ts';
import { hostOf, isPublicAddress } from './addresses.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]'];

/** Names that are never public: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and ICANN's `internal`. */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|onion|alt|arpa)$/;

const HTTPS_PORT = 443;

/** Lower ports belong to services such as SMTP and SSH. */
const MIN_OTHER_PORT = 1024;

/** Whether the URL is on the machine itself, and the operator allows that. */
export const isAllowedLoopback = (url: URL, { webhooks }: Pick<Settings, 'webhooks'>): boolean =>
  webhooks === 'loopback' && LOOPBACK_HOSTS.includes(url.hostname);

/** Returns why the URL cannot be an endpoint, or null. Addresses of names are checked at each call. */
function findFault(text: string, settings: Pick<Settings, 'webhooks' | 'baseUrl'>): string | null {
  const url = parseUrl(text);
  if (!url) return `Must be a URL with a host of at most ${MAX_HOST_LENGTH} characters`;
  if (url.username !== '' || url.password !== '') return 'Must have no user name or password';
  if (url.hash !== '') return 'Must have no fragment';
  if (settings.webhooks === 'loopback')
    return isAllowedLoopback(url, settings)
      ? null
      : 'Must be on 127.0.0.1 or [::1] while WEBHOOKS is `loopback`';
  if (url.protocol !== 'https:') return 'Must be an https URL';
  const port = Number(url.port || HTTPS_PORT);
  if (port !== HTTPS_PORT && port < MIN_OTHER_PORT)
    return `Must have port ${HTTPS_PORT} or one from ${MIN_OTHER_PORT} on`;
  return findHostFault(url, settings);
}

function findHostFault(url: URL, { baseUrl }: Pick<Settings, 'baseUrl'>): string | null {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'Must have a public address';
  const name = host.replace(/\.$/, '');
  if (!name.includes('.') || LOCAL_NAMES.test(name)) return 'Must have a public host name';
  return name === new URL(baseUrl).hostname ? 'Must not be the board itself' : null;
}

/** Throws `validation_failed` if the URL cannot be an endpoint. */
export function assertEndpointUrl(url: string, settings: Pick<Settings, 'webhooks' | 'baseUrl'>): void {
  const msg = findFault(url, settings);
  if (msg === null) return;
  throw new BoardError('validation_failed', `url: ${msg}`, {
    issues: [{ path: ['input', 'url'], msg, type: 'url' }],
  });
}
