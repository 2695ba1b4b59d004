const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
/** Text that lengthens messages, repeated. */
const MORE = ' öñé ţŵö ţĥŕéé';

/**
 * Pseudo-localised text: accented, so that untranslated text stands out, and two fifths longer, as German or Finnish
 * would be.
 */
export function pseudoText(text: string): string {
  const accented = [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
  const letters = text.match(/[a-z]/gi)?.length ?? 0;
  if (letters < 3) return accented;
  return `${accented}${MORE.repeat(Math.ceil(letters / MORE.length))
    .slice(0, Math.ceil(letters * 0.4))
    .trimEnd()}`;
}

/**
 * Pseudo-localises a compiled message (icu-minify): text, `0` for a plural's number, or an array. An array begins
 * with an argument's name, followed by a kind with branches for plurals and choices, or by the children of a tag.
 */
function pseudoNode(node: unknown): unknown {
  if (typeof node === 'string') return pseudoText(node);
  if (!Array.isArray(node)) return node;
  const [name, kind, options] = node as readonly unknown[];
  if (node.length === 1) return node;
  if (typeof kind !== 'number') return [name, ...node.slice(1).map(pseudoNode)];
  if (typeof options !== 'object' || options === null) return node;
  const branches = Object.entries(options);
  // Options of a number or date format are not text.
  if (!branches.some(([branch]) => branch === 'other')) return node;
  return [
    name,
    kind,
    Object.fromEntries(
      branches.map(([branch, words]) => [branch, Array.isArray(words) ? pseudoNodes(words) : pseudoNode(words)]),
    ),
  ];
}

const pseudoNodes = (nodes: readonly unknown[]): unknown[] => nodes.map(pseudoNode);

/** Pseudo-localises all messages of a compiled tree. */
export function pseudo(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoText(tree);
  if (Array.isArray(tree)) return pseudoNodes(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, words]) => [key, pseudo(words)]));
}
