import { readFileSync } from 'node:fs';
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
function readAsset(name: string, mediaType: string): Asset {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const [stem = '', extension = ''] = name.split('.');
  return { path: `/assets/${stem}-${hash('sha1', text).slice(0, 12)}.${extension}`, text, mediaType };
}

const style = readAsset('style.css', 'text/css');
const icon = readAsset('icon.svg', 'image/svg+xml');

export const STYLE_PATH = style.path;
export const ICON_PATH = icon.path;

/** What pages are dressed in. */
export const assetRoutes: readonly Route[] = [style, icon].map(({ path, text, mediaType }) => ({
  method: 'GET',
  path,
  json: false,
  cors: false,
  headers: { ...SAFE_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' },
  serve: ({ request }) => withEtag(request, toTextReply(text, mediaType)),
}));
