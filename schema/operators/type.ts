import { builder } from '../graphql/builder.ts';
import type { OperatorSessionView } from './sessions.ts';

export const OperatorSession = builder.objectRef<OperatorSessionView>('OperatorSession').implement({
  description: 'A browser that an operator has signed in with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    type: t.string({ description: 'Always `session`.', resolve: () => 'session' }),
    operator: t.exposeString('operator', {
      description: 'Name of the token it was opened with; `environment` for the configured one.',
    }),
    userAgent: t.exposeString('userAgent', { nullable: true, description: 'The browser, as it told.' }),
    sessionToken: t.string({
      nullable: true,
      description: 'What the browser holds, `sbs_…`; only in the answer that opened it.',
      resolve: (session) => session.sessionToken ?? null,
    }),
    active: t.boolean({
      description: 'Whether it opens the console now; one whose token is disabled does not either.',
      resolve: ({ endedAt, expiresAt }, _args, { clock }) => endedAt === null && expiresAt > clock.now(),
    }),
    current: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'operator' && viewer.session?.id === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Last call, to the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended; null where it was not.',
    }),
  }),
});
