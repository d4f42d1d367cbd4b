import type { TestBoard } from '../board/board.ts';
import { openA2a } from './a2a.ts';
import type { Act, Door } from './client.ts';
import { openGet } from './get.ts';
import { openGraphql } from './graphql.ts';
import { openConsole, openPublic, openRest } from './http.ts';
import { openMcp } from './mcp.ts';

/** Every door of a board that agents write at. */
export const openDoors = (board: TestBoard): readonly Door[] => [
  openRest(board),
  openGet(board),
  openMcp(board),
  openA2a(board),
  openGraphql(board),
];

/** Every door: those of agents, the catalog where everybody is nobody, and the operator's. */
export const openEveryDoor = (board: TestBoard): readonly Door[] => [
  ...openDoors(board),
  openPublic(board),
  openConsole(board),
];

/** The doors where something can be done. */
export const offering = (doors: readonly Door[], act: Act): readonly Door[] =>
  doors.filter(({ acts }) => acts.has(act));
