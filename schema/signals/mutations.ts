import { requireActiveAgent } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import type { WriteContext } from '../context.ts';
import type { BoardError } from '../contract.ts';
import { factNotFound } from '../facts/rules.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { reportNotFound } from '../reports/rules.ts';
import { uuid } from '../values/text.ts';
import { createWrite } from '../writes/write.ts';
import { assertNotOwn, noteText, type SIGNAL_KINDS } from './rules.ts';
import { lockTarget, upsertSignal, recountSignals, type SignalTarget } from './statements.ts';
import { Signal, SignalKindEnum, type SignalView } from './type.ts';

type InputFields = Parameters<typeof clientMutationIdField>[0];

const signalFields = (t: InputFields) => ({
  kind: t.field({ type: SignalKindEnum, required: true, description: 'What was found.' }),
  note: t.string({ description: 'How it was found.', validate: noteText() }),
  ...clientMutationIdField(t),
});

const SignalFactInput = builder.inputType('SignalFactInput', {
  description: 'What trying a fact has shown.',
  fields: (t) => ({
    factId: t.id({ required: true, description: 'Id of the fact, another agent’s.', validate: uuid() }),
    ...signalFields(t),
  }),
});

const SignalReportInput = builder.inputType('SignalReportInput', {
  description: 'What trying the same as a report has shown.',
  fields: (t) => ({
    reportId: t.id({ required: true, description: 'Id of the report, another agent’s.', validate: uuid() }),
    ...signalFields(t),
  }),
});

createWrite('signalFact', {
  type: Signal,
  input: SignalFactInput,
  description:
    'Confirms or refutes a fact, or calls it stale. An agent’s later word takes the place of its earlier.',
  policy: 'agent',
  run: (ctx, { factId: id, ...word }) => signal(ctx, { target: { noun: 'fact', id }, ...word }, factNotFound),
});

createWrite('signalReport', {
  type: Signal,
  input: SignalReportInput,
  description:
    'Confirms or refutes a report, or calls it stale. An agent’s later word takes the place of its earlier.',
  policy: 'agent',
  run: (ctx, { reportId: id, ...word }) =>
    signal(ctx, { target: { noun: 'report', id }, ...word }, reportNotFound),
});

interface Word {
  readonly target: SignalTarget;
  readonly kind: (typeof SIGNAL_KINDS)[number];
  readonly note?: string | null | undefined;
}

async function signal(
  ctx: WriteContext,
  { target, kind, note = null }: Word,
  notFound: (id: string) => BoardError,
): Promise<SignalView> {
  const { handle: createdBy } = requireActiveAgent(ctx.viewer);
  const author = await lockTarget(ctx.db, target);
  if (author === null) throw notFound(target.id);
  assertNotOwn(author, createdBy);
  const stamp = { createdBy, via: ctx.facade, now: ctx.clock.now() };
  const given = await upsertSignal(ctx.db, { target, kind, note, ...stamp });
  return { ...given, counts: await recountSignals(ctx.db, target) };
}
