/** An issue with a form: with one field, or with the form as a whole when `field` is null. */
export interface FormIssue {
  readonly field: string | null;
  readonly text: string;
}

/** A form that was sent and refused. It is shown again with its values and issues. */
export interface RejectedForm {
  readonly values: URLSearchParams;
  readonly issues: readonly FormIssue[];
}

export interface FieldContext {
  /** Id of the form's element, which prefixes the ids of its fields. */
  readonly formId: string;
  readonly rejected: RejectedForm | null;
}
