import type { Context, SessionContext } from '../../schema/context.ts';
import type { Variables } from '../../schema/contract.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import { repetitionOf } from './repetition.ts';

/** Creates the context of an operation of a facade. */
export function createOperationContext(
  context: SessionContext,
  compiled: CompiledOperation,
  variables: Variables,
): Context {
  const { isBrief } = compiled.selectView(variables);
  return {
    ...context,
    // The brief view reads no long text.
    loaders: isBrief ? context.shortLoaders : context.loaders,
    ...{ operationCall: null, isFixedDocument: true, reservedPoints: 0, isLarge: false, keptBytes: 0 },
    ...{ mayWait: context.connection?.mayWait !== false, newsWaits: { count: 0 } },
    repetition: compiled.description.kind === 'mutation' ? null : repetitionOf(context),
    writeOutcome: { isReplayed: false },
    placeAfterWait: { begin: null },
    ...{ runningFields: null, loadedText: null },
  };
}
