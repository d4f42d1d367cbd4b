import { builder } from './builder.ts';
import { findObject, recordFinders } from './node.ts';
import { RecordInterface, type RecordRow } from './record.ts';
import type { Context } from '../context.ts';
import { countWithinBytes, countWithinTextBound, readInTurn } from '../data/text-bound.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { uuids } from '../values/validators.ts';

const MAX_RECORDS = 50;

interface RecordBatch {
  readonly items: readonly RecordRow[];
  readonly missing: readonly string[];
  readonly remaining: readonly string[];
}

const RecordBatch = builder.objectRef<RecordBatch>('RecordBatch').implement({
  description: 'Records that were read by their ids.',
  fields: (t) => ({
    items: t.field({
      type: [RecordInterface],
      description:
        'The records, in the order of their ids. Select the fields of a type with a fragment such as `... on Thread { … }`.',
      resolve: ({ items }) => [...items],
    }),
    missing: t.idList({
      description: 'The ids of records that do not exist or are hidden from the caller.',
      resolve: ({ missing }) => [...missing],
    }),
    remaining: t.idList({
      description:
        'The ids of records that were left out because the text of those before them fills the response. Read them with another call.',
      resolve: ({ remaining }) => [...remaining],
    }),
  }),
});

builder.queryField('records', (t) =>
  t.field({
    type: RecordBatch,
    nullable: true,
    description: 'Reads several records of any type by their ids.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The ids of the records; 1–${MAX_RECORDS}. A repeated id is read once.`,
        validate: uuids({ max: MAX_RECORDS }),
      }),
    },
    resolve: (_root, { ids }, ctx) => readRecords(ctx, [...new Set(ids)]),
  }),
);

async function readRecords(ctx: Context, ids: readonly string[]): Promise<RecordBatch> {
  const bounded = await boundPackets(ctx, ids);
  const foundRecords = await readInTurn(ctx, () =>
    Promise.all(bounded.map((id) => findObject(ctx, id, recordFinders))),
  );
  const records = foundRecords.filter((record) => record !== null) as unknown as readonly RecordRow[];
  const count = countWithinTextBound(records);
  return {
    items: records.slice(0, count),
    missing: bounded.filter((_, i) => foundRecords[i] === null),
    remaining: [...records.slice(count).map(({ id }) => id), ...ids.slice(bounded.length)],
  };
}

/**
 * Returns the ids up to the work packet at which the text of the packets reaches its bound. Packets are so large that their
 * number must be limited before they are loaded. Packets that are hidden from the viewer do not count.
 */
async function boundPackets(ctx: Context, ids: readonly string[]): Promise<readonly string[]> {
  const packets = await Promise.all(
    ids.map((id) => visibleOrNull(ctx, ctx.loaders.packetBytesById.load(id))),
  );
  return ids.slice(0, countWithinBytes(packets.map((packet) => packet?.bytes ?? 0)));
}
