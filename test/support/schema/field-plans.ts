import type { FieldPlan, SelectionPlan } from '../../../schema/query-cost/plan.ts';
import type { FieldWeight } from '../../../schema/query-cost/schema-weights.ts';

type PlanOptions = Partial<Omit<FieldPlan, 'weight' | 'selections'>> & {
  readonly weight?: Partial<FieldWeight>;
  readonly selections?: readonly Readonly<Record<string, FieldPlan>>[];
};

/** The plan of a field with one object, which costs only the points of its value. */
export const createFieldPlan = ({ weight, selections = [], ...more }: PlanOptions = {}): FieldPlan => ({
  weight: {
    statementPoints: 0,
    repeatingArguments: [],
    lengthArgument: 'first',
    pointsPerParent: 0,
    listLength: null,
    pointsPerItem: 0,
    isPage: false,
    isCountedAlone: false,
    isCount: false,
    maxCharacters: null,
    ...weight,
  },
  statementCount: 1,
  maxObjects: 1,
  isOpaque: false,
  keyPoints: 0,
  rangePoints: 0,
  isFiltered: false,
  isWaiting: false,
  selections: selections.map(toSelectionPlan),
  ...more,
});

/** The plan of a field that is a text, number or boolean. */
export const createLeafPlan = (maxCharacters: number, weight: Partial<FieldWeight> = {}): FieldPlan =>
  createFieldPlan({ weight: { maxCharacters, ...weight } });

export const toSelectionPlan = (fields: Readonly<Record<string, FieldPlan>>): SelectionPlan =>
  new Map(Object.entries(fields));
