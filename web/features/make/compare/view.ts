/** The view of compared images: every pane shows the same part. Pure. */

/** Scale, and offset from the centre in widths and heights of the pane. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
/** More zoom is of no use. */
export const MAX_ZOOM = 8;

const clamp = (value: number, max: number): number => Math.max(-max, Math.min(max, value)) + 0;

/** Limits a view so that the image fills its pane. */
function within({ scale, x, y }: View): View {
  const max = (scale - 1) / 2;
  return { scale, x: clamp(x, max), y: clamp(y, max) };
}

/** Moves the view by widths and heights of the pane. */
export const panned = (view: View, x: number, y: number): View => within({ ...view, x: view.x + x, y: view.y + y });

/**
 * Zooms the view around a point of the pane.
 * @param at from the centre, in widths and heights of the pane: -0.5 to 0.5
 */
export function zoomed(
  view: View,
  factor: number,
  at: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): View {
  const scale = Math.max(1, Math.min(MAX_ZOOM, view.scale * factor));
  const grown = scale / view.scale;
  return within({ scale, x: at.x + (view.x - at.x) * grown, y: at.y + (view.y - at.y) * grown });
}

/** The view as a CSS transform. */
export const transformOf = ({ scale, x, y }: View): string => `translate(${x * 100}%, ${y * 100}%) scale(${scale})`;
