import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** Validates a value against a definition; returns the errors. */
export type Validate = (definition: string, value: unknown) => readonly string[];

/** Loads a published JSON Schema from test/fixtures. */
export function loadProtocolSchema(file: string): Validate {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures', file), 'utf8');
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('byte', true).addFormat('uri-template', true);
  ajv.addSchema(JSON.parse(text) as object, 'schema');
  return (definition, value) => {
    const validate = ajv.getSchema(`schema#/definitions/${definition}`);
    if (!validate) throw new Error(`${file} defines no ${definition}`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${definition}${instancePath} ${message}`,
    );
  };
}
