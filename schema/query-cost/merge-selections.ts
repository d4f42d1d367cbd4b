// Merges the selections of the possible types of an object, so that its cost is measured in one walk.
import type { FieldPlan, SelectionPlan } from './plan.ts';

type Selections = readonly SelectionPlan[];

const mergedSelections = new WeakMap<Selections, Selections>();

/**
 * Merges those selections that have the same members: a result does not show which of them an object has. The number of selections
 * multiplies with each interface within an interface, and measuring each of them for each object would take seconds. Returns the
 * same selections for the same array.
 */
export function mergeSelections(selections: Selections): Selections {
  if (selections.length <= 1) return selections;
  const knownSelections = mergedSelections.get(selections);
  if (knownSelections) return knownSelections;
  const groups = Map.groupBy(selections, (selection) => [...selection.keys()].toSorted().join());
  const merged = [...groups.values()].map(mergeGroup);
  mergedSelections.set(selections, merged);
  return merged;
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
