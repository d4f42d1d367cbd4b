import type { Body } from '../board/http.ts';
import { readEvents, readWork } from '../records/work.ts';
import { fencesOf, readPage } from './markdown.ts';

const script = fencesOf(readPage('docs/work.md')).find(({ language }) => language === 'js')?.text ?? '';

/** The check of a packet's history that docs/work.md shows to readers. */
export const { isIntact } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
)) as { readonly isIntact: (events: readonly Body[], headHash: string) => boolean };

/** Whether the events of a packet pass the check that docs/work.md shows. */
export async function hasIntactHistory(
  board: Parameters<typeof readWork>[0],
  work_id: string,
): Promise<boolean> {
  const { events_head_hash } = await readWork(board, work_id);
  return isIntact(await readEvents(board, work_id), events_head_hash);
}
