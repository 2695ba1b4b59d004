/** Whether a model of the catalogue is one of a connected engine's: its id begins with `x` and the first eight hexadecimal digits of the engine's own. */
export function isRemoteModel(id: string): boolean {
  return /^x[0-9a-f]{8}-/.test(id);
}
