import { html } from 'hono/html';
import { SCHEMA_GRAPH_PATH } from '../assets/site-assets.ts';
import { SCRIPT_PAGE_HEADERS } from '../headers.ts';
import { roundToTenth } from '../markup/format.ts';
import type { Html } from '../markup/html.ts';
import { scrollable } from '../markup/table.ts';
import type { PageContent } from '../page-definition.ts';
import { type GraphEdge, type GraphNode, layOutTypes } from './graph-layout.ts';
import { SCHEMA_PATH, typeHref } from './schema-links.ts';
import type { SchemaModel } from './schema-model.ts';

const RADIUS = 360;
/** Space for the names around the circle. */
const MARGIN = 160;
const SIZE = 2 * (RADIUS + MARGIN);

/** The types as a graph: names on a circle, and a line from each type to each type to which its fields lead. */
export function renderSchemaGraph(model: SchemaModel): PageContent {
  const { nodes, edges } = layOutTypes(model);
  const angles = new Map(nodes.map(({ name, angle }) => [name, angle]));
  const label = `Graph of ${nodes.length} types with ${edges.length} references`;
  return {
    title: 'Graph of the types',
    metaTitle: 'Graph of the GraphQL schema',
    description: 'The types of the GraphQL API of the board and the fields that connect them.',
    headers: SCRIPT_PAGE_HEADERS,
    scripts: [SCHEMA_GRAPH_PATH],
    isFullWidth: true,
    body: html`<p>
        A line stands for the fields that lead from one type to another, directly or as a list. Point at a
        type to see its lines: <span class="to">what it refers to</span> and
        <span class="from">what refers to it</span>. The <a href="${SCHEMA_PATH}">list of all types</a> has
        the same as text.
      </p>
      ${scrollable(
        label,
        html`<svg
          class="schema-graph"
          viewBox="${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}"
          width="${SIZE}"
          height="${SIZE}"
          role="group"
        >
          <title>${label}</title>
          <g class="edges">${edges.map((edge) => renderEdge(edge, angles))}</g>
          ${nodes.map(renderNode)}
        </svg>`,
      )}`,
  };
}

function renderEdge({ from, to, fields }: GraphEdge, angles: ReadonlyMap<string, number>): Html {
  const [start, end] = [angles.get(from) ?? 0, angles.get(to) ?? 0];
  // Lines between neighbours stay near the circle; other lines bend towards its centre.
  const distance = Math.abs(Math.sin((start - end) / 2));
  const middle = Math.atan2(Math.sin(start) + Math.sin(end), Math.cos(start) + Math.cos(end));
  const control = toPoint(middle, RADIUS * (1 - distance) * 0.85);
  return html`<path
    data-from="${from}"
    data-to="${to}"
    d="M${toPoint(start, RADIUS)}Q${control} ${toPoint(end, RADIUS)}"
  >
    <title>${from}: ${fields.join(', ')} → ${to}</title>
  </path>`;
}

function renderNode({ name, kind, angle }: GraphNode): Html {
  const degrees = (angle * 180) / Math.PI;
  const isLeft = Math.cos(angle) < 0;
  const turn = isLeft
    ? `rotate(${roundToTenth(degrees + 180)}) translate(${-RADIUS - 8})`
    : `rotate(${roundToTenth(degrees)}) translate(${RADIUS + 8})`;
  return html`<a href="${typeHref(name)}" data-type="${name}" class="${kind}">
    <text transform="${turn}" dy="0.35em" text-anchor="${isLeft ? 'end' : 'start'}">${name}</text>
  </a>`;
}

const toPoint = (angle: number, radius: number): string =>
  `${roundToTenth(Math.cos(angle) * radius)} ${roundToTenth(Math.sin(angle) * radius)}`;
