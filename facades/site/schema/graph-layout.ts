// The graph of the types: its nodes on a circle, ordered so that related types are neighbours.
import { type GraphQLNamedType, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { fieldsOf, isConnectionType, kindOf, type SchemaModel } from './schema-model.ts';

export interface GraphNode {
  readonly name: string;
  readonly kind: 'record' | 'interface' | 'other';
  /** Radians, clockwise from the right. */
  readonly angle: number;
}

/** The fields of one type that lead to another, directly or through a connection. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly string[];
}

/** Returns the types that the graph shows, without types that have no references, and the references between them. */
export function layOutTypes({ types }: SchemaModel): {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
} {
  const shown = [...types.values()].filter(isShown);
  const edges = shown.flatMap((type) => listEdges(type, types));
  const names = orderNames(
    shown.map(({ name }) => name),
    edges,
  );
  const step = (2 * Math.PI) / Math.max(1, names.length);
  const nodes = names.map((name, index) => {
    const type = types.get(name);
    return { name, kind: type ? nodeKindOf(type) : 'other', angle: index * step - Math.PI / 2 } as const;
  });
  return { nodes, edges };
}

const isShown = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) &&
  kindOf(type) !== 'Operations' &&
  !isConnectionType(type) &&
  !type.name.endsWith('Payload');

function nodeKindOf(type: GraphQLNamedType): GraphNode['kind'] {
  if (isInterfaceType(type)) return 'interface';
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') ? 'record' : 'other';
}

function listEdges(type: GraphQLNamedType, types: SchemaModel['types']): readonly GraphEdge[] {
  const targets = Map.groupBy(fieldsOf(type), (field) => targetOf(getNamedType(field.type), types));
  return [...targets].flatMap(([to, fields]) =>
    to === null || to === type.name ? [] : [{ from: type.name, to, fields: fields.map(({ name }) => name) }],
  );
}

/** The type of a field, or of the records of its connection; null if the graph does not show it. */
function targetOf(type: GraphQLNamedType, types: SchemaModel['types']): string | null {
  if (!type.name.endsWith('Connection')) return isShown(type) ? type.name : null;
  const nodes = fieldsOf(type).find(({ name }) => name === 'nodes');
  const node = nodes && types.get(getNamedType(nodes.type).name);
  return node && isShown(node) ? node.name : null;
}

/** Orders the types: each type is followed by the types to which only it refers. Types without references are left out. */
function orderNames(names: readonly string[], edges: readonly GraphEdge[]): readonly string[] {
  const referrers = Map.groupBy(edges, ({ to }) => to);
  const onlyReferrers = new Map<string, string>();
  const others = new Set<string>();
  for (const name of names) {
    const [referrer, ...further] = referrers.get(name) ?? [];
    if (referrer && further.length === 0) onlyReferrers.set(name, referrer.from);
    else if (referrer ?? edges.some(({ from }) => from === name)) others.add(name);
  }
  const ordered = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.has(name)) return;
    ordered.add(name);
    for (const [child, parent] of onlyReferrers) if (parent === name) visit(child);
  };
  for (const name of [...others, ...onlyReferrers.keys()]) visit(name);
  return [...ordered];
}
