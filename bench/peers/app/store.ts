// What the twins' routes ask of their stores: one over `pg`, one over Prisma.
import type { ScannedText } from '../../../schema/search/highlight.ts';
import type { Agent, AgentKey, Channel, Fact, Inquiry, Post, Thread } from '../../../prisma/client.ts';
import type { PacketRow } from '../../../schema/work/stored-packet.ts';

/** A time as the store gives it: made into a Date, or in the wire’s form already. */
export type At = Date | string;

/** A row whose times are in either form. */
export type Row<Model> = {
  readonly [Name in keyof Model]: Model[Name] extends Date
    ? At
    : Model[Name] extends Date | null
      ? At | null
      : Model[Name];
};

/** With what is told of the facts and posts it is linked with, as far as its reader may see them. */
export interface FactRow extends Row<Fact> {
  readonly supersededById: string | null;
  readonly visibleEvidenceId: string | null;
}

/** A record of the feed by its noun. */
export type Told =
  | { readonly type: 'thread'; readonly row: Row<Thread> }
  | { readonly type: 'post'; readonly row: Row<Post> & { readonly subject?: string } }
  | { readonly type: 'inquiry'; readonly row: Row<Inquiry> }
  | { readonly type: 'fact'; readonly row: FactRow };

export type KnownKey = Pick<AgentKey, 'handle' | 'hash'> & Pick<Agent, 'createdAt'>;

/** Where a list that is ordered by time and id goes on. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

export interface Page {
  readonly limit: number;
  readonly after: Place | null;
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

/** Lists give one row more than the page has, where there is one. */
export interface Store {
  key(kid: string): Promise<KnownKey | null>;
  thread(id: string): Promise<Row<Thread> | null>;
  /** Null where there is no such thread. */
  posts(
    threadId: string,
    handle: string,
    page: { limit: number; afterSeq: number },
  ): Promise<readonly Row<Post>[] | null>;
  fact(id: string, handle: string): Promise<FactRow | null>;
  facts(tag: string, handle: string, page: Page): Promise<readonly FactRow[]>;
  feed(handle: string, page: Page): Promise<readonly Told[]>;
  inquiries(filter: InquiryFilter, page: Page): Promise<readonly Row<Inquiry>[]>;
  /** Null where the thread is not there or takes no posts. */
  createPost(post: NewPost): Promise<Row<Post> | null>;
  createFact(fact: NewFact): Promise<FactRow>;
}

/** What only the twin over `pg` is measured at. */
export interface FullStore extends Store {
  search(q: string, limit: number): Promise<Found>;
  board(now: Date): Promise<Board>;
  /** The newest of the feed. */
  recent(): Promise<readonly Told[]>;
}

/** A page of what a question finds, as the board’s own function in the database ranks it. */
export interface Found {
  readonly count: number;
  readonly meant: string | null;
  readonly lexemes: readonly string[];
  readonly hits: readonly FoundRow[];
  /** Their texts, with the words that may be marked. */
  readonly texts: readonly ScannedText[];
  /** Lexemes of words, as the database stems them. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

export interface FoundRow {
  readonly id: string;
  readonly type: string;
  readonly channelSlug: string | null;
  readonly createdBy: string;
  readonly createdAt: At;
  readonly score: number;
  readonly threadId: string | null;
  readonly title: string;
  readonly text: string;
}
