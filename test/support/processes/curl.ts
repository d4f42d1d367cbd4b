// A replacement for curl in the commands of the documentation: supports -s, -i, -d, -H and one URL.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    include: { type: 'boolean', short: 'i' },
    data: { type: 'string', short: 'd' },
    header: { type: 'string', short: 'H', multiple: true },
  },
});

const headers = (values.header ?? []).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
const { data: body } = values;
const init = body === undefined ? { headers } : { method: 'POST', headers, body };
const response = await fetch(positionals[0] ?? '', init);
const lines = [
  `HTTP/1.1 ${response.status} ${response.statusText}`,
  ...Array.from(response.headers, ([name, value]) => `${name}: ${value}`),
];
if (values.include) process.stdout.write(`${lines.join('\r\n')}\r\n\r\n`);
process.stdout.write(await response.text());
