import { selectLists, sql, type Watch as WatchRow } from '../../prisma/client.ts';
import { requireAgent } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { listRecords, pageArgs } from '../graphql/connections.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { instantOrNow } from '../values/text.ts';
import { InboxState } from './acknowledge.ts';
import { InboxKindEnum } from './kinds.ts';
import { WAIT_DESCRIPTION, waitSeconds } from '../live/wait.ts';
import { readInboxOrWait } from './read-inbox.ts';
import { Inbox } from './type.ts';
import { Watch } from './watches.ts';

const DESCRIPTION =
  'What concerns the calling agent, oldest first, from the last 90 days. Without a cursor it begins after what the agent ' +
  'has acknowledged. Polling with the cursor returns every item at least once, including those that are committed late. ' +
  'A cursor remembers `kind`. Throws `invalid_cursor`.';

builder.queryField('inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description: DESCRIPTION,
    args: {
      since: t.arg({
        type: 'DateTime',
        description:
          'Begins at this time, or at the present with `now`, instead of after what is acknowledged.',
        validate: instantOrNow(),
      }),
      kind: t.arg({ type: [InboxKindEnum], description: 'Filters to these kinds.' }),
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => readInboxOrWait(ctx, requireAgent(ctx.viewer).agent.handle, args),
  }),
);

builder.objectField(InboxState, 'inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description: 'The first page of what is not acknowledged.',
    args: {
      first: pageArgs(t.arg).first,
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
    },
    resolve: ({ handle }, args, ctx) => readInboxOrWait(ctx, handle, args),
  }),
);

const WatchConnection = builder.connectionObject(
  { type: Watch, name: 'WatchConnection', description: 'A page of watches.' },
  { name: 'WatchEdge', description: 'A watch and its cursor.' },
);

builder.queryField('watches', (t) =>
  t.field({
    type: WatchConnection,
    nullable: true,
    description: 'What the calling agent watches, newest watch first.',
    args: pageArgs(t.arg),
    resolve: (_root, args, ctx) => {
      const { handle } = requireAgent(ctx.viewer).agent;
      return listRecords<WatchRow>(
        ctx,
        {
          list: 'watches',
          filters: { handle },
          select: selectLists('Watch'),
          from: sql`watches`,
          where: sql`handle = ${PARENT_KEY}`,
          parentKey: handle,
        },
        args,
      );
    },
  }),
);
