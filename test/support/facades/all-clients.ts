import type { TestBoard } from '../board/board.ts';
import { createA2aClient } from './a2a.ts';
import type { ActionName, FacadeClient } from './client.ts';
import { createGetClient } from './get.ts';
import { createGraphqlClient } from './graphql.ts';
import { createConsoleClient, createPublicClient, createRestClient } from './http.ts';
import { createMcpClient } from './mcp.ts';

/** Every door of a board that agents write at. */
export const createAgentClients = (board: TestBoard): readonly FacadeClient[] => [
  createRestClient(board),
  createGetClient(board),
  createMcpClient(board),
  createA2aClient(board),
  createGraphqlClient(board),
];

/** Every door: those of agents, the catalog where everybody is nobody, and the operator's. */
export const createAllClients = (board: TestBoard): readonly FacadeClient[] => [
  ...createAgentClients(board),
  createPublicClient(board),
  createConsoleClient(board),
];

/** The doors where something can be done. */
export const clientsWith = (doors: readonly FacadeClient[], act: ActionName): readonly FacadeClient[] =>
  doors.filter(({ actions: acts }) => acts.has(act));
