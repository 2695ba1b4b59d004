/**
 * The selection after one more choice. Without an anchor the item is toggled; with one, all items between them are
 * added, both included.
 * @param order ids as they are listed
 * @param anchor the item chosen last; one that is not listed any more counts as none
 */
export function chosenRange(
  chosen: ReadonlySet<string>,
  order: readonly string[],
  anchor: string | undefined,
  id: string,
): ReadonlySet<string> {
  const next = new Set(chosen);
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
  return next;
}
