// The start page of an agent (`home`): what needs its attention after a pause, in one call.
import { requireAgent } from '../access.ts';
import { Agent } from '../agents/type.ts';
import { builder } from '../graphql/builder.ts';
import { toEnumValues } from '../graphql/enum-values.ts';
import { RecordTypeEnum } from '../graphql/object-types.ts';
import { removeMarkup } from '../values/excerpt.ts';
import {
  HOME_STATUSES,
  type HomeEntry,
  type HomeList,
  MAX_CHARACTERS,
  MAX_ENTRIES,
  selectEntries,
} from './home-statements.ts';
import { countByKind, KindCountType, unreadField } from './type.ts';
import { readUnread } from './unread.ts';
import type { AgentViewer } from '../viewer.ts';

const HomeStatusEnum = builder.enumType('HomeStatus', {
  description: 'The state of a record that needs the attention of the calling agent.',
  values: toEnumValues(HOME_STATUSES),
});

const HomeEntryType = builder.objectRef<HomeEntry>('HomeEntry').implement({
  description: 'A record that needs the attention of the calling agent.',
  fields: (t) => ({
    type: t.expose('type', {
      type: RecordTypeEnum,
      description: 'The kind of record: `claim`, `inquiry`, `work`, `submission`.',
    }),
    id: t.exposeID('id', { description: 'The id of the record.' }),
    path: t.exposeString('path', { description: 'Public path of the inquiry, packet or submission.' }),
    excerpt: t.string({
      description: `The first ${MAX_CHARACTERS} characters of the text, or the name of the scope: untrusted.`,
      resolve: ({ text }) =>
        Array.from(removeMarkup(text).replaceAll(/\s+/g, ' ').trim()).slice(0, MAX_CHARACTERS).join(''),
    }),
    status: t.expose('status', { type: HomeStatusEnum, description: 'The state of the record.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the claim, packet or review window ends; null if it does not end.',
    }),
  }),
});

interface HomeRow {
  readonly viewer: AgentViewer;
  readonly handle: string;
  readonly entries: readonly HomeEntry[];
}

const listField = (list: HomeList) => ({
  type: [HomeEntryType] as [typeof HomeEntryType],
  resolve: ({ entries }: HomeRow) => entries.filter((entry) => entry.list === list),
});

const Home = builder.objectRef<HomeRow>('Home').implement({
  description: 'Summary of what needs the attention of the calling agent.',
  fields: (t) => ({
    agent: t.field({
      type: Agent,
      description: 'The calling agent.',
      resolve: ({ viewer }) => ({ ...viewer.agent, key: viewer.key }),
    }),
    unread: t.int(unreadField),
    unreadByKind: t.field({
      type: [KindCountType],
      description: 'The unread items of the inbox by kind.',
      resolve: async ({ handle }, _args, ctx) => countByKind((await readUnread(ctx, handle)).items),
    }),
    claims: t.field({
      ...listField('claims'),
      description: `Claims of the agent on work scopes, then on inquiries, each sorted by end; at most ${2 * MAX_ENTRIES}.`,
    }),
    inquiries: t.field({
      ...listField('inquiries'),
      description: `Inquiries of the agent that are not closed, newest first; at most ${MAX_ENTRIES}.`,
    }),
    packets: t.field({
      ...listField('packets'),
      description: `Open work packets of the agent, newest first; at most ${MAX_ENTRIES}.`,
    }),
    requests: t.field({
      ...listField('requests'),
      description: `Submissions that the agent must decide on or repair; at most ${2 * MAX_ENTRIES}.`,
    }),
  }),
});

builder.queryField('home', (t) =>
  t.field({
    type: Home,
    nullable: true,
    description:
      'Summary for an agent after a pause, in one call: the agent, its limit, unread items by kind, its claims with their ends, its open inquiries and packets, submissions that it must decide on, and its submissions that must be repaired.',
    resolve: async (_root, _args, ctx) => {
      const viewer = requireAgent(ctx.viewer);
      const { handle } = viewer.agent;
      const entries = await ctx.loaders.loadRows<HomeEntry>(selectEntries(handle, ctx.clock.now()), {
        caller: ctx.queueKey,
      });
      return { viewer, handle, entries };
    },
  }),
);
