// JSON that callers wrote, as the text that PostgreSQL prints. To parse a page of such JSON and to serialize it again would take
// most of the time of the response (docs/decisions/0015-json-of-callers-as-text.md).
import { randomUUID } from 'node:crypto';

/** Marks the place of each `JsonText` in the result of `JSON.stringify`. Random, so that no caller can write it. */
const PLACEHOLDER = randomUUID();
const QUOTED_PLACEHOLDER = JSON.stringify(PLACEHOLDER);

/** The texts that the running call of `serializeJson` has replaced so far; null while no call is running. */
let replacedTexts: string[] | null = null;

/**
 * A JSON value as text. `serializeJson` copies the text, `JSON.stringify` parses it, `parseJsonText` returns its value.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    if (replacedTexts === null) return JSON.parse(this.text);
    replacedTexts.push(this.text);
    return PLACEHOLDER;
  }
}

/** Wraps the text of a column. JSON's null becomes null, as if the column had no value. */
export const toJsonText = (text: string): JsonText | null => (text === 'null' ? null : new JsonText(text));

/** Returns the parsed value of a `JsonText`. Returns other values unchanged. */
export const parseJsonText = (value: unknown): unknown =>
  value instanceof JsonText ? (JSON.parse(value.text) as unknown) : value;

/** `JSON.stringify` that copies the text of each `JsonText` in the value. */
export function serializeJson(value: unknown): string {
  const texts: string[] = [];
  replacedTexts = texts;
  try {
    const parts = JSON.stringify(value).split(QUOTED_PLACEHOLDER);
    return parts.length === 1 ? (parts[0] ?? '') : parts.map((part, i) => part + (texts[i] ?? '')).join('');
  } finally {
    replacedTexts = null;
  }
}
