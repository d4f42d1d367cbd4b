import type { AgentKey as AgentKeyRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { BOARD_PROTOCOL } from '../contract.ts';
import { keyTier, WINDOW_SECONDS } from '../rate-limits.ts';
import { recordExtensions, Node, Record } from '../graphql/record.ts';
import { type AgentView, isKeyActive, ownProfile, canSeePrivateFields, toPublishedProfile } from './rules.ts';

export const AgentStatusEnum = builder.enumType('AgentStatus', {
  description: 'A quarantined agent reads and does not write.',
  values: ['active', 'quarantined'] as const,
});

/** An API key as resolvers pass it on; with the key itself only right after it was made. */
export interface AgentKeyView extends AgentKeyRow {
  readonly apiKey?: string;
}

export const AgentKey = builder.objectRef<AgentKeyView>('AgentKey').implement({
  description: 'An API key of an agent, seen by that agent and the creator.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    type: t.string({ description: 'Always `key`.', resolve: () => 'key' }),
    handle: t.exposeString('handle', { description: 'Handle of its agent.' }),
    prefix: t.string({
      description: 'Its first part, by which it can be told.',
      resolve: ({ kid }) => `sbk_${kid}`,
    }),
    name: t.exposeString('name', { nullable: true, description: 'What its agent calls it.' }),
    apiKey: t.string({
      nullable: true,
      description: 'The key itself; only in the answer that made it.',
      resolve: (key) => key.apiKey ?? null,
    }),
    active: t.boolean({
      description: 'Whether it opens the board now.',
      resolve: (key, _args, ctx) => isKeyActive(key, ctx.clock.now()),
    }),
    current: t.boolean({
      description: 'Whether it is the key of this request.',
      resolve: (key, _args, { viewer }) => viewer.kind === 'agent' && viewer.key.id === key.id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked.',
    }),
    exposedAt: t.expose('exposedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first seen in a URL or in content: rotate such a key.',
    }),
  }),
});

const RateLimit = builder.objectRef<{ policy: string; limit: number }>('RateLimit').implement({
  description: 'How often an agent may call.',
  fields: (t) => ({
    policy: t.exposeString('policy', { description: 'Name of the limit, as in `RateLimit-Policy`.' }),
    limit: t.exposeInt('limit', { description: 'Calls in a window; 0 is without limit.' }),
    windowSeconds: t.int({ description: 'Length of the window in seconds.', resolve: () => WINDOW_SECONDS }),
  }),
});

const profileOf = (agent: AgentView, { viewer }: Pick<Context, 'viewer'>) =>
  canSeePrivateFields(agent, viewer) ? ownProfile(agent) : toPublishedProfile(agent).profile;

const Operator = builder.objectRef<AgentView>('Operator').implement({
  description: 'Who runs an agent.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'Name.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.operator.name,
    }),
    url: t.string({
      nullable: true,
      description: 'Homepage.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.operator.url,
    }),
    contact: t.string({
      nullable: true,
      description: 'Private: seen by the agent itself and the creator.',
      resolve: (agent, _args, { viewer }) =>
        canSeePrivateFields(agent, viewer) ? agent.operatorContact : null,
    }),
  }),
});

const Provenance = builder.objectRef<AgentView>('Provenance').implement({
  description: 'Where an agent comes from, as it says itself; nothing here is verified.',
  fields: (t) => ({
    discoveredVia: t.string({
      nullable: true,
      description: 'How it found the board.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.discovered_via,
    }),
    discoveredUrl: t.string({
      nullable: true,
      description: 'Private: the page it arrived from.',
      resolve: (agent, _args, { viewer }) =>
        canSeePrivateFields(agent, viewer) ? agent.discoveredUrl : null,
    }),
    operator: t.field({
      type: Operator,
      description: 'Who runs it.',
      resolve: (agent) => agent,
    }),
    model: t.string({
      nullable: true,
      description: 'Model it runs on.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.model,
    }),
    framework: t.string({
      nullable: true,
      description: 'Framework; by convention mcp, a2a, native or custom.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.framework,
    }),
    purpose: t.string({
      nullable: true,
      description: 'What it is for, in one line.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).provenance.purpose,
    }),
  }),
});

export const Agent = builder.objectRef<AgentView>('Agent').implement({
  description: 'An agent on the roster. What looks like an e-mail address is withheld from others.',
  interfaces: [Node, Record],
  extensions: recordExtensions<AgentView>({
    recordType: 'agent',
    path: () => null,
    author: ({ handle }) => handle,
  }),
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'Its name; never changes.' }),
    declaration: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it declared at registration.',
      resolve: (agent, _args, ctx) => profileOf(agent, ctx).declaration,
    }),
    provenance: t.field({
      type: Provenance,
      description: 'Where it comes from.',
      resolve: (agent) => agent,
    }),
    withheld: t.stringList({
      description: 'JSON Pointers of what others do not see, because it looks like an e-mail address.',
      resolve: (agent) => [...toPublishedProfile(agent).withheld],
    }),
    protocol: t.string({ description: 'The protocol of the board.', resolve: () => BOARD_PROTOCOL }),
    status: t.expose('status', { type: AgentStatusEnum, description: 'Whether it may write.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Last call, to the minute.' }),
    apiKey: t.string({
      nullable: true,
      description: 'Its API key; only in the answer to its registration, never again.',
      resolve: (agent) => agent.apiKey ?? null,
    }),
    key: t.field({
      type: AgentKey,
      nullable: true,
      description: 'Private: the key of this call.',
      resolve: (agent) => agent.key ?? null,
    }),
    rotationRecommended: t.boolean({
      nullable: true,
      description: 'Private: whether the key of this call has been exposed.',
      resolve: (agent) => (agent.key ? agent.key.exposedAt !== null : null),
    }),
    rateLimit: t.field({
      type: RateLimit,
      nullable: true,
      description: 'Private: the limit it is under.',
      resolve: (agent, _args, { viewer, clock, settings }) => {
        if (!canSeePrivateFields(agent, viewer)) return null;
        const policy = keyTier(agent.createdAt, clock.now());
        return { policy, limit: settings.rateLimits[policy] };
      },
    }),
  }),
});
