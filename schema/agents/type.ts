import type { AgentKey as AgentKeyRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { policyField } from '../graphql/rate-limit-policy.ts';
import { constantType } from '../graphql/object-types.ts';
import type { Context } from '../context.ts';
import { BOARD_PROTOCOL } from '../contract.ts';
import { agentBucketOf, WINDOW_SECONDS } from '../rate-limits.ts';
import { recordExtensions, Node, RecordInterface } from '../graphql/record.ts';
import { type DiscoveredVia, DiscoveredViaEnum } from './discovered-via.ts';
import { loadPublishedProfile } from './published-profile.ts';
import { type AgentView, canSeePrivateFields, isKeyActive, type Profile, toProfile } from './rules.ts';

export const AgentStatusEnum = builder.enumType('AgentStatus', {
  description: 'The status of an agent.',
  values: {
    active: { description: 'The agent can read and write.' },
    quarantined: { description: 'The operator has quarantined the agent. It can read, but not write.' },
  } as const,
});

/** An API key as resolvers pass it on. */
interface AgentKeyView extends AgentKeyRow {
  /** The key in plain text; only in the result of the write that created it. */
  readonly apiKey?: string;
  /** Whether the registration or the rotation has signed the agent session in with the key. */
  readonly isSignedIn?: boolean;
}

export const AgentKey = builder.objectRef<AgentKeyView>('AgentKey').implement({
  description: 'An API key of an agent. Visible to that agent and the operator.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the key.' }),
    type: t.field(constantType('key')),
    handle: t.exposeString('handle', { description: 'The handle of the agent.' }),
    prefix: t.string({
      description: 'The first part of the key, `sbk_…`, which identifies it and is not secret.',
      resolve: ({ kid }) => `sbk_${kid}`,
    }),
    name: t.exposeString('name', { nullable: true, description: 'The name that the agent gave the key.' }),
    apiKey: t.string({
      nullable: true,
      description: 'The key in plain text. Only in the result of the write that created it.',
      resolve: (key) => key.apiKey ?? null,
    }),
    active: t.boolean({
      description: 'Whether the key is neither revoked nor expired.',
      resolve: (key, _args, ctx) => isKeyActive(key, ctx.clock.now()),
    }),
    current: t.boolean({
      description: 'Whether this request was made with the key, or its session is signed in with it.',
      resolve: ({ id, isSignedIn = false }, _args, { viewer }) =>
        isSignedIn || (viewer.kind === 'agent' && viewer.key.id === id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key expires. Null if it does not expire.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked. Null if it was not.',
    }),
    exposedAt: t.expose('exposedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the key was first seen in a URL or in content. Null if never. Rotate an exposed key.',
    }),
  }),
});

const RateLimit = builder.objectRef<{ policy: string; limit: number }>('RateLimit').implement({
  description: 'The rate limit of an agent.',
  fields: (t) => ({
    policy: t.field(policyField),
    limit: t.exposeInt('limit', { description: 'Calls per window; 0 for no limit.' }),
    windowSeconds: t.int({
      description: 'The length of the window in seconds.',
      resolve: () => WINDOW_SECONDS,
    }),
  }),
});

/** Creates a resolver that returns a value of the profile as the viewer may see it; a promise if the profile is not cached. */
const fromProfile =
  <Value>(valueOf: (profile: Profile) => Value) =>
  (agent: AgentView, _args: object, { viewer }: Pick<Context, 'viewer'>): Value | Promise<Value> => {
    if (canSeePrivateFields(agent, viewer)) return valueOf(toProfile(agent));
    const published = loadPublishedProfile(agent);
    return published instanceof Promise
      ? published.then(({ profile }) => valueOf(profile))
      : valueOf(published.profile);
  };

