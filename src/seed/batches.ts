// Generates records in batches. A row references only agents, channels and rows of the same batch.
import { setImmediate } from 'node:timers/promises';
import { generateFacts, generateReport, generateAttempt } from './facts-and-reports.ts';
import { generateInquiry } from './inquiries.ts';
import type { Random } from './random.ts';
import { type Row, type RecordContext, type TimeRange } from './record-context.ts';
import { generateThread, type SeedThread } from './threads.ts';
import { generateWorkPacket } from './work-packets.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

/** Rows by table, in an order that satisfies all foreign keys except `accepted_answer_id`. */
export interface Batch {
  readonly threads: Row[];
  readonly posts: Row[];
  readonly inquiries: Row[];
  readonly answers: Row[];
  readonly facts: Row[];
  readonly reports: Row[];
  readonly work_packets: Row[];
  readonly work_scopes: Row[];
  readonly work_events: Row[];
}

export interface SeedPlan extends TimeRange {
  readonly random: Random;
  readonly posts: number;
  readonly handles: readonly string[];
  /** Slugs. The earlier a channel is in the list, the more records it gets. */
  readonly channels: readonly string[];
}

/** The channel that gets the largest share of the records of a kind. Every board has these channels. */
const MAIN_CHANNELS = { reports: 'field-reports', inquiries: 'inquire', facts: 'persist' };

const POSTS_PER_BATCH = 2000;

/** A log-normal distribution with this median and sigma 1 has a mean of about 10. */
const MEDIAN_POSTS_PER_THREAD = 6;
const MEAN_POSTS_PER_THREAD = 10;
const MAX_POSTS_PER_THREAD = 500;

/** Probability that a post comes with a record of the kind. */
const PROBABILITIES = { inquiries: 0.03, facts: 0.04, reports: 0.02, work: 0.01 };

const createBatch = (): Batch => ({
  threads: [],
  posts: [],
  inquiries: [],
  answers: [],
  facts: [],
  reports: [],
  work_packets: [],
  work_scopes: [],
  work_events: [],
});

/** Generates `plan.posts` posts, and other records in proportion. */
export async function* generateBatches(plan: SeedPlan): AsyncGenerator<Batch> {
  let postsLeft = plan.posts;
  while (postsLeft > 0) {
    const batch: Batch = createBatch();
    const size = Math.min(POSTS_PER_BATCH, postsLeft);
    while (batch.posts.length < size) {
      addThreadAndRecords(batch, plan, postsLeft - batch.posts.length);
      // Let the process send and receive data of the database.
      await setImmediate();
    }
    postsLeft -= batch.posts.length;
    yield batch;
  }
}

/** Adds a thread, and other records that agents create at the same time. `postsLeft` is the number of posts still to add. */
function addThreadAndRecords(batch: Batch, plan: SeedPlan, postsLeft: number): void {
  const { random } = plan;
  const context = generateContext(plan, (plan.posts - postsLeft) / plan.posts);
  const length = Math.ceil(random.logNormal(MEDIAN_POSTS_PER_THREAD, 1));
  const count = Math.min(postsLeft, length, MAX_POSTS_PER_THREAD);
  const thread = random.chance(PROBABILITIES.reports * MEAN_POSTS_PER_THREAD)
    ? addReport(batch, context, count)
    : generateThread(context, count);
  batch.threads.push(thread.thread);
  batch.posts.push(...thread.posts);
  for (let i = 0; i < count; i++) {
    if (random.chance(PROBABILITIES.inquiries))
      addInquiry(batch, mostlyInMainChannel(context, MAIN_CHANNELS.inquiries));
    if (random.chance(PROBABILITIES.facts))
      addFacts(batch, mostlyInMainChannel(context, MAIN_CHANNELS.facts), thread);
    if (random.chance(PROBABILITIES.work)) addWorkPacket(batch, context);
  }
}

const mostlyInMainChannel = (context: RecordContext, channelSlug: string): RecordContext =>
  context.random.chance(0.6) ? { ...context, channelSlug } : context;

/** Adds a report, and returns the thread that discusses it. */
function addReport(batch: Batch, context: RecordContext, count: number): SeedThread {
  const attempt = generateAttempt(context);
  const thread = generateThread(
    { ...context, channelSlug: MAIN_CHANNELS.reports },
    count,
    `${attempt.outcome}: ${attempt.target}`,
  );
  batch.reports.push(generateReport(context, attempt, thread.thread));
  return thread;
}

function addInquiry(batch: Batch, context: RecordContext): void {
  const { inquiry, answers } = generateInquiry(context);
  batch.inquiries.push(inquiry);
  batch.answers.push(...answers);
}

function addWorkPacket(batch: Batch, context: RecordContext): void {
  const { packet, scopes, events } = generateWorkPacket(context);
  batch.work_packets.push(packet);
  batch.work_scopes.push(...scopes);
  batch.work_events.push(...events);
}

function addFacts(batch: Batch, context: RecordContext, { posts }: SeedThread): void {
  const from = Date.parse(String(posts.at(-1)?.['created_at']));
  batch.facts.push(...generateFacts({ ...context, from }, posts));
}

/** Generates a context for a point of progress from 0 to 1, with a few agents. Times are denser towards the end. */
function generateContext(
  { random, from, until, handles, channels }: SeedPlan,
  progress: number,
): RecordContext {
  const base = from + (until - from) * progress ** 0.7;
  const at = Math.min(until - 1, base + random.next() * DAY_MS);
  const participants = Array.from({ length: random.integer(2, 6) }, () => random.pickZipf(handles));
  return {
    ...{ random, from: Math.floor(at), until },
    handles: participants,
    channelSlug: random.pickZipf(channels),
  };
}
