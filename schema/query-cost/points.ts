import type { GraphQLError } from 'graphql';
import { BoardError, type ErrorKind } from '../contract.ts';
import { pointsOfCount, maxPointsOfCount, recordCountOf } from './counts.ts';
import { countJsonCharacters } from './json-length.ts';
import { findSelection, mergeSelections } from './merge-selections.ts';
import type { FieldPlan, SelectionPlan } from './plan.ts';
import { CHARACTERS_PER_POINT, VALUE_CHARACTERS } from './weights.ts';

/**
 * Points of every value, including null and objects without a selected field: completing a value takes time and memory.
 */
const VALUE_POINTS = VALUE_CHARACTERS / CHARACTERS_PER_POINT;

/**
 * The maximum points of an operation, whatever the database contains. `measureResult` exceeds them only if fragments select fields
 * of different cost with the same response keys on several types, or if fields fail.
 */
export const computeMaxPoints = (plan: SelectionPlan): number =>
  statementPointsOf(plan) + maxPointsOfSelection(plan);

/**
 * The maximum points of the records and values of a result. They bound its memory; statements and totals take time, but hardly any
 * memory.
 */
export const computeSizePoints = (plan: SelectionPlan): number => maxPointsOfSelection(plan, () => 0);

/** Whether a field waits, for news or another host. */
export const hasWaitingField = (plan: SelectionPlan): boolean => !waitingFieldsOf(plan).next().done;

/**
 * The maximum points of the results that a document keeps in memory while a field waits: of the results of all other fields. If
 * several fields wait, the field with the smallest result counts as the waiting field. 0 if no field waits.
 */
export function computePointsBesideWait(plan: SelectionPlan): number {
  const waiting = [...waitingFieldsOf(plan)].map((field) => maxPointsOfField(field));
  return waiting.length === 0 ? 0 : maxPointsOfSelection(plan) - Math.min(...waiting);
}

function* waitingFieldsOf(selection: SelectionPlan): Generator<FieldPlan> {
  for (const field of selection.values()) {
    if (field.isWaiting) yield field;
    for (const each of field.selections) yield* waitingFieldsOf(each);
  }
}

/** Points of statements, for all possible types of each object: a list can contain several types. */
function statementPointsOf(selection: SelectionPlan): number {
  let points = 0;
  for (const { weight, statementCount, selections } of selection.values()) {
    points += weight.statementPoints * statementCount;
    for (const each of selections) points += statementPointsOf(each);
  }
  return points;
}

/** Returns the points of the count of a page with one of these selections. */
type PointsOfCount = typeof maxPointsOfCount;

function maxPointsOfSelection(selection: SelectionPlan, pointsOfTotal?: PointsOfCount): number {
  let points = 0;
  for (const plan of selection.values()) points += maxPointsOfField(plan, pointsOfTotal);
  return points;
}

/** The maximum points of a field of one object, without statements. */
export function maxPointsOfField(
  { weight, keyPoints, rangePoints, maxObjects, selections }: FieldPlan,
  pointsOfTotal: PointsOfCount = maxPointsOfCount,
): number {
  const { pointsPerParent, pointsPerItem, isPage, listLength, maxCharacters } = weight;
  if (maxCharacters !== null) return pointsPerParent + keyPoints + pointsOfLeaf(maxCharacters);
  const inside = maxPointsOfMembers(selections, pointsOfTotal);
  const value = pointsPerParent + keyPoints + rangePoints + VALUE_POINTS;
  if (listLength !== null) return value + maxObjects * (pointsPerItem + VALUE_POINTS + inside);
  return value + (isPage ? maxObjects * pointsPerItem + pointsOfTotal(selections) : 0) + inside;
}

/** The maximum points of the members of an object with one of these selections, without statements. */
const maxPointsOfMembers = (selections: readonly SelectionPlan[], pointsOfTotal?: PointsOfCount): number =>
  selections.reduce((max, selection) => Math.max(max, maxPointsOfSelection(selection, pointsOfTotal)), 0);

const pointsOfLeaf = (characters: number): number => VALUE_POINTS + characters / CHARACTERS_PER_POINT;

/** The measured cost and size of a result. */
export interface ResultMeasure {
  /** Points of the records, of the text and of the statements that read them. */
  readonly points: number;
  /** Characters of its JSON text, escapes not counted. */
  readonly characters: number;
}

/**
 * Measures the data of a result by the plan of its operation. An object of an interface counts with the maximum of each part of the
 * cost over the types that have exactly its members (`mergeSelections`). If the result has errors, a field or an item of a list
 * that is null instead of an object counts with its maximum: the error may have occurred after the rows below it were read. If the
 * resolver of a root field failed, the selection of the field does not count, because it was not executed. The records of such a
 * field count unless the error has a kind of `INPUT_ERRORS`.
 */
