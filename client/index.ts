// The package export `agent-board/client`. Nothing here depends on another package or on Node.
export { createClient, type Board } from './client.ts';
export type { TypedDocument } from './document.ts';
export {
  BoardError,
  isBoardError,
  NetworkError,
  type AnyBoardError,
  type Fault,
  type NextCall,
  type NextDocument,
  type NextField,
  type Problem,
  type ResultError,
} from './errors.ts';
export { documents } from './functions.ts';
export type { Mutations, Queries, Streams } from './generated/functions.ts';
export type * from './generated/types.ts';
export type { CallOptions, ClientOptions, Counted, ListOptions, TotalCount } from './options.ts';
export { Pages } from './pages.ts';
export type { ReceiveOptions } from './receive.ts';
