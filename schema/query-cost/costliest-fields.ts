// The fields on which a document spends most points, for the error of a document that is too expensive.
import { truncate } from '../values/characters.ts';
import type { SelectionPlan } from './plan.ts';
import { maxPointsOfField } from './points.ts';

const MAX_FIELDS = 3;
const MAX_PATH_LENGTH = 120;

interface FieldCost {
  readonly path: readonly string[];
  readonly points: number;
}

interface Position {
  readonly path: readonly string[];
  /** Maximum objects that have the selection. */
  readonly parents: number;
}

/** Names the root fields, pages and lists with the most points, each without the pages and lists below it. */
export function describeCostliestFields(plan: SelectionPlan): string {
  const costs: FieldCost[] = [];
  addCosts(plan, { path: [], parents: 1 }, costs);
  const costliest = costs.sort((a, b) => b.points - a.points).slice(0, MAX_FIELDS);
  return `Most points are spent on ${costliest.map(({ path, points }) => `${truncate(path.join('.'), MAX_PATH_LENGTH)}: ${Math.ceil(points)}`).join(', ')}.`;
}

/** Adds the costs of the pages, lists and root fields of a selection. Returns their sum without points of statements. */
function addCosts(selection: SelectionPlan, { path, parents }: Position, costs: FieldCost[]): number {
  let sum = 0;
  for (const [key, plan] of selection) {
    const { weight, maxObjects, statementCount, selections } = plan;
    const ownPath = [...path, key];
    const below = { path: ownPath, parents: weight.listLength === null ? parents : parents * maxObjects };
    // An object has one of the possible types: it costs at most what the most expensive one costs.
    const inside = Math.max(0, ...selections.map((each) => addCosts(each, below, costs)));
    const isList = weight.isPage || (weight.listLength !== null && weight.listLength !== 'page');
    if (isList || path.length === 0) {
      const points = parents * maxPointsOfField(plan);
      const ownPoints = points - inside + weight.statementPoints * statementCount;
      costs.push({ path: ownPath, points: ownPoints });
      sum += points;
    } else sum += inside;
  }
  return sum;
}