export function measureResult(
  plan: SelectionPlan,
  data: Readonly<Record<string, unknown>>,
  errors: readonly GraphQLError[] = [],
): ResultMeasure {
  const meter = new ResultMeter(findFailedFields(plan, errors), errors.length > 0);
  meter.addObject([plan], data);
  return { points: meter.points + meter.statementPoints, characters: meter.characters };
}

type Result = Readonly<Record<string, unknown>>;

/** Root fields whose resolver failed, with the records that it may have read. */
type FailedFields = ReadonlyMap<FieldPlan, { readonly records: number }>;

/** Kinds of errors that a resolver throws before it reads records, after one statement at most. */
const INPUT_ERRORS: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'forbidden', 'missing', 'invalid']);

/** Finds the root fields that failed. An error with a longer path is of a field below: the root field itself did not fail. */
function findFailedFields(plan: SelectionPlan, errors: readonly GraphQLError[]): FailedFields {
  const failed = new Map<FieldPlan, { readonly records: number }>();
  for (const { path, originalError } of errors) {
    const field = path?.length === 1 ? plan.get(String(path[0])) : undefined;
    if (!field) continue;
    const isOfInput = originalError instanceof BoardError && INPUT_ERRORS.has(originalError.kind);
    failed.set(field, { records: isOfInput ? 0 : field.maxObjects });
  }
  return failed;
}

/**
 * Adds up points and characters. The numbers added to `characters` are 4 for the quotes, colon and comma of a member, 4 for
 * `null` or brackets, and 3 for braces and comma.
 */
class ResultMeter {
  points = 0;
  statementPoints = 0;
  characters = 0;
  readonly #failed: FailedFields;
  readonly #hasErrors: boolean;
  readonly #countedStatements = new Set<FieldPlan>();

  constructor(failed: FailedFields, hasErrors: boolean) {
    this.#failed = failed;
    this.#hasErrors = hasErrors;
  }

  /** Adds an object by the selections that it can be the result of. */
  addObject(selections: readonly SelectionPlan[], object: Result): void {
    const selection = findSelection(selections, object);
    if (selection) this.#addMembers(selection, object);
  }

  #addMembers(selection: SelectionPlan, object: Result): void {
    for (const [key, plan] of selection) {
      this.characters += key.length + 4;
      this.#addField(plan, object[key]);
    }
  }

  #addField(plan: FieldPlan, value: unknown): void {
    const { weight, keyPoints, rangePoints, isOpaque } = plan;
    const failure = this.#failed.get(plan);
    if (failure) {
      this.points += failure.records * weight.pointsPerItem;
    } else if (this.#hasErrors && (value === null || value === undefined) && weight.maxCharacters === null) {
      this.points += maxPointsOfField(plan);
      this.#addStatementsBelow(plan);
    }
    this.points += weight.pointsPerParent + keyPoints + rangePoints;
    this.#addStatements(plan);
    if (isOpaque) this.characters += countJsonCharacters(value);
    else if (weight.maxCharacters !== null) this.#addLeaf(value);
    else this.#addObjects(plan, value);
  }

  /** Adds the statement points of a field once, however often it occurs: one statement reads the field of all parents. */
  #addStatements(plan: FieldPlan): void {
    const points = plan.weight.statementPoints * plan.statementCount;
    if (points === 0 || this.#countedStatements.has(plan)) return;
    this.#countedStatements.add(plan);
    this.statementPoints += points;
  }

  /** Adds the statement points of all fields below a field. */
  #addStatementsBelow({ selections }: FieldPlan): void {
    for (const selection of mergeSelections(selections)) {
      for (const plan of selection.values()) {
        this.#addStatements(plan);
        this.#addStatementsBelow(plan);
      }
    }
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
      if (plan.weight.isPage) this.#addPage(plan, value as Result);
      this.#addItem(plan, value);
    }
  }

  #addPage(plan: FieldPlan, page: Result): void {
    const selection = findSelection(plan.selections, page);
    this.points += recordCountOf(plan, selection, page) * plan.weight.pointsPerItem;
    if (selection) this.points += pointsOfCount(plan, selection, page);
  }

  #addItem(plan: FieldPlan, object: unknown): void {
    this.characters += 3;
    if (object !== null) this.addObject(plan.selections, object as Result);
    else if (this.#hasErrors) {
      this.points += maxPointsOfMembers(plan.selections);
      this.#addStatementsBelow(plan);
    }
  }
}
