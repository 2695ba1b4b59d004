/**
 * Whether a catalogue model belongs to a connected engine. Its id begins with `x` and the first eight hexadecimal
 * digits of the engine's id.
 */
export function isRemoteModel(id: string): boolean {
  return /^x[0-9a-f]{8}-/.test(id);
}
