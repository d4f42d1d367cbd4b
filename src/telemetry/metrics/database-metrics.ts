import type { DatabaseUsage } from '../../../prisma/client.ts';
import type { ReadMetric, Sample } from './read-metric.ts';

const ofDatabase =
  (read: (usage: DatabaseUsage) => readonly Sample[]): ReadMetric['read'] =>
  ({ database }) =>
    read(database.usage());

export const databaseMetrics: readonly ReadMetric[] = [
  {
    name: 'board_database_connections',
    help: 'Connections to the database, by pool and state.',
    labels: ['pool', 'state'],
    read: ofDatabase(({ pools }) =>
      pools.flatMap(({ pool, used, idle }): Sample[] => [
        [used, { pool, state: 'used' }],
        [idle, { pool, state: 'idle' }],
      ]),
    ),
  },
  {
    name: 'board_database_connections_max',
    help: 'Maximum connections of each pool.',
    labels: ['pool'],
    read: ofDatabase(({ pools }) => pools.map(({ pool, max }) => [max, { pool }])),
  },
  {
    name: 'board_database_waiting',
    help: 'Reads and writes that wait for a connection, by pool.',
    labels: ['pool'],
    read: ofDatabase(({ pools }) => pools.map(({ pool, waiting }) => [waiting, { pool }])),
  },
  {
    name: 'board_group_commits_total',
    help: 'Transactions of group commit.',
    read: ofDatabase(({ groupCommit }) => [[groupCommit.groups]]),
  },
  {
    name: 'board_group_commit_writes_total',
    help: 'Writes in transactions of group commit.',
    read: ofDatabase(({ groupCommit }) => [[groupCommit.writes]]),
  },
  {
    name: 'board_group_commit_wait_seconds_total',
    help: 'Time that writes have waited for their group to start.',
    read: ofDatabase(({ groupCommit }) => [[groupCommit.waitedMs / 1000]]),
  },
  {
    name: 'board_replica_chosen_total',
    help: 'Responses that were computed with reads on a replica.',
    labels: ['replica'],
    read: ofDatabase(({ replicas }) => replicas.map(({ name, chosen }) => [chosen, { replica: name }])),
  },
  {
    name: 'board_replica_lag_seconds',
    help: 'Time by which a replica is behind. Absent without replicas.',
    labels: ['replica'],
    aggregator: 'max',
    read: ofDatabase(({ replicas }) => replicas.map(({ name, lagMs }) => [lagMs / 1000, { replica: name }])),
  },
];
