/** A member of the answer to an earlier job. */
export interface Reference {
  readonly of: string;
  /** The name of the member. Default: the key of the reference in `data`. */
  readonly member?: string;
}

/** JSON that matches the answer schema in the answer to the job `fits`, with `text` as its texts. */
export interface Fitting {
  readonly fits: string;
  readonly text: string;
}

export type Datum = string | object | Reference | Fitting | readonly Reference[];

/** The aim of an agent, in common words. `a|b c` are alternatives: the word a, or the words b and c. */
export interface Job {
  readonly name: string;
  /** Words in the name or summary of the operation. Earlier alternatives are preferred. */
  readonly words: string;
  readonly writes: boolean;
  /** Done by the other agent. */
  readonly isOther?: true;
  /** The data, by words in the names of the fields. */
  readonly data?: Readonly<Record<string, Datum>>;
  /** Earlier jobs whose answers have the values of other required fields, or a link to follow. */
  readonly about?: readonly string[];
  /** The text of required text fields. */
  readonly text?: string;
  /** The value to choose where a field has allowed values. */
  readonly choose?: string;
  /** A text that the answer must contain. */
  readonly shows?: string;
  /** A member that the answer must have. */
  readonly has?: string;
}
