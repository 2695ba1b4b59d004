/** Position of the image in its viewport: `scale` in screen pixels per image pixel, `x` and `y` of its corner. */
export interface MaskView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Maximum zoom: eight times the fitted view, but at least two screen pixels per image pixel. */
const CLOSEST = { timesWhole: 8, scale: 2 };

/** Shows the whole image, centred in the viewport. */
export function fitView(image: Size, window: Size): MaskView {
  const scale = Math.min(window.width / image.width, window.height / image.height);
  return { scale, x: (window.width - image.width * scale) / 2, y: (window.height - image.height * scale) / 2 };
}

/**
 * Limits zoom and position: at most the maximum zoom, at least the whole image, no empty edge while it is larger than
 * the viewport.
 */
export function clampView(view: MaskView, image: Size, window: Size): MaskView {
  const whole = fitView(image, window);
  const scale = Math.max(whole.scale, Math.min(Math.max(CLOSEST.scale, whole.scale * CLOSEST.timesWhole), view.scale));
  const place = (at: number, side: number, room: number): number =>
    side * scale <= room ? (room - side * scale) / 2 : Math.min(0, Math.max(room - side * scale, at));
  return { scale, x: place(view.x, image.width, window.width), y: place(view.y, image.height, window.height) };
}

/** Zooms by a factor around the point `at` of the viewport. */
export function zoomView(view: MaskView, factor: number, at: Point, image: Size, window: Size): MaskView {
  const scale = clampView({ ...view, scale: view.scale * factor }, image, window).scale;
  const by = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, image, window);
}

export const panView = (view: MaskView, dx: number, dy: number, image: Size, window: Size): MaskView =>
  clampView({ ...view, x: view.x + dx, y: view.y + dy }, image, window);

/** Converts a viewport point to an image point. */
export const toImagePoint = (view: MaskView, at: Point): Point => ({
  x: (at.x - view.x) / view.scale,
  y: (at.y - view.y) / view.scale,
});

/** Zoom factor relative to the whole image. */
export const zoomFactor = (view: MaskView, image: Size, window: Size): number =>
  view.scale / fitView(image, window).scale;

/** View after a pinch: each finger stays on its image point. */
export function pinchView(
  view: MaskView,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  image: Size,
  window: Size,
): MaskView {
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const apart = ([a, b]: readonly [Point, Point]): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [from, to] = [middle(before), middle(after)];
  return zoomView(
    panView(view, to.x - from.x, to.y - from.y, image, window),
    apart(after) / apart(before),
    to,
    image,
    window,
  );
}
