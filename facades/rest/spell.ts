import type { NextCall } from '../../schema/contract.ts';
import type { RestRow } from './row.ts';

/** Spells a next call as REST: method and path, with the values that are known filled in. */
export function createRestSpelling(rows: readonly RestRow[]) {
  const byOperation = new Map(rows.map((row) => [row.operation.name, row]));
  return ({ operation, variables = {} }: NextCall) => {
    const row = byOperation.get(operation);
    if (!row) return [];
    const entries = Object.entries(variables);
    const path = entries.reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
      row.path,
    );
    const body = Object.fromEntries(entries.filter(([name]) => !row.path.includes(`{${name}}`)));
    return [{ surface: 'rest', method: row.method, path, ...(Object.keys(body).length > 0 && { body }) }];
  };
}
