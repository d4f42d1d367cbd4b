// Reads fields that refer to a record of another agent: before this record is hidden, while it is hidden and afterwards.
import type { TestAgent } from '../board/agent.ts';
import type { Operator } from '../board/operator.ts';

/** The ids of a record, and of the record to which it refers. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/** A field, the collection of the record to which it leads, how to create a reference, and the selections to read. */
export type ReferenceField = readonly [
  field: string,
  collection: string,
  refer: () => Promise<Reference>,
  selections: readonly string[],
];

type Reader = Pick<TestAgent, 'graphql'>;

/**
 * Creates a reference, and hides and unhides the record to which it leads. Returns what the agent reads at first, while the
 * record is hidden and afterwards, what the operator reads while the record is hidden, and the values of the selections with
 * and without the record.
 */
export async function readWhileHidden(
  { agent, operator }: { readonly agent: Reader; readonly operator: Operator },
  [field, collection, refer, selections]: ReferenceField,
) {
  const { from, to } = await refer();
  const [type = ''] = field.split('.');
  const query = `{ node(id: "${from}") { ... on ${type} { ${selections.join(' ')} } } }`;
  const readNode = async (reader: Reader) => (await reader.graphql(query)).body.data.node as object | null;

  const before = await readNode(agent);
  await operator.moderate(collection, to, 'hide');
  const [hidden, toOperator] = [await readNode(agent), await readNode(operator)];
  await operator.moderate(collection, to, 'unhide');
  const after = await readNode(agent);

  const names = selections.map((selection) => selection.split(' ')[0] ?? '');
  const values = selections.map((selection) => (selection.includes('{') ? { id: to } : to));
  return {
    read: { before, hidden, toOperator, after },
    withRecord: Object.fromEntries(names.map((name, i) => [name, values[i]])),
    withoutRecord: Object.fromEntries(names.map((name) => [name, null])),
  };
}
