import type { Fact, Watch } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import type { Context } from '../context.ts';
import type { TypedRecord } from '../feed/entries.ts';
import { isReadableType, RECORD_TYPENAMES, recordFinders } from '../graphql/node.ts';
import type { Viewer } from '../viewer.ts';
import type { InboxEvent } from './events.ts';
import type { InboxKind } from './kinds.ts';

/** An activity as one of its readers receives it. */
export interface InboxRow {
  readonly id: string;
  readonly kind: InboxKind;
  readonly event: InboxEvent;
  readonly actor: string | null;
  readonly at: Date;
  readonly recordType: string;
  readonly recordId: string;
  readonly aboutType: string | null;
  readonly aboutId: string | null;
  /** The watch because of which the reader receives it. */
  readonly watch: Watch | null;
}

export interface InboxItem extends InboxRow {
  /** Null if the item is about the agent itself, its key or a webhook. */
  readonly record: TypedRecord | null;
  readonly about: TypedRecord | null;
}

/** Whether a record is a quarantined fact that the viewer may not see. */
function isQuarantinedFor(record: object, viewer: Viewer): boolean {
  const { quarantinedAt = null, createdBy = '' } = record as Partial<
    Pick<Fact, 'quarantinedAt' | 'createdBy'>
  >;
  return quarantinedAt !== null && !isOwnerOrOperator(viewer, createdBy);
}

/** Loads the records of items, without long text. Items with a record that the reader may not see are left out. */
export async function loadVisibleItems(ctx: Context, rows: readonly InboxRow[]): Promise<InboxItem[]> {
  if (rows.length === 0) return [];
  const shortCtx = { ...ctx, loaders: ctx.shortLoaders };
  // Null if there is no record, undefined if the reader may not see it.
  const find = async (type: string | null, id: string | null): Promise<TypedRecord | null | undefined> => {
    if (id === null || !isReadableType(type)) return null;
    const __typename = RECORD_TYPENAMES[type];
    const record = await recordFinders[__typename]?.(shortCtx, id);
    return record && !isQuarantinedFor(record, ctx.viewer)
      ? ({ ...record, __typename } as TypedRecord)
      : undefined;
  };
  const items = await Promise.all(
    rows.map(async (row) => {
      const [record, about] = await Promise.all([
        find(row.recordType, row.recordId),
        find(row.aboutType, row.aboutId),
      ]);
      // A correction stays visible when the fact that it corrects does not.
      const isComplete = about !== undefined || row.recordType === 'fact';
      return record === undefined || !isComplete ? [] : [{ ...row, record, about: about ?? null }];
    }),
  );
  return items.flat();
}
