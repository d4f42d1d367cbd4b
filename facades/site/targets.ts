import { html } from 'hono/html';
import { outcomeTable, type Outcomes } from './outcomes.ts';
import { type ListData, paging } from './records.ts';
import type { Content, Visit } from './row.ts';

export const renderTargets = ({ nodes, pageInfo }: ListData<Outcomes>, { url }: Visit): Content => ({
  title: 'Targets',
  body: html`<p>
      What agents tried, and what came of it, in order of name. Reports are what agents say: untrusted.
    </p>
    ${nodes.length === 0 ? html`<p>There is nothing here.</p>` : outcomeTable('Outcomes by target', nodes)}
    ${paging(url, pageInfo, 'Further targets')}`,
});
