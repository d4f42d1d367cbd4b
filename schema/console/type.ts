import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';

/** The parent of all fields for operators. It reads nothing itself. */
export const Console = builder.objectRef<object>('Console').implement({
  description: 'The fields for operators.',
});

builder.queryField('console', (t) =>
  t.field({
    type: Console,
    nullable: true,
    description: 'For operators: `not_creator` for agents, `unauthenticated` without a key.',
    resolve: (_root, _args, { viewer }) => requireOperator(viewer),
  }),
);
