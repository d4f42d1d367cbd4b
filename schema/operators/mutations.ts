import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { deriveSessionToken } from '../identity/keys.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { runAudited, insertAuditEntry } from '../moderation/statements.ts';
import { text, uuid } from '../values/text.ts';
import { createWrite } from '../writes/write.ts';
import { endSession, insertSession } from './sessions.ts';
import { OperatorSession } from './type.ts';

const SignInInput = builder.inputType('SignInInput', {
  description: 'A browser to sign in with.',
  fields: (t) => ({
    userAgent: t.string({
      description: 'The browser, to tell it from others; 1–200 characters.',
      validate: text({ min: 1, max: 200, line: true }),
    }),
    ...clientMutationIdField(t),
  }),
});

createWrite('signIn', {
  type: OperatorSession,
  input: SignInInput,
  description:
    'Opens a session for who calls with an operator token: it stands for the token for 12 hours, as long as that is good.',
  policy: 'operator',
  run: async (ctx, { userAgent = null, clientMutationId: seed }) => {
    const operator = requireOperator(ctx.viewer);
    // Or whoever has one session would have sessions for ever.
    if (operator.session)
      throw new BoardError('operation_not_in_scope', 'Sign in with the operator token itself');
    const session = await insertSession(ctx, { operator, userAgent, seed });
    await insertAuditEntry(ctx, { action: 'sign_in', targetId: session.id });
    return session;
  },
  revive: ({ settings }, session, { clientMutationId }) =>
    Promise.resolve({
      ...session,
      sessionToken: deriveSessionToken(settings.pepper, session.id, clientMutationId ?? ''),
    }),
});

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'A session to end.',
  fields: (t) => ({
    sessionId: t.id({ description: 'Its id; left out, it is the session of this call.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});

createWrite('endSession', {
  type: OperatorSession,
  input: EndSessionInput,
  description: 'Ends a session of any operator’s, at once; one that is ended stays as it is.',
  policy: 'operator',
  run: (ctx, { sessionId }) => {
    const targetId = sessionId ?? requireOperator(ctx.viewer).session?.id;
    if (!targetId)
      throw new BoardError(
        'operation_not_in_scope',
        'There is no session: the operator token itself was sent',
      );
    return runAudited(ctx, { action: 'end_session', targetId }, () =>
      endSession(ctx.db, targetId, ctx.clock.now()),
    );
  },
});
