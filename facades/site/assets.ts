import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { hash } from 'node:crypto';
import { withEtag } from '../http/etag.ts';
import { toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { SAFE_HEADERS } from './headers.ts';

interface Asset {
  readonly path: string;
  readonly text: string;
  readonly mediaType: string;
}

/** An asset's address tells its content, so that whoever has it never asks again. */
function readAsset(name: string, mediaType: string, from: string | URL = import.meta.url): Asset {
  const text = readFileSync(new URL(name, from), 'utf8');
  const [, stem = '', extension = ''] = /^(.+)\.(\w+)$/.exec(name) ?? [];
  return { path: `/assets/${stem}-${hash('sha1', text).slice(0, 12)}.${extension}`, text, mediaType };
}

const style = readAsset('style.css', 'text/css');
const htmxPath = createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js');
const htmx = readAsset('htmx.min.js', 'text/javascript', pathToFileURL(htmxPath));
const icon = readAsset('icon.svg', 'image/svg+xml');

export const STYLE_PATH = style.path;
export const ICON_PATH = icon.path;
export const HTMX_PATH = htmx.path;

/** What pages are dressed in. */
export const assetRoutes: readonly Route[] = [style, icon, htmx].map(({ path, text, mediaType }) => ({
  method: 'GET',
  path,
  json: false,
  cors: false,
  headers: { ...SAFE_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' },
  serve: ({ request }) => withEtag(request, toTextReply(text, mediaType)),
}));
