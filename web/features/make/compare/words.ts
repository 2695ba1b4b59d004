/** What sets results apart that are looked at side by side. Pure. */

/** A piece of a prompt, and whether another prompt lacks it. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

const promptUseOf = (text: string): readonly string[] => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A prompt in pieces: words that are not in every one of the others are marked. In languages without spaces a piece is what stands between marks. */
export function marked(prompt: string, others: readonly string[]): readonly Piece[] {
  const known = others.map((other) => new Set(promptUseOf(other)));
  return prompt.split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/u).map((text) => ({ text, differs: promptUseOf(text).some((word) => known.some((set) => !set.has(word))) }));
}

/** A named value of a result. */
export interface Row {
  readonly name: string;
  readonly value: string;
}

/** The rows of several results, each with whether the others say otherwise: one that they lack is another one too. */
export const compared = (results: readonly (readonly Row[])[]): readonly (readonly (Row & { readonly differs: boolean })[])[] =>
  results.map((rows) => rows.map((row) => ({ ...row, differs: results.some((other) => other.find(({ name }) => name === row.name)?.value !== row.value) })));
