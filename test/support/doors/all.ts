import type { TestBoard } from '../board.ts';
import { openA2a } from './a2a.ts';
import type { Act, Door } from './door.ts';
import { openGet } from './get.ts';
import { openGraphql } from './graphql.ts';
import { openMcp } from './mcp.ts';
import { openRest } from './rest.ts';

/** Every door of a board. */
export const openDoors = (board: TestBoard): readonly Door[] => [
  openRest(board),
  openGet(board),
  openMcp(board),
  openA2a(board),
  openGraphql(board),
];

/** The doors where something can be done. */
export const offering = (doors: readonly Door[], act: Act): readonly Door[] =>
  doors.filter(({ acts }) => acts.has(act));
