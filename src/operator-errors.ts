import { MigrationError } from '../prisma/migrate.ts';
import { ConfigError } from './config.ts';
import { StoreError } from './store.ts';
import { WorkerError } from './workers/supervisor.ts';

/** Whether the operator can fix the cause of an error: its message is printed without a stack. */
export const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, MigrationError, StoreError, WorkerError].some((kind) => error instanceof kind);
