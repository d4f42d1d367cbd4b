import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import { createdField } from '../graphql/lists/filter-inputs.ts';
import { listWithPrisma, whereCreatedIn } from '../graphql/lists/prisma-lists.ts';
import { deriveCsrfToken } from '../identity/keys.ts';
import { Console } from '../console/type.ts';
import { csrfTokenSubjectOf } from './csrf.ts';
import { OperatorSession } from './type.ts';

const OperatorSessionConnection = builder.connectionObject(
  { type: OperatorSession, name: 'OperatorSessionConnection', description: 'A page of operator sessions.' },
  { name: 'OperatorSessionEdge', description: 'A session and its cursor.' },
);

builder.objectFields(Console, (t) => ({
  operator: t.string({
    description: 'The name of the operator token of this request; `environment` for the configured token.',
    resolve: (_console, _args, { viewer }) => requireOperator(viewer).tokenName,
  }),
  session: t.field({
    type: OperatorSession,
    nullable: true,
    description: 'The session of this request. Null if the token itself was sent.',
    resolve: (_console, _args, { viewer }) => requireOperator(viewer).session,
  }),
  csrfToken: t.string({
    description: 'The CSRF token to send in `X-CSRF-Token` with writes that are authenticated by a cookie.',
    resolve: (_console, _args, { viewer, settings }) =>
      deriveCsrfToken(settings.pepper, csrfTokenSubjectOf(requireOperator(viewer))),
  }),
}));

/** The condition for active sessions if true, ended and expired ones if false, and all sessions if null. */
function whereActive(active: boolean | null | undefined, now: Date) {
  if (active === true) return { endedAt: null, expiresAt: { gt: now } };
  if (active === false) return { OR: [{ endedAt: { not: null } }, { expiresAt: { lte: now } }] };
  return {};
}

const OperatorSessionFilter = builder.inputType('OperatorSessionFilter', {
  description: 'Filters of the list of operator sessions. A session must match all of them.',
  fields: (t) => ({
    active: t.boolean({
      description: 'Filters to active sessions if true, to ended and expired ones if false.',
    }),
    ...createdField(t),
  }),
});

builder.objectField(Console, 'sessions', (t) =>
  t.field({
    type: OperatorSessionConnection,
    nullable: true,
    description: 'The sessions of all operators, newest first by default.',
    args: {
      filter: t.arg({ type: OperatorSessionFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { filter, ...args }, ctx) => {
      const { active, created } = filter ?? {};
      const filters = { active, created };
      return listWithPrisma(ctx, { list: 'console-sessions', filters }, args, (prisma, { where, ...page }) =>
        prisma.operatorSession.findMany({
          where: { AND: [where, whereActive(active, ctx.clock.now()), whereCreatedIn(created)] },
          ...page,
        }),
      );
    },
  }),
);
