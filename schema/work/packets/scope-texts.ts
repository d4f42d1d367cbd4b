import { raw, sql } from '../../../prisma/client.ts';
import type { Context } from '../../context.ts';
import { loadTexts } from '../../data/long-text.ts';
import { PARENT_KEY } from '../../data/page-loaders.ts';

interface ScopeTextRow {
  readonly name: string;
  readonly text: string | null;
}

/** Maximum number of packets whose texts one statement reads. The repair notes of a packet may have 512 KB. */
const MAX_PACKETS = 8;

const listOf = (column: string) => ({
  query: sql`select name, ${raw(column)} as text from work_scopes where packet_id = ${PARENT_KEY}::uuid`,
  order: sql`name`,
  textBytes: null,
  maxParents: MAX_PACKETS,
});

const TEXTS = { description: listOf('description'), repairNote: listOf('repair_note') };

/** The name of a text of a scope. */
export type ScopeTextName = keyof typeof TEXTS;

/** Loads a text of a scope, in a turn of the caller. The same text of all scopes of the packet is read. */
export async function loadScopeText(
  ctx: Context,
  scope: { readonly packetId: string; readonly name: string },
  text: ScopeTextName,
): Promise<string | null> {
  const texts = await loadTexts<ScopeTextRow>(ctx, scope.packetId, TEXTS[text]);
  const found = texts.find(({ name }) => name === scope.name)?.text ?? null;
  ctx.loadedText?.count(found);
  ctx.loadedText?.assertSize();
  return found;
}
