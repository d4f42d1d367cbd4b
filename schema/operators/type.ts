import { builder } from '../graphql/builder.ts';
import { constantType } from '../graphql/object-types.ts';
import type { OperatorSessionView } from './sessions.ts';

export const OperatorSession = builder.objectRef<OperatorSessionView>('OperatorSession').implement({
  description: 'A browser session of an operator.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the session, a UUIDv7.' }),
    type: t.field(constantType('session')),
    operator: t.exposeString('operator', {
      description:
        'The name of the operator token that the session was created from; `environment` for the configured token.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The `User-Agent` of the browser.',
    }),
    sessionToken: t.string({
      nullable: true,
      description: 'The session token, `sbs_…`. Only in the result of the write that created the session.',
      resolve: (session) => session.sessionToken ?? null,
    }),
    active: t.boolean({
      description:
        'Whether the session has neither ended nor expired. It is invalid nevertheless if its operator token is disabled or no longer configured.',
      resolve: ({ endedAt, expiresAt }, _args, { clock }) => endedAt === null && expiresAt > clock.now(),
    }),
    current: t.boolean({
      description: 'Whether this request was made with the session.',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'operator' && viewer.session?.id === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the session was created.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When the session was last used, to the minute.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the session expires.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was ended. Null if it was not.',
    }),
  }),
});
