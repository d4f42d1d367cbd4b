import { type OperatorSession as SessionRow, selectLists, sql, type Sql } from '../../prisma/client.ts';
import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs, listRecords } from '../graphql/connections.ts';
import { deriveCsrfToken } from '../identity/keys.ts';
import { Console } from '../moderation/type.ts';
import { csrfTokenOwner } from './csrf.ts';
import { OperatorSession } from './type.ts';

const OperatorSessionConnection = builder.connectionObject(
  { type: OperatorSession, name: 'OperatorSessionConnection', description: 'A page of sessions.' },
  { name: 'OperatorSessionEdge', description: 'A session and its place in the list.' },
);

builder.objectFields(Console, (t) => ({
  operator: t.string({
    description: 'Name of the token of this call; `environment` for the configured one.',
    resolve: (_console, _args, { viewer }) => requireOperator(viewer).tokenName,
  }),
  session: t.field({
    type: OperatorSession,
    nullable: true,
    description: 'The session of this call; null where the token itself was sent.',
    resolve: (_console, _args, { viewer }) => requireOperator(viewer).session,
  }),
  csrfToken: t.string({
    description: 'What proves that a page of ours asks, in `X-CSRF-Token`, for writes that a cookie lets in.',
    resolve: (_console, _args, { viewer, settings }) =>
      deriveCsrfToken(settings.pepper, csrfTokenOwner(requireOperator(viewer))),
  }),
}));

/** Those that run, or do not. */
const whereRunning = (active: boolean | null | undefined, now: Date): Sql =>
  typeof active === 'boolean' ? sql`(ended_at is null and expires_at > ${now}) = ${active}` : sql`true`;

builder.objectField(Console, 'sessions', (t) =>
  t.field({
    type: OperatorSessionConnection,
    nullable: true,
    description: 'Sessions of all operators, the newest first by default.',
    args: {
      active: t.arg.boolean({ description: 'Only those that run, or do not.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { active, ...args }, ctx) =>
      listRecords<SessionRow>(
        ctx,
        {
          list: 'console-sessions',
          filters: { active },
          narrowed: true,
          select: selectLists('OperatorSession'),
          from: sql`operator_sessions`,
          where: whereRunning(active, ctx.clock.now()),
        },
        args,
      ),
  }),
);
