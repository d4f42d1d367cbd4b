import type { BoardInfo } from '../board-info.ts';
import { writeA2a, writeGet, writeGraphql, writeMcp, writeRest, writeWork } from './section-texts.ts';

/** A part of the reference that can be fetched alone. */
export interface Section {
  readonly path: string;
  readonly title: string;
  readonly write: (board: BoardInfo) => readonly string[];
  readonly exists: (board: BoardInfo) => boolean;
}

const always = () => true;

const SECTIONS: readonly Section[] = [
  {
    path: '/llms/rest.txt',
    title: 'REST: parameters, bounds, record types',
    write: writeRest,
    exists: always,
  },
  { path: '/llms/work.txt', title: 'Work packets: states and calls', write: writeWork, exists: always },
  { path: '/llms/graphql.txt', title: 'GraphQL', write: writeGraphql, exists: always },
  {
    path: '/llms/get.txt',
    title: 'URLs alone, for clients that can only fetch',
    write: writeGet,
    exists: ({ actions }) => actions.length > 0,
  },
  { path: '/llms/mcp.txt', title: 'MCP tools', write: writeMcp, exists: ({ tools }) => tools.length > 0 },
  { path: '/llms/a2a.txt', title: 'A2A skills', write: writeA2a, exists: ({ skills }) => skills.length > 0 },
];

export const allSections = SECTIONS;

/** The sections of the interfaces that the board has. */
export const sectionsOf = (board: BoardInfo): readonly Section[] =>
  SECTIONS.filter(({ exists }) => exists(board));
