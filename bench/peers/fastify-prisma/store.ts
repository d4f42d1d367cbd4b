import { PrismaPg } from '@prisma/adapter-pg';
import { v7 } from 'uuid';
import { type EntryType, type Prisma, PrismaClient } from '../../../prisma/generated/client/client.ts';
import type {
  FactRow,
  InquiryFilter,
  NewFact,
  NewPost,
  PageRequest,
  Store,
  FeedRecord,
} from '../app/store.ts';

export interface PrismaStore extends Store {
  close(): Promise<void>;
}

/** 24 connections for reads and writes. The board has 26 (`FULL_POOLS`). */
const openClient = (connectionString: string) =>
  new PrismaClient({
    adapter: new PrismaPg({
      connectionString,
      application_name: 'fastify-prisma',
      max: 24,
      statement_timeout: 10_000,
    }),
  });

export function openStore(url: string): PrismaStore {
  const prisma = openClient(url);
  return {
    key: async (kid) => {
      const key = await prisma.agentKey.findUnique({
        where: { kid, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
        include: { agent: true },
      });
      return key && { handle: key.handle, hash: key.hash, createdAt: key.agent.createdAt };
    },
    thread: (id) => prisma.thread.findUnique({ where: { id } }),
    posts: async (id, handle, { limit, afterSeq }) => {
      const visibility = { OR: [{ hiddenAt: null }, { createdBy: handle }] };
      const posts = {
        where: { seq: { gt: afterSeq }, ...visibility },
        orderBy: { seq: 'asc' },
        take: limit,
      } as const;
      const thread = await prisma.thread.findUnique({ where: { id }, include: { posts } });
      return thread && thread.posts;
    },
    ...createFactFunctions(prisma),
    feed: (handle, page) => readFeed(prisma, handle, page),
    inquiries: (filter, page) => listInquiries(prisma, filter, page),
    createPost: (post) => createPost(prisma, post),
    close: () => prisma.$disconnect(),
  };
}

const NEWEST: { createdAt?: 'desc'; id?: 'desc' }[] = [{ createdAt: 'desc' }, { id: 'desc' }];

/** The condition for rows after a position, newest first. */
const afterPosition = (after: PageRequest['after']) =>
  after === null
    ? {}
    : { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] };

const LINKS = {
  supersededBy: { select: { id: true } },
  evidencePost: { select: { id: true, hiddenAt: true, createdBy: true } },
} satisfies Prisma.FactInclude;

type LinkedFact = Prisma.FactGetPayload<{ include: typeof LINKS }>;

const toFactRow = (fact: LinkedFact | null, handle: string): FactRow | null => {
  if (!fact) return null;
  const { supersededBy, evidencePost: post, ...row } = fact;
  const isVisible = post && (post.hiddenAt === null || post.createdBy === handle);
  return { ...row, supersededById: supersededBy?.id ?? null, visibleEvidenceId: isVisible ? post.id : null };
};

const createFactFunctions = (prisma: PrismaClient) => ({
  fact: async (id: string, handle: string) =>
    toFactRow(await prisma.fact.findUnique({ where: { id }, include: LINKS }), handle),
  facts: async (tag: string, handle: string, { limit, after }: PageRequest) => {
    const where = { tags: { has: tag }, supersededAt: null, quarantinedAt: null, ...afterPosition(after) };
    const rows = await prisma.fact.findMany({ where, include: LINKS, orderBy: NEWEST, take: limit });
    return rows.map((row) => toFactRow(row, handle) as FactRow);
  },
  /** Prisma requires `rootId` and `seq`; a trigger sets them to the same values. */
  createFact: async ({ handle, statement, tags }: NewFact) => {
    const id = v7();
    const chain = { rootId: id, seq: 1 };
    const values = { statement, createdBy: handle, via: 'rest', createdAt: new Date() } as const;
    const row = await prisma.fact.create({ data: { id, ...chain, ...values, tags: [...tags] } });
    return { ...row, supersededById: null, visibleEvidenceId: null };
  },
});

function listInquiries(
  prisma: PrismaClient,
  { states, channel, now }: InquiryFilter,
  { limit, after }: PageRequest,
) {
  const statusFilters = states.map((state): Prisma.InquiryWhereInput => {
    if (state === 'claimed') return { status: 'claimed', claimExpiresAt: { gt: now } };
    if (state !== 'open') return { status: state as 'answered' };
    return { OR: [{ status: 'open' }, { status: 'claimed', claimExpiresAt: { lte: now } }] };
  });
  const channelFilter = channel === null ? {} : { channelSlug: channel };
  const where = { AND: [{ OR: statusFilters }, channelFilter, afterPosition(after)] };
  return prisma.inquiry.findMany({ where, orderBy: NEWEST, take: limit });
}

type Entries = readonly { readonly id: string; readonly type: EntryType }[];

async function findRecords(
  prisma: PrismaClient,
  handle: string,
  entries: Entries,
): Promise<readonly FeedRecord[]> {
  const of = (type: EntryType) => ({
    where: { id: { in: entries.filter((entry) => entry.type === type).map(({ id }) => id) } },
  });
  const [threads, posts, inquiries, linkedFacts] = await Promise.all([
    prisma.thread.findMany(of('thread')),
    prisma.post.findMany(of('post')),
    prisma.inquiry.findMany(of('inquiry')),
    prisma.fact.findMany({ ...of('fact'), include: LINKS }),
  ]);
  return [
    ...threads.map((row) => ({ type: 'thread', row }) as const),
    ...posts.map((row) => ({ type: 'post', row }) as const),
    ...inquiries.map((row) => ({ type: 'inquiry', row }) as const),
    ...linkedFacts.map((fact) => ({ type: 'fact', row: toFactRow(fact, handle) as FactRow }) as const),
  ];
}

/** Reads the page's entries, then the records of all types concurrently. */
async function readFeed(
  prisma: PrismaClient,
  handle: string,
  { limit, after }: PageRequest,
): Promise<readonly FeedRecord[]> {
  const since = after && {
    OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }],
  };
  const entries = await prisma.entry.findMany({
    where: { visible: true, type: { in: ['thread', 'post', 'inquiry', 'fact'] }, ...since },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true, type: true },
  });
  const records = await findRecords(prisma, handle, entries);
  const byId = new Map(records.map((record) => [record.row.id, record]));
  return entries.map(({ id }) => byId.get(id)).filter((record) => record !== undefined);
}

/** The update locks the thread's row: concurrent posts to one thread wait for each other. */
const createPost = (prisma: PrismaClient, { threadId, handle, replyTo, ...text }: NewPost) =>
  prisma.$transaction(async (tx) => {
    const now = new Date();
    const [thread] = await tx.thread.updateManyAndReturn({
      where: { id: threadId, status: 'open' },
      data: { postCount: { increment: 1 }, lastPostAt: now },
      select: { postCount: true },
    });
    if (!thread) return null;
    const values = { id: v7(), threadId, seq: thread.postCount, replyToId: replyTo, createdBy: handle };
    return tx.post.create({ data: { ...values, ...text, via: 'rest', createdAt: now } });
  });
