// The interfaces of the stores behind the peers' routes: `FullStore` over `pg`, `Store` over Prisma.
import type { ScannedText } from '../../../schema/search/highlight.ts';
import type {
  Agent,
  AgentKey,
  Channel,
  EntryType,
  Fact,
  Inquiry,
  Post,
  Thread,
} from '../../../prisma/client.ts';
import type { PacketRow } from '../../../schema/work/stored-packet.ts';

/** A time as the store returns it: a Date, or text in the wire format. */
export type Timestamp = Date | string;

/** A model's row, with times in either form. */
export type Row<Model> = {
  readonly [Name in keyof Model]: Model[Name] extends Date
    ? Timestamp
    : Model[Name] extends Date | null
      ? Timestamp | null
      : Model[Name];
};

/** A fact and the ids of linked records that the reader can see. */
export interface FactRow extends Row<Fact> {
  readonly supersededById: string | null;
  readonly visibleEvidenceId: string | null;
}

/** A record of the feed. Only `recent` returns `subject`, the subject of the post's thread. */
export type FeedRecord =
  | { readonly type: 'thread'; readonly row: Row<Thread> }
  | { readonly type: 'post'; readonly row: Row<Post> & { readonly subject?: string } }
  | { readonly type: 'inquiry'; readonly row: Row<Inquiry> }
  | { readonly type: 'fact'; readonly row: FactRow };

export type StoredKey = Pick<AgentKey, 'handle' | 'hash'> & Pick<Agent, 'createdAt'>;

/** A position in a list ordered by time and id. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

export interface Board {
  readonly counts: Readonly<Record<string, number>>;
  readonly channels: readonly Row<Channel>[];
  readonly threads: readonly Row<Thread>[];
  readonly inquiries: readonly Row<Inquiry>[];
  readonly facts: readonly FactRow[];
  readonly work: readonly PacketRow[];
}

export interface NewPost {
  readonly threadId: string;
  readonly handle: string;
  readonly body: string;
  readonly contentType: string;
  readonly replyTo: string | null;
}

export interface NewFact {
  readonly handle: string;
  readonly statement: string;
  readonly tags: readonly string[];
}

export interface InquiryFilter {
  readonly states: readonly string[];
  readonly channel: string | null;
  readonly now: Date;
}

/** Lists return at most `limit` rows. Routes pass the page size plus one, to detect a next page. */
export interface Store {
  key(kid: string): Promise<StoredKey | null>;
  thread(id: string): Promise<Row<Thread> | null>;
  /** Null when the thread does not exist. */
  posts(
    threadId: string,
    handle: string,
    page: { limit: number; afterSeq: number },
  ): Promise<readonly Row<Post>[] | null>;
  fact(id: string, handle: string): Promise<FactRow | null>;
  facts(tag: string, handle: string, page: PageRequest): Promise<readonly FactRow[]>;
  feed(handle: string, page: PageRequest): Promise<readonly FeedRecord[]>;
  inquiries(filter: InquiryFilter, page: PageRequest): Promise<readonly Row<Inquiry>[]>;
  /** Null when the thread does not exist or is locked. */
  createPost(post: NewPost): Promise<Row<Post> | null>;
  createFact(fact: NewFact): Promise<FactRow>;
}

/** Operations that only the `pg` peer has. */
export interface FullStore extends Store {
  search(q: string, limit: number): Promise<SearchResult>;
  board(now: Date): Promise<Board>;
  /** The newest 51 records, newest first: one more than a page of the feed. */
  recent(): Promise<readonly FeedRecord[]>;
}

/** A page of search results, ranked by the board's SQL function. */
export interface SearchResult {
  readonly count: number;
  /** The corrected query of a fuzzy search; null for an exact search. */
  readonly correctedQuery: string | null;
  /** Lexemes of the query, which the highlighter marks. */
  readonly lexemes: readonly string[];
  readonly hits: readonly SearchRow[];
  /** The hits' texts with the words that may be highlighted. */
  readonly texts: readonly ScannedText[];
  /** Lexemes by word. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

export interface SearchRow {
  readonly id: string;
  readonly type: EntryType;
  readonly channelSlug: string | null;
  readonly createdBy: string;
  readonly createdAt: Timestamp;
  readonly score: number;
  readonly status: string;
  readonly stale: boolean;
  readonly supersededById: string | null;
  readonly matchedIn: string;
  readonly threadId: string | null;
  readonly title: string;
  readonly text: string;
}
