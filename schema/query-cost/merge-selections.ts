// Merges the selections of the possible types of an object, so that its cost is measured in one walk.
import type { FieldPlan, SelectionPlan } from './plan.ts';

type Selections = readonly SelectionPlan[];

/** The merged selections of an object, by their members. */
class MergedSelections {
  readonly all: Selections;
  /** Numbers of the response keys, from 1. Keys may be long, and many selections have the same ones. */
  readonly #numbers = new Map<string, number>();
  readonly #byMembers: ReadonlyMap<string, SelectionPlan>;

  constructor(selections: Selections) {
    for (const key of selections.flatMap((selection) => [...selection.keys()]))
      if (!this.#numbers.has(key)) this.#numbers.set(key, this.#numbers.size + 1);
    const groups = Map.groupBy(selections, (selection) => this.#toMembers([...selection.keys()]));
    this.#byMembers = new Map([...groups].map(([members, group]) => [members, mergeGroup(group)]));
    this.all = [...this.#byMembers.values()];
  }

  find(object: object): SelectionPlan | undefined {
    return this.#byMembers.get(this.#toMembers(Object.keys(object)));
  }

  /** The sorted numbers of the keys as text; 0 for keys that no selection has. */
  #toMembers(keys: readonly string[]): string {
    return Uint32Array.from(keys, (key) => this.#numbers.get(key) ?? 0)
      .sort()
      .join();
  }
}

const mergedSelections = new WeakMap<Selections, MergedSelections>();

function merge(selections: Selections): MergedSelections {
  const merged = mergedSelections.get(selections) ?? new MergedSelections(selections);
  mergedSelections.set(selections, merged);
  return merged;
}

/**
 * Merges those selections that have the same members: a result does not show which of them an object has. The number of selections
 * multiplies with each interface within an interface, and measuring each of them for each object would take seconds. Returns the
 * same selections for the same array.
 */
export const mergeSelections = (selections: Selections): Selections =>
  selections.length <= 1 ? selections : merge(selections).all;

/**
 * Returns the merged selection that has exactly the members of an object. If there is only one, it is not compared. Takes the same
 * time for any number of selections: dozens may differ in one member.
 */
export function findSelection(selections: Selections, object: object): SelectionPlan | undefined {
  const merged = mergeSelections(selections);
  return merged.length <= 1 ? merged[0] : merge(selections).find(object);
}

function mergeGroup(group: Selections): SelectionPlan {
  const [first, ...others] = group as readonly [SelectionPlan, ...Selections];
  if (others.length === 0) return first;
  return new Map(
    [...first.keys()].map((key) => [key, mergeFields(group.flatMap((each) => each.get(key) ?? []))]),
  );
}

/** Merges fields with the same key. The result has the sum of their statements, and the maximum of each other part of the cost. */
function mergeFields(plans: readonly FieldPlan[]): FieldPlan {
  const [{ weight, ...first }] = plans as readonly [FieldPlan];
  const maxOf = (read: (plan: FieldPlan) => number) =>
    plans.reduce((max, plan) => Math.max(max, read(plan)), 0);
  const someOf = (read: (plan: FieldPlan) => boolean) => plans.some(read);
  const listLengths = plans.map((plan) => plan.weight.listLength);
  return {
    ...first,
    weight: {
      ...weight,
      statementPoints: plans.reduce(
        (sum, plan) => sum + plan.weight.statementPoints * plan.statementCount,
        0,
      ),
      pointsPerParent: maxOf((plan) => plan.weight.pointsPerParent),
      pointsPerItem: maxOf((plan) => plan.weight.pointsPerItem),
      listLength:
        listLengths.find((each) => each === 'page') ?? listLengths.find((each) => each !== null) ?? null,
      isPage: someOf((plan) => plan.weight.isPage),
      isCount: someOf((plan) => plan.weight.isCount),
    },
    statementCount: 1,
    maxObjects: maxOf(({ maxObjects }) => maxObjects),
    rangePoints: maxOf(({ rangePoints }) => rangePoints),
    isFiltered: someOf(({ isFiltered }) => isFiltered),
    selections: plans.flatMap(({ selections }) => selections),
  };
}
