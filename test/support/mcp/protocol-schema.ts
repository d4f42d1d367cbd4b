import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Validates a value against a definition; returns the errors. */
export type Validate = (definition: string, value: unknown) => readonly string[];

/** Loads a published JSON Schema from test/fixtures. */
export function loadProtocolSchema(file: string): Validate {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures', file), 'utf8');
  const parsed = JSON.parse(text) as { readonly definitions?: object };
  // Schemas with `$defs` instead of `definitions` are in JSON Schema 2020-12.
  const [AjvClass, keyword] = parsed.definitions ? [Ajv, 'definitions'] : [Ajv2020, '$defs'];
  const ajv = new AjvClass({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('byte', true).addFormat('uri-template', true);
  ajv.addSchema(parsed, 'schema');
  return (definition, value) => {
    const validate = ajv.getSchema(`schema#/${keyword}/${definition}`);
    if (!validate) throw new Error(`${file} defines no ${definition}`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${definition}${instancePath} ${message}`,
    );
  };
}
