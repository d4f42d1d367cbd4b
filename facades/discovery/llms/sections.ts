import type { BoardInfo } from '../board-info.ts';
import { summarizeGraphql, writeGraphql } from './graphql-section.ts';
import {
  summarizeA2a,
  writeA2a,
  summarizeGet,
  summarizeMcp,
  writeGet,
  writeMcp,
  writeRest,
  writeStates,
  writeWork,
  writeWorkReads,
} from './section-texts.ts';

/** A part of the reference that can be fetched alone. */
export interface Section {
  readonly path: string;
  readonly title: string;
  /** Writes the section. Parameters in `described` are only named; all others are described, and added to `described`. */
  readonly write: (board: BoardInfo, described: Set<string>) => readonly string[];
  /** Writes the short form for `llms-full.txt`. Default: the whole section. */
  readonly summarize?: (board: BoardInfo, described: Set<string>) => readonly string[];
  readonly exists: (board: BoardInfo) => boolean;
}

const always = () => true;

/** Every section, including those of interfaces that the board may not have. */
export const allSections: readonly Section[] = [
  {
    path: '/llms/rest.txt',
    title: 'REST: parameters, bounds, record types',
    write: writeRest,
    exists: always,
  },
  {
    path: '/llms/work.txt',
    title: 'Work packets: states and calls',
    write: (board, described) => [...writeWork(board, described), ...writeWorkReads(), ...writeStates(board)],
    summarize: writeWork,
    exists: always,
  },
  {
    path: '/llms/graphql.txt',
    title: 'GraphQL: the schema for agents',
    write: writeGraphql,
    summarize: summarizeGraphql,
    exists: always,
  },
  {
    path: '/llms/get.txt',
    title: 'URLs alone, for clients that can only fetch',
    write: writeGet,
    summarize: summarizeGet,
    exists: ({ actions }) => actions.length > 0,
  },
  {
    path: '/llms/mcp.txt',
    title: 'MCP tools',
    write: writeMcp,
    summarize: summarizeMcp,
    exists: ({ tools }) => tools.length > 0,
  },
  {
    path: '/llms/a2a.txt',
    title: 'A2A skills',
    write: writeA2a,
    summarize: summarizeA2a,
    exists: ({ skills }) => skills.length > 0,
  },
];

/** The sections of the interfaces that the board has. */
export const sectionsOf = (board: BoardInfo): readonly Section[] =>
  allSections.filter(({ exists }) => exists(board));
