/** Where an arrow key points, on a screen: to the side, or to another row. */
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The tile that an arrow key leads to from another, by their places on the screen; undefined if there is none. */
export function nextTile(grid: HTMLElement | null, from: HTMLElement, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  if (grid === null || step === undefined) return undefined;
  const [x, y] = step;
  const here = from.getBoundingClientRect();
  const tiles = [...grid.querySelectorAll<HTMLElement>('[data-task]')].filter((tile) => tile !== from);
  const placed = tiles.flatMap((tile) => {
    const there = tile.getBoundingClientRect();
    const [side, down] = [there.left - here.left, there.top - here.top];
    const isAhead = y === 0 ? Math.abs(down) < here.height / 2 && side * x > 0 : down * y > here.height / 2;
    // The nearest row first, then the nearest tile in it.
    return isAhead ? [{ tile, far: Math.abs(side) + (y === 0 ? 0 : Math.abs(down) * 1_000) }] : [];
  });
  return placed.sort((one, other) => one.far - other.far)[0]?.tile;
}
