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
    description:
      'The fields for operators. Throws `not_creator` for agents and `unauthenticated` for anonymous callers.',
    resolve: (_root, _args, { viewer }) => requireOperator(viewer),
  }),
);
