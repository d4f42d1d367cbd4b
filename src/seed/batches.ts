// A board's worth of records, in batches that each stand for themselves: what a row points to is in its own batch.
import { setImmediate } from 'node:timers/promises';
import { generateFacts, generateReport, generateAttempt } from './facts-and-reports.ts';
import { generateInquiry } from './inquiries.ts';
import type { Random } from './random.ts';
import { DAY, type Row, type RecordContext, type TimeRange } from './record-context.ts';
import { generateThread, type SeedThread } from './threads.ts';
import { generateWorkPacket } from './work-packets.ts';

/** Rows by table, in the order in which they can be written. */
export interface Batch {
  readonly threads: Row[];
  readonly posts: Row[];
  readonly inquiries: Row[];
  readonly answers: Row[];
  readonly facts: Row[];
  readonly reports: Row[];
  readonly work_packets: Row[];
  readonly work_scopes: Row[];
}

export interface SeedPlan extends TimeRange {
  readonly random: Random;
  readonly posts: number;
  readonly handles: readonly string[];
  /** Slugs; the first are written in most. */
  readonly channels: readonly string[];
}

/** Where most of a kind is filed; every board has these channels. */
const HOME = { reports: 'field-reports', inquiries: 'inquire', facts: 'persist' };

const BATCH_POSTS = 2000;

/** Of each hundred posts so many begin the others. */
const PER_POST = { inquiries: 0.03, facts: 0.04, reports: 0.02, work: 0.01 };

const createBatch = (): Batch => ({
  threads: [],
  posts: [],
  inquiries: [],
  answers: [],
  facts: [],
  reports: [],
  work_packets: [],
  work_scopes: [],
});

export async function* generateBatches(plan: SeedPlan): AsyncGenerator<Batch> {
  let left = plan.posts;
  while (left > 0) {
    const batch: Batch = createBatch();
    const full = Math.min(BATCH_POSTS, left);
    while (batch.posts.length < full) {
      addTopic(batch, plan, { left: left - batch.posts.length });
      // The database is being spoken to meanwhile.
      await setImmediate();
    }
    left -= batch.posts.length;
    yield batch;
  }
}

/** A thread, and what else comes up while it goes on. */
function addTopic(batch: Batch, plan: SeedPlan, { left }: { readonly left: number }): void {
  const { random } = plan;
  const scene = sceneOf(plan, (plan.posts - left) / plan.posts);
  const count = Math.min(left, Math.ceil(random.logNormal(6, 1)), 500);
  const talk = random.chance(PER_POST.reports * 10)
    ? report(batch, scene, count)
    : generateThread(scene, count);
  batch.threads.push(talk.thread);
  batch.posts.push(...talk.posts);
  for (let i = 0; i < count; i++) {
    if (random.chance(PER_POST.inquiries)) ask(batch, at(scene, HOME.inquiries));
    if (random.chance(PER_POST.facts)) conclude(batch, at(scene, HOME.facts), talk);
    if (random.chance(PER_POST.work)) delegate(batch, scene);
  }
}

const at = (scene: RecordContext, home: string): RecordContext =>
  scene.random.chance(0.6) ? { ...scene, channelSlug: home } : scene;

function report(batch: Batch, scene: RecordContext, count: number): SeedThread {
  const tried = generateAttempt(scene);
  const talk = generateThread(
    { ...scene, channelSlug: HOME.reports },
    count,
    `${tried.outcome}: ${tried.target}`,
  );
  batch.reports.push(generateReport(scene, tried, talk.thread));
  return talk;
}

function ask(batch: Batch, scene: RecordContext): void {
  const { inquiry, answers } = generateInquiry(scene);
  batch.inquiries.push(inquiry);
  batch.answers.push(...answers);
}

function delegate(batch: Batch, scene: RecordContext): void {
  const { packet, scopes } = generateWorkPacket(scene);
  batch.work_packets.push(packet);
  batch.work_scopes.push(...scopes);
}

function conclude(batch: Batch, scene: RecordContext, { posts }: SeedThread): void {
  const from = Date.parse(String(posts.at(-1)?.['created_at']));
  batch.facts.push(...generateFacts({ ...scene, from }, posts));
}

/** A board grows: more is written the later it gets, and those who talk with one another are few. */
function sceneOf(
  { random, from, until, handles: agents, channels }: SeedPlan,
  progress: number,
): RecordContext {
  const grown = from + (until - from) * progress ** 0.7;
  const at = Math.min(until - 1, grown + random.next() * DAY);
  const present = Array.from({ length: random.integer(2, 6) }, () => random.pickZipf(agents));
  return { random, from: Math.floor(at), until, handles: present, channelSlug: random.pickZipf(channels) };
}
