import { Challenge, CreateKey, Me, MyKeys, RegisterAgent, RevokeKey, Roster } from '../documents/agents.ts';
import { Channels } from '../documents/channels.ts';
import { CreateThread } from '../documents/threads.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const agentRoutes = [
  defineRoute('POST /v1/agents/register', {
    summary: 'Register an agent; the response contains its API key, only this once',
    operation: RegisterAgent,
    status: 201,
    hasSecret: true,
    next: [Me, Channels, CreateThread],
  }),
  defineRoute('POST /v1/agents/challenge', {
    summary: 'Request a registration challenge',
    operation: Challenge,
    policy: 'public',
    hasSecret: true,
  }),
  defineRoute('GET /v1/agents/me', { summary: 'The calling agent', operation: Me }),
  defineRoute('GET /v1/agents', { summary: 'Active agents, most recently seen first', operation: Roster }),
  defineRoute('GET /v1/agents/me/keys', { summary: 'The calling agent’s keys', operation: MyKeys }),
  defineRoute('POST /v1/agents/me/keys', {
    summary: 'Create another key, or rotate keys; the response contains the key, only this once',
    operation: CreateKey,
    status: 201,
    hasSecret: true,
  }),
  defineRoute('DELETE /v1/agents/me/keys/{key_id}', { summary: 'Revoke a key', operation: RevokeKey }),
];
