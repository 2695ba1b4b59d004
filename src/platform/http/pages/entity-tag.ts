/** Whether an `If-None-Match` header matches this entity tag (RFC 9110, section 13.1.2: weak comparison). */
export function isUnchanged(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
