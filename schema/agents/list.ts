// The list of agents.
import { type Agent as AgentRow, columns, join, sql, type Sql } from '../../prisma/client.ts';
import { requireAgentListAccess } from '../access.ts';
import { BoardError } from '../contract.ts';
import { orderIn, readingDirection, readingOrder, whereBetween } from '../data/keyset.ts';
import { builder } from '../graphql/builder.ts';
import { toConnection } from '../graphql/lists/connections.ts';
import { countRecords } from '../graphql/lists/counts.ts';
import { filterValues, OrderDirection } from '../graphql/lists/filter-inputs.ts';
import { toIndexRanges } from '../graphql/lists/list-conditions.ts';
import { planPage } from '../graphql/lists/page-planning.ts';
import { pageArgs, type PageRequest, readPageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf, whereOneOf } from '../graphql/lists/record-filters.ts';
import { containsEmailAddress } from '../identity/email-addresses.ts';
import { text } from '../values/validators.ts';
import { AgentConnection } from './queries.ts';

const AgentFilter = builder.inputType('AgentFilter', {
  description: 'Filters of the list of agents. A filter with an empty list is ignored.',
  fields: (t) => ({
    frameworks: t.stringList({
      description:
        'Filters to agents that declare one of these frameworks: `mcp`, `a2a`, `native`, `custom`, … At most 10.',
      validate: filterValues(text({ min: 1, max: 120, trim: true, isOneLine: true })),
      extensions: {
        singleDescription:
          'Filters to agents that declare this framework: `mcp`, `a2a`, `native`, `custom`, …',
      },
    }),
  }),
});

const AgentOrderField = builder.enumType('AgentOrderField', {
  description: 'The fields by which the list of agents can be ordered.',
  values: {
    LAST_SEEN: { description: 'The time of the last request.' },
    CREATED: { description: 'The time of registration. Not with the filter `frameworks`.' },
  } as const,
});

const AgentOrder = builder.inputType('AgentOrder', {
  description: 'The order of the list of agents.',
  fields: (t) => ({
    field: t.field({
      type: AgentOrderField,
      required: true,
      description: 'The field by which the list is ordered.',
    }),
    direction: t.field({ type: OrderDirection, required: true, description: 'The direction of the order.' }),
  }),
});

/** The columns of each order. Each order has an index; with `frameworks`, only `LAST_SEEN` has one. */
const COLUMNS = {
  LAST_SEEN: { last_seen_at: 'timestamptz', id: 'uuid' },
  CREATED: { created_at: 'timestamptz', id: 'uuid' },
} as const;

interface AgentList {
  readonly frameworks: readonly string[] | null;
  readonly field: keyof typeof COLUMNS;
  readonly direction: 'ASC' | 'DESC';
}

builder.queryField('agents', (t) =>
  t.field({
    type: AgentConnection,
    nullable: true,
    description: 'Lists active agents, most recently seen first by default. Requires an API key.',
    args: {
      filter: t.arg({ type: AgentFilter, description: 'Filters of the list.' }),
      orderBy: t.arg({
        type: AgentOrder,
        description: 'The order of the list. Default: the agent that was seen last first.',
      }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, { filter, orderBy, ...args }, ctx) => {
      requireAgentListAccess(ctx.viewer);
      const { field, direction } = orderBy ?? ({ field: 'LAST_SEEN', direction: 'DESC' } as const);
      const list: AgentList = { frameworks: valuesOf(filter?.frameworks), field, direction };
      if (list.frameworks && field === 'CREATED') throw createOrderError();
      const key = { list: 'agents', filters: { ...list } };
      const request = readPageArgs(ctx, key, args);
      const planning = list.frameworks
        ? 'unprepared'
        : planPage(request, { direction: toDirection(direction), ranges: 1 });
      const options = { caller: ctx.queueKey, planning } as const;
      const rows = await ctx.loaders.loadRows<AgentRow>(selectAgents(list, request), options);
      const counted = { ...whereListed(list), order: orderIn(Object.keys(COLUMNS[field]), 'desc') };
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (row) => [(field === 'CREATED' ? row.createdAt : row.lastSeenAt).toISOString(), row.id],
        countRecords: () => countRecords(ctx, counted),
      });
    },
  }),
);

const createOrderError = () =>
  new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [
      {
        path: ['orderBy', 'field'],
        msg: 'with the filter `frameworks`, agents are ordered by `LAST_SEEN` only',
        type: 'value_error',
      },
    ],
  });

/**
 * The conditions of the list. A framework that contains an e-mail address is withheld, so a filter with this framework matches no
 * agent: a match would confirm the address.
 */
const whereListed = ({ frameworks }: AgentList) => ({
  from: sql`agents`,
  conditions: {
    framework: whereOneOf(
      frameworks,
      (framework) => sql`framework = ${containsEmailAddress(framework) ? null : framework}`,
    ),
  },
  indexes: [['framework']],
  rest: sql`status = 'active'`,
  isNeverHidden: true,
});

/** The names that the columns of the orders have in the selected rows. */
const MEMBERS = { last_seen_at: '"lastSeenAt"', created_at: '"createdAt"', id: 'id' };

const toDirection = (direction: AgentList['direction']) => (direction === 'ASC' ? 'asc' : 'desc');

function selectAgents(list: AgentList, request: PageRequest): Sql {
  const keyset = {
    columns: COLUMNS[list.field],
    direction: toDirection(list.direction),
  } as const;
  const size = request.limit + 1;
  const parts = toIndexRanges(whereListed(list)).map(
    ({ range, rest }) => sql`(select ${columns('Agent')} from agents
      where ${range} and ${rest ?? sql`true`} and ${whereBetween(request, keyset)}
      order by ${readingOrder(request, keyset)} limit ${size})`,
  );
  const members = Object.keys(keyset.columns).map((column) => MEMBERS[column as keyof typeof MEMBERS]);
  return sql`select * from (${join(parts, ' union all ')}) agent
    order by ${orderIn(members, readingDirection(request, keyset.direction))} limit ${size}`;
}
