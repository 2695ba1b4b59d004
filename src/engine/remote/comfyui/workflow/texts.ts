import { linkOf, linksOf, type WorkflowGraph, type WorkflowNode } from './graph.js';
import type { NodeSpecs } from './node-specs.js';

/** Inputs that hold words although they have one line. */
const WORDS = /^(?:text|prompt|value|string|clip_[lg]|text_[lg]|t5xxl)$/;
const POSITIVE = /^(?:positive|conditioning|cond\d?)$/;

type Side = 'prompt' | 'negative';

/**
 * Which texts of a workflow describe what is wanted, and which what is not, as `node.input`. Samplers and guiders tell:
 * their links `positive` and `negative` lead to the texts. Where none does, every text is wanted. A text that serves
 * both is wanted.
 */
export function textRoles(graph: WorkflowGraph, specs: NodeSpecs): ReadonlyMap<string, Side> {
  const found = new Map<string, Side>();
  for (const side of ['negative', 'prompt'] as const) {
    for (const start of startsOf(graph, specs, side))
      for (const text of textsFrom(graph, specs, start, side)) found.set(text, side);
  }
  if (found.size > 0) return found;
  return new Map(
    Object.entries(graph).flatMap(([id, node]) => textsOf(id, node, specs).map((text) => [text, 'prompt'] as const)),
  );
}

const makesConditioning = (node: WorkflowNode, specs: NodeSpecs, slot?: number): boolean => {
  const outputs = specs.get(node.class_type)?.outputs ?? [];
  return slot === undefined ? outputs.includes('CONDITIONING') : outputs[slot] === 'CONDITIONING';
};

/** What samplers and guiders are linked to. Nodes that pass conditioning on are no beginning. */
const startsOf = (
  graph: WorkflowGraph,
  specs: NodeSpecs,
  side: Side,
): readonly (readonly [node: string, slot: number])[] =>
  Object.values(graph).flatMap((node) =>
    makesConditioning(node, specs)
      ? []
      : linksOf(node).flatMap(([input, from, slot]) =>
          (side === 'prompt' ? POSITIVE.test(input) : input === 'negative') ? [[from, slot] as const] : [],
        ),
  );

function textsOf(id: string, node: WorkflowNode, specs: NodeSpecs): readonly string[] {
  const spec = specs.get(node.class_type);
  return Object.entries(node.inputs).flatMap(([input, value]) => {
    const one = spec?.inputs.get(input);
    return typeof value === 'string' && one?.type === 'STRING' && (one.multiline || WORDS.test(input))
      ? [`${id}.${input}`]
      : [];
  });
}

/** The texts behind a link. A node with both sides is followed on one: by its first result for what is wanted. */
function textsFrom(
  graph: WorkflowGraph,
  specs: NodeSpecs,
  start: readonly [node: string, slot: number],
  side: Side,
): readonly string[] {
  const seen = new Set<string>();
  const texts: string[] = [];
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [id, slot] = next;
    const node = graph[id];
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    const [positive, negative] = [linkOf(node.inputs['positive']), linkOf(node.inputs['negative'])];
    if (positive === undefined || negative === undefined) {
      texts.push(...textsOf(id, node, specs));
      open.push(...linksOf(node).map(([, from, at]) => [from, at] as const));
    } else if (makesConditioning(node, specs, slot)) open.push(side === 'prompt' ? positive : negative);
  }
  return texts;
}