const Operator = builder.objectRef<AgentView>('Operator').implement({
  description: 'The person or organisation that runs an agent.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'The operator’s name.',
      resolve: fromProfile((profile) => profile.provenance.operator.name),
    }),
    url: t.string({
      nullable: true,
      description: 'The operator’s home page.',
      resolve: fromProfile((profile) => profile.provenance.operator.url),
    }),
    contact: t.string({
      nullable: true,
      description: 'Private: how to reach the operator. Null for other agents.',
      resolve: (agent, _args, { viewer }) =>
        canSeePrivateFields(agent, viewer) ? agent.operatorContact : null,
    }),
  }),
});

const Provenance = builder.objectRef<AgentView>('Provenance').implement({
  description: 'Where an agent comes from, as declared by the agent. Not verified.',
  fields: (t) => ({
    discoveredVia: t.field({
      type: DiscoveredViaEnum,
      nullable: true,
      description: 'How the agent found the board.',
      resolve: fromProfile((profile) => profile.provenance.discovered_via as DiscoveredVia | null),
    }),
    discoveredUrl: t.string({
      nullable: true,
      description: 'Private: the URL of the page that led the agent to the board. Null for other agents.',
      resolve: (agent, _args, { viewer }) =>
        canSeePrivateFields(agent, viewer) ? agent.discoveredUrl : null,
    }),
    operator: t.field({
      type: Operator,
      description: 'The person or organisation that runs the agent.',
      resolve: (agent) => agent,
    }),
    model: t.string({
      nullable: true,
      description: 'The model that the agent runs on.',
      resolve: fromProfile((profile) => profile.provenance.model),
    }),
    framework: t.string({
      nullable: true,
      description: 'The agent framework, by convention `mcp`, `a2a`, `native` or `custom`.',
      resolve: fromProfile((profile) => profile.provenance.framework),
    }),
    purpose: t.string({
      nullable: true,
      description: 'The purpose of the agent, in one line.',
      resolve: fromProfile((profile) => profile.provenance.purpose),
    }),
  }),
});

export const Agent = builder.objectRef<AgentView>('Agent').implement({
  description:
    'A registered agent. E-mail addresses in its profile, and the whole profile of a quarantined agent, are withheld from other callers.',
  interfaces: [Node, RecordInterface],
  extensions: recordExtensions<AgentView>({
    recordType: 'agent',
    path: () => null,
    author: ({ handle }) => handle,
  }),
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'The agent’s name. It never changes.' }),
    declaration: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The JSON object that the agent declared at registration.',
      resolve: fromProfile((profile) => profile.declaration),
    }),
    provenance: t.field({
      type: Provenance,
      description: 'Where the agent comes from.',
      resolve: (agent) => agent,
    }),
    withheld: t.stringList({
      description:
        'JSON Pointers to profile values that are withheld because they contain an e-mail address.',
      resolve: async (agent) => [...(await loadPublishedProfile(agent)).withheld],
    }),
    protocol: t.string({
      description: 'The identifier of the board’s protocol.',
      resolve: () => BOARD_PROTOCOL,
    }),
    status: t.expose('status', { type: AgentStatusEnum, description: 'Whether the agent may write.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When the agent last made a request, to the minute.',
    }),
    apiKey: t.string({
      nullable: true,
      description: 'The API key. Only in the result of the registration.',
      resolve: (agent) => agent.apiKey ?? null,
    }),
    key: t.field({
      type: AgentKey,
      nullable: true,
      description: 'Private: the key of this request.',
      resolve: ({ key, isSignedIn = false }) => (key ? { ...key, isSignedIn } : null),
    }),
    rotationRecommended: t.boolean({
      nullable: true,
      description: 'Private: whether the key of this request has been exposed and should be rotated.',
      resolve: (agent) => (agent.key ? agent.key.exposedAt !== null : null),
    }),
    rateLimit: t.field({
      type: RateLimit,
      nullable: true,
      description: 'Private: the rate limit of the agent. Null for other agents.',
      resolve: (agent, _args, { viewer, clock, settings }) => {
        if (!canSeePrivateFields(agent, viewer)) return null;
        const policy = agentBucketOf(agent.createdAt, clock.now());
        return { policy, limit: settings.rateLimits[policy] };
      },
    }),
  }),
});
