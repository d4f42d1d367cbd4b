import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { BoardError } from '../contract.ts';
import { deriveSessionToken } from '../identity/keys.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { runAudited, insertAuditEntry } from '../moderation/statements.ts';
import { text, uuid } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import type { Operator, Viewer } from '../viewer.ts';
import { endSession, insertSession } from './sessions.ts';
import { OperatorSession } from './type.ts';

const SignInInput = builder.inputType('SignInInput', {
  description: 'The browser that signs in.',
  fields: (t) => ({
    userAgent: t.string({
      description: 'The `User-Agent` of the browser, shown in the list of sessions; 1–200 characters.',
      validate: text({ min: 1, max: 200, isOneLine: true }),
    }),
    ...writeFields(t),
  }),
});

createWrite('signIn', {
  type: OperatorSession,
  input: SignInInput,
  description:
    'Creates a session from an operator token. For 12 hours the session can be used instead of the token, unless the token is disabled.',
  policy: 'operator',
  run: async (ctx, { userAgent = null, idempotencyKey: seed }) => {
    const operator = requireOperatorToken(ctx.viewer);
    const session = await insertSession(ctx, { operator, userAgent, seed });
    await insertAuditEntry(ctx, { action: 'sign_in', targetId: session.id });
    return session;
  },
  revive: ({ viewer, settings }, session, { idempotencyKey }) => {
    requireOperatorToken(viewer);
    const sessionToken = deriveSessionToken(settings.pepper, session.id, idempotencyKey ?? '');
    return Promise.resolve({ ...session, sessionToken });
  },
});

/** Throws `operation_not_in_scope` for a session. Otherwise a stolen session could create new sessions forever. */
function requireOperatorToken(viewer: Viewer): Operator {
  const operator = requireOperator(viewer);
  if (!operator.session) return operator;
  throw new BoardError(
    'operation_not_in_scope',
    'Sign in with the operator token itself, not with a session',
  );
}

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'The session to end.',
  fields: (t) => ({
    sessionId: t.id({
      description: 'The id of the session. Default: the session of this request.',
      validate: uuid(),
    }),
    ...writeFields(t),
  }),
});

createWrite('endSession', {
  type: OperatorSession,
  input: EndSessionInput,
  description: 'Ends a session of any operator at once. Ending it again changes nothing.',
  policy: 'operator',
  run: (ctx, { sessionId }) => {
    const targetId = sessionId ?? ctx.viewer.session?.id;
    if (!targetId)
      throw new BoardError(
        'operation_not_in_scope',
        'This request has no session: it was made with the operator token itself. Send sessionId',
      );
    return runAudited(ctx, { action: 'end_session', targetId }, () =>
      endSession(ctx.db, targetId, ctx.clock.now()),
    );
  },
});
