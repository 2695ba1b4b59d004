/** Texts: messages, or groups of them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}
/** The folder of the calls, absolute. */
export const FOLDER: string;
export const PROCEDURE_AREAS: readonly string[];
export function withProcedures(area: string, words: Texts, procedures: readonly Texts[]): Texts;
export function procedureFiles(language: string): string[];
export function addProcedures(language: string, area: string, words: Texts): Texts;
