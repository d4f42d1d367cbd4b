import { countJsonCharacters } from './json-length.ts';
import type { FieldPlan, SelectionPlan } from './plan.ts';
import { CHARACTERS_PER_POINT, VALUE_CHARACTERS } from './weights.ts';

/** Points of any value, an object of which nothing is selected and null included: to complete it takes time and memory. */
const VALUE_POINTS = VALUE_CHARACTERS / CHARACTERS_PER_POINT;

/** The most points that an operation can cost, whatever is on the board: an upper bound of `measureAnswer`. */
export const computeMaxPoints = (plan: SelectionPlan): number => statementsOf(plan) + mostOfSelection(plan);

/** Statements are counted for all types that an object can have, for each of them may be read. */
function statementsOf(selection: SelectionPlan): number {
  let points = 0;
  for (const { weight, statementCount: repeats, selections } of selection.values()) {
    points += weight.statementPoints * repeats;
    for (const each of selections) points += statementsOf(each);
  }
  return points;
}

function mostOfSelection(selection: SelectionPlan): number {
  let points = 0;
  for (const plan of selection.values()) points += mostOfField(plan);
  return points;
}

function mostOfField({ weight, maxObjects: most, selections }: FieldPlan): number {
  const {
    pointsPerParent: each,
    pointsPerItem: item,
    isPage,
    listLength: length,
    maxCharacters: characters,
  } = weight;
  if (characters !== null) return each + pointsOfLeaf(characters);
  const inside = selections.reduce((max, selection) => Math.max(max, mostOfSelection(selection)), 0);
  const value = each + VALUE_POINTS;
  if (length !== null) return value + most * (item + VALUE_POINTS + inside);
  return value + (isPage ? most * item : 0) + inside;
}

const pointsOfLeaf = (characters: number): number => VALUE_POINTS + characters / CHARACTERS_PER_POINT;

/** What an answer came to. */
export interface ResultMeasure {
  /** Points of the records and the text that it holds, and of the statements that read them. */
  readonly points: number;
  /** Characters of its JSON text, escapes not counted. */
  readonly characters: number;
}

/**
 * Measures the data of an answer by the plan of its operation. An object of an interface is measured as the dearest type
 * that it can be by its members. With `hasErrors` an object that is null counts as all that its field can cost: an error
 * below it may have come after everything was read.
 */
export function measureResult(
  plan: SelectionPlan,
  data: Readonly<Record<string, unknown>>,
  { hasErrors = false }: { readonly hasErrors?: boolean } = {},
): ResultMeasure {
  const meter = new AnswerMeter(hasErrors);
  meter.addObject([plan], data);
  return { points: meter.points + meter.statements, characters: meter.characters };
}

class AnswerMeter {
  points = 0;
  statements = 0;
  characters = 0;
  readonly #hasErrors: boolean;
  readonly #sent = new Set<FieldPlan>();

  constructor(hasErrors: boolean) {
    this.#hasErrors = hasErrors;
  }

  addObject(selections: readonly SelectionPlan[], object: Readonly<Record<string, unknown>>): void {
    const [only, ...others] =
      selections.length === 1 ? selections : selections.filter((each) => isOf(each, object));
    const { points, characters } = this;
    if (only) this.#addMembers(only, object);
    for (const other of others) {
      const most = { points: this.points, characters: this.characters };
      Object.assign(this, { points, characters });
      this.#addMembers(other, object);
      this.points = Math.max(this.points, most.points);
      this.characters = Math.max(this.characters, most.characters);
    }
  }

  #addMembers(selection: SelectionPlan, object: Readonly<Record<string, unknown>>): void {
    for (const [key, plan] of selection) {
      this.characters += key.length + 4;
      this.#addField(plan, object[key]);
    }
  }

  #addField(plan: FieldPlan, value: unknown): void {
    const { weight, statementCount: repeats, isOpaque } = plan;
    if (this.#hasErrors && (value === null || value === undefined) && weight.maxCharacters === null) {
      this.points += mostOfField(plan);
      this.#addStatements(
        plan,
        weight.statementPoints * repeats + plan.selections.reduce((sum, each) => sum + statementsOf(each), 0),
      );
    }
    this.points += weight.pointsPerParent;
    this.#addStatements(plan, weight.statementPoints * repeats);
    if (isOpaque) this.characters += countJsonCharacters(value);
    else if (weight.maxCharacters !== null) this.#addLeaf(value);
    else this.#addObjects(plan, value);
  }

  /** However many parents a field has, its statement is sent once. */
  #addStatements(plan: FieldPlan, points: number): void {
    if (points === 0 || this.#sent.has(plan)) return;
    this.#sent.add(plan);
    this.statements += points;
  }

  #addLeaf(value: unknown): void {
    const characters = countJsonCharacters(value);
    this.characters += characters;
    this.points += pointsOfLeaf(characters);
  }

  #addObjects(plan: FieldPlan, value: unknown): void {
    this.characters += 4;
    this.points += VALUE_POINTS;
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      this.points += value.length * (plan.weight.pointsPerItem + VALUE_POINTS);
      for (const item of value) this.#addItem(plan, item);
    } else {
      if (plan.weight.isPage) this.points += recordsOf(plan, value) * plan.weight.pointsPerItem;
      this.#addItem(plan, value);
    }
  }

  #addItem({ selections }: FieldPlan, object: unknown): void {
    this.characters += 3;
    if (object !== null) this.addObject(selections, object as Readonly<Record<string, unknown>>);
  }
}

/** The records that a page holds; where none of its lists is selected they were read all the same. */
function recordsOf({ selections, maxObjects: most }: FieldPlan, page: object): number {
  const lists = [...(selections[0] ?? [])].filter(([, { weight }]) => weight.listLength === 'page');
  if (lists.length === 0) return most;
  const values = lists.map(([key]) => (page as Readonly<Record<string, unknown>>)[key]);
  return Math.max(...values.map((value) => (Array.isArray(value) ? value.length : most)));
}

/** Whether an object has just the members of a selection, and so may be of its type. */
function isOf(selection: SelectionPlan, object: object): boolean {
  const keys = Object.keys(object);
  return keys.length === selection.size && keys.every((key) => selection.has(key));
}
