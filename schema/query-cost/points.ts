import { jsonLength } from './json-length.ts';
import type { FieldPlan, SelectionPlan } from './plan.ts';
import { CHARACTERS_PER_POINT, LEAF_CHARACTERS } from './weights.ts';

/** The most points that an operation can cost, whatever is on the board: an upper bound of `measureAnswer`. */
export const mostPoints = (plan: SelectionPlan): number => statementsOf(plan) + mostOfSelection(plan);

/** Statements are counted for all types that an object can have, for each of them may be read. */
function statementsOf(selection: SelectionPlan): number {
  let points = 0;
  for (const { weight, repeats, selections } of selection.values()) {
    points += weight.statement * repeats;
    for (const each of selections) points += statementsOf(each);
  }
  return points;
}

function mostOfSelection(selection: SelectionPlan): number {
  let points = 0;
  for (const plan of selection.values()) points += mostOfField(plan);
  return points;
}

function mostOfField({ weight, most, selections }: FieldPlan): number {
  const { each, item, isPage, length, characters } = weight;
  if (characters !== null) return each + pointsOfLeaf(characters);
  const inside = selections.reduce((max, selection) => Math.max(max, mostOfSelection(selection)), 0);
  if (length !== null) return each + most * (item + inside);
  return each + (isPage ? most * item : 0) + inside;
}

const pointsOfLeaf = (characters: number): number => (LEAF_CHARACTERS + characters) / CHARACTERS_PER_POINT;

/** What an answer came to. */
export interface Measure {
  /** Points of the records and the text that it holds, and of the statements that read them. */
  readonly points: number;
  /** Characters of its JSON text, escapes not counted. */
  readonly characters: number;
}

/** Measures the data of an answer by the plan of its operation. */
export function measureAnswer(plan: SelectionPlan, data: Readonly<Record<string, unknown>>): Measure {
  const meter = new AnswerMeter();
  meter.addSelection([plan], data);
  return meter;
}

class AnswerMeter implements Measure {
  points = 0;
  characters = 0;
  readonly #sent = new Set<FieldPlan>();

  addSelection(selections: readonly SelectionPlan[], object: Readonly<Record<string, unknown>>): void {
    const selection = selections.length === 1 ? selections[0] : selections.find((each) => isOf(each, object));
    if (!selection) return;
    for (const [key, plan] of selection) {
      this.characters += key.length + 4;
      this.#addField(plan, object[key]);
    }
  }

  #addField(plan: FieldPlan, value: unknown): void {
    const { weight, repeats } = plan;
    this.points += weight.each;
    if (weight.statement > 0 && !this.#sent.has(plan)) {
      this.#sent.add(plan);
      this.points += weight.statement * repeats;
    }
    if (plan.isOpaque) this.characters += jsonLength(value);
    else if (weight.characters !== null) this.#addLeaf(value);
    else this.#addObjects(plan, value);
  }

  #addLeaf(value: unknown): void {
    const characters = jsonLength(value);
    this.characters += characters;
    this.points += pointsOfLeaf(characters);
  }

  #addObjects(plan: FieldPlan, value: unknown): void {
    this.characters += 4;
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      this.points += value.length * plan.weight.item;
      for (const item of value) this.#addObject(plan, item);
    } else {
      if (plan.weight.isPage) this.points += recordsOf(plan, value) * plan.weight.item;
      this.#addObject(plan, value);
    }
  }

  #addObject({ selections }: FieldPlan, object: unknown): void {
    this.characters += 3;
    if (object !== null) this.addSelection(selections, object as Readonly<Record<string, unknown>>);
  }
}

/** The records that a page holds; where none of its lists is selected they were read all the same. */
function recordsOf({ selections, most }: FieldPlan, page: object): number {
  const lists = [...(selections[0] ?? [])].filter(([, { weight }]) => weight.length === 'page');
  if (lists.length === 0) return most;
  const values = lists.map(([key]) => (page as Readonly<Record<string, unknown>>)[key]);
  return Math.max(...values.map((value) => (Array.isArray(value) ? value.length : most)));
}

/** Whether an object has just the members of a selection, and so may be of its type. */
function isOf(selection: SelectionPlan, object: object): boolean {
  const keys = Object.keys(object);
  return keys.length === selection.size && keys.every((key) => selection.has(key));
}
