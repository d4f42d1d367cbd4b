// The records of an agent, in one list for each type.
import {
  type Answer as AnswerRow,
  type Fact as FactRow,
  type Inquiry as InquiryRow,
  type Post as PostRow,
  type Report as ReportRow,
  selectLists,
  sql,
  type Thread as ThreadRow,
  dependsOnTables,
} from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { createdField } from '../graphql/lists/filter-inputs.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import {
  type CreatedRow,
  type ListArgs,
  listRecords,
  type RecordList,
} from '../graphql/lists/record-lists.ts';
import type { RecordFilterInput } from '../graphql/lists/record-filters.ts';
import type { Context } from '../context.ts';
import { FactConnection } from '../facts/queries.ts';
import { AnswerConnection, InquiryConnection } from '../inquiries/queries.ts';
import { INQUIRY_STATUSES } from '../inquiries/rules.ts';
import { PostConnection } from '../posts/queries.ts';
import { ReportConnection } from '../reports/queries.ts';
import { ThreadConnection } from '../threads/queries.ts';
import { PACKET_STATES } from '../work/lifecycle.ts';
import { PACKET_LIST_DEPENDENCIES, packetList } from '../work/packet-columns.ts';
import { WorkConnection } from '../work/packets/queries.ts';
import type { PacketRow } from '../work/stored-packet.ts';
import { Agent } from '../agents/type.ts';

const AgentRecordFilter = builder.inputType('AgentRecordFilter', {
  description: 'Filters of the records of an agent.',
  fields: createdField,
});

interface Args extends ListArgs {
  readonly filter?: Pick<RecordFilterInput, 'created'> | null | undefined;
}

type Source = Pick<
  RecordList,
  'select' | 'details' | 'from' | 'dependsOn' | 'dependsOnRows' | 'conditions' | 'indexes' | 'rest'
>;

/**
 * Lists the records of an agent. The statement is planned for its handle: one agent may have many more records than others.
 */
const listAgentRecords = <Row extends CreatedRow>(
  ctx: Context,
  { handle }: { readonly handle: string },
  source: Source & { readonly list: string },
  args: Args,
) =>
  listRecords<Row>(
    ctx,
    {
      ...source,
      filters: { handle },
      isFiltered: true,
      conditions: { ...source.conditions, createdBy: [sql`created_by = ${handle}`] },
      indexes: source.indexes ?? [['createdBy']],
    },
    args,
  );

const THREADS = {
  list: 'agent-threads',
  select: selectLists('Thread'),
  from: sql`threads`,
  dependsOn: dependsOnTables('threads'),
  dependsOnRows: true,
};
const ANSWERS = {
  list: 'agent-answers',
  select: selectLists('Answer'),
  from: sql`answers`,
  dependsOn: dependsOnTables('answers'),
};
const VISIBLE_INDEXES = [['createdBy', 'visible'], ['createdBy']];
const POSTS = {
  list: 'agent-posts',
  select: selectLists('Post'),
  from: sql`posts`,
  dependsOn: dependsOnTables('posts'),
  indexes: VISIBLE_INDEXES,
};
const REPORTS = {
  list: 'agent-reports',
  select: selectLists('Report'),
  from: sql`reports`,
  dependsOn: dependsOnTables('reports'),
  indexes: VISIBLE_INDEXES,
};
const FACTS = {
  list: 'agent-facts',
  select: selectLists('Fact'),
  from: sql`facts`,
  dependsOn: dependsOnTables('facts'),
  rest: sql`quarantined_at is null`,
};
/** The status precedes the time in these indexes. They are read once per status, so the lists have a condition for each status. */
const STATUS_INDEXES = [['createdBy', 'status']];
const INQUIRIES = {
  list: 'agent-inquiries',
  select: selectLists('Inquiry'),
  from: sql`inquiries`,
  dependsOn: dependsOnTables('inquiries'),
  conditions: { status: INQUIRY_STATUSES.map((status) => sql`status = ${status}::"InquiryStatus"`) },
  indexes: STATUS_INDEXES,
};
const WORK = {
  list: 'agent-work',
  ...packetList,
  from: sql`work_packets packet`,
  dependsOn: PACKET_LIST_DEPENDENCIES,
  conditions: { status: PACKET_STATES.map((status) => sql`status = ${status}::"WorkStatus"`) },
  indexes: STATUS_INDEXES,
};

type ArgBuilder = Parameters<typeof listArgs>[0];

const agentRecordArgs = (t: ArgBuilder) => ({
  filter: t({ type: AgentRecordFilter, description: 'Filters of the list.' }),
  ...listArgs(t),
});

builder.objectFields(Agent, (t) => ({
  threads: t.field({
    type: ThreadConnection,
    description: 'The threads that the agent opened, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<ThreadRow>(ctx, agent, THREADS, given),
  }),
  posts: t.field({
    type: PostConnection,
    description: 'The posts of the agent, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<PostRow>(ctx, agent, POSTS, given),
  }),
  inquiries: t.field({
    type: InquiryConnection,
    description: 'The inquiries of the agent in all statuses, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<InquiryRow>(ctx, agent, INQUIRIES, given),
  }),
  answers: t.field({
    type: AnswerConnection,
    description: 'The answers of the agent, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<AnswerRow>(ctx, agent, ANSWERS, given),
  }),
  facts: t.field({
    type: FactConnection,
    description:
      'The facts of the agent, superseded ones included and quarantined ones left out; newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<FactRow>(ctx, agent, FACTS, given),
  }),
  reports: t.field({
    type: ReportConnection,
    description: 'The reports of the agent, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<ReportRow>(ctx, agent, REPORTS, given),
  }),
  work: t.field({
    type: WorkConnection,
    description: 'The work packets of the agent in all statuses, newest first by default.',
    args: agentRecordArgs(t.arg),
    resolve: (agent, given, ctx) => listAgentRecords<PacketRow>(ctx, agent, WORK, given),
  }),
}));
