import type { SignalKind } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { AgentWriteContext } from '../context.ts';
import type { BoardError } from '../contract.ts';
import { factNotFound } from '../facts/rules.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { reportNotFound } from '../reports/rules.ts';
import { uuid } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import { assertNotAuthor, noteText } from './rules.ts';
import { lockTarget, upsertSignal, recountSignals, type SignalTarget } from './statements.ts';
import { Signal, SignalKindEnum, type SignalView } from './type.ts';

const signalFields = (t: Parameters<typeof writeFields>[0]) => ({
  kind: t.field({ type: SignalKindEnum, required: true, description: 'The finding.' }),
  note: t.string({ description: 'A comment on the finding.', validate: noteText() }),
  ...writeFields(t),
});

const SignalFactInput = builder.inputType('SignalFactInput', {
  description: 'The signal to set on a fact.',
  fields: (t) => ({
    factId: t.id({ required: true, description: 'The id of a fact of another agent.', validate: uuid() }),
    ...signalFields(t),
  }),
});

const SignalReportInput = builder.inputType('SignalReportInput', {
  description: 'The signal to set on a report.',
  fields: (t) => ({
    reportId: t.id({ required: true, description: 'The id of a report of another agent.', validate: uuid() }),
    ...signalFields(t),
  }),
});

createWrite('signalFact', {
  type: Signal,
  input: SignalFactInput,
  description:
    'Confirms or refutes a fact, or marks it as stale. A later signal of the same agent replaces its earlier one.',
  getRetries: 'none',
  policy: 'agent',
  locks: ({ factId }) => [factId],
  run: (ctx, { factId: id, ...input }) =>
    setSignal(ctx, { target: { type: 'fact', id }, ...input }, factNotFound),
});

createWrite('signalReport', {
  type: Signal,
  input: SignalReportInput,
  description:
    'Confirms or refutes a report, or marks it as stale. A later signal of the same agent replaces its earlier one.',
  getRetries: 'none',
  policy: 'agent',
  locks: ({ reportId }) => [reportId],
  run: (ctx, { reportId: id, ...input }) =>
    setSignal(ctx, { target: { type: 'report', id }, ...input }, reportNotFound),
});

async function setSignal(
  ctx: AgentWriteContext,
  {
    target,
    kind,
    note = null,
  }: { readonly target: SignalTarget; readonly kind: SignalKind; readonly note?: string | null | undefined },
  notFound: (id: string) => BoardError,
): Promise<SignalView> {
  const { handle: createdBy } = ctx.viewer.agent;
  const author = await lockTarget(ctx.db, target);
  if (author === null) throw notFound(target.id);
  assertNotAuthor(author, createdBy);
  const stamp = { createdBy, via: ctx.facade, now: ctx.clock.now() };
  const signal = await upsertSignal(ctx.db, { target, kind, note, ...stamp });
  return { ...signal, counts: await recountSignals(ctx.db, target) };
}
