/** A case reference as the server accepts it (`caseReference` of adjustment.shared.ts). */
export const CASE = /^[\w:./#-]{1,100}$/;

/** Whole credits as typed, with either minus sign. @returns undefined for anything else, and for 0 */
export function readAmount(typed: string): number | undefined {
  const text = typed.trim().replace('−', '-');
  const amount = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
  return amount === 0 || Math.abs(amount) > 1_000_000_000 ? undefined : amount;
}
