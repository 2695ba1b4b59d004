/** The differences between compared results. Pure. */

/** A piece of a prompt, and whether another prompt lacks it. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

const promptUseOf = (text: string): readonly string[] => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Splits a prompt into pieces and marks words that some other prompt lacks. In languages without spaces, punctuation
 * separates the pieces.
 */
export function marked(prompt: string, others: readonly string[]): readonly Piece[] {
  const known = others.map((other) => new Set(promptUseOf(other)));
  return prompt
    .split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/u)
    .map((text) => ({ text, differs: promptUseOf(text).some((word) => known.some((set) => !set.has(word))) }));
}

/** A named value of a result. */
export interface Row {
  readonly name: string;
  readonly value: string;
}

/** The rows of several results, each with whether another result differs. A missing row counts as different. */
export const compared = (
  results: readonly (readonly Row[])[],
): readonly (readonly (Row & { readonly differs: boolean })[])[] =>
  results.map((rows) =>
    rows.map((row) => ({
      ...row,
      differs: results.some((other) => other.find(({ name }) => name === row.name)?.value !== row.value),
    })),
  );
