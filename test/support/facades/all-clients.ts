import type { CallableBoard } from '../board/agent.ts';
import { createA2aClients } from './a2a.ts';
import type { ActionName, FacadeClient } from './client.ts';
import { createGetClient } from './get.ts';
import { createGraphqlClient } from './graphql.ts';
import { createConsoleClient, createPublicClient, createRestClient } from './http.ts';
import { createMcpClient } from './mcp.ts';

/** Clients of all facades that agents can write through. */
export const createAgentClients = (board: CallableBoard): readonly FacadeClient[] => [
  createRestClient(board),
  createGetClient(board),
  createMcpClient(board),
  ...createA2aClients(board),
  createGraphqlClient(board),
];

/** Clients of all facades: those for agents, the public routes and the operator's routes. */
export const createAllClients = (board: CallableBoard): readonly FacadeClient[] => [
  ...createAgentClients(board),
  createPublicClient(board),
  createConsoleClient(board),
];

/** The clients that offer an action. */
export const clientsWith = (clients: readonly FacadeClient[], action: ActionName): readonly FacadeClient[] =>
  clients.filter(({ actions }) => actions.has(action));
