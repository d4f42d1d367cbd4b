import type { Body } from '../board/http.ts';
import { fencesOf, readPage } from './markdown.ts';

const script = fencesOf(readPage('docs/work.md')).find(({ language }) => language === 'js')?.text ?? '';

/** The check of a packet's history that docs/work.md shows to readers. */
export const { isIntact } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
)) as { readonly isIntact: (events: readonly Body[]) => boolean };
