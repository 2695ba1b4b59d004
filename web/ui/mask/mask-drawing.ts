import { visibleSteps, type MaskHistory, type MaskPoint, type MaskStep } from './mask-model';
import type { Size } from './mask-view';

/** Longest side of the canvas shown while painting. A large image needs no larger one. */
const SHOWN_SIDE = 1536;

/** Canvas size for the mask of an image. */
export function canvasSize(image: Size): Size & { readonly scale: number } {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(image.width, image.height));
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
    scale,
  };
}

/** Draws a stroke from the point at index `from` on. The context is scaled to image pixels. */
export function drawStroke(
  context: CanvasRenderingContext2D,
  points: readonly MaskPoint[],
  mode: 'paint' | 'erase',
  from = 0,
): void {
  context.globalCompositeOperation = mode === 'paint' ? 'source-over' : 'destination-out';
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (let index = from; index < points.length; index += 1) {
    const point = points[index];
    const before = points[index - 1] ?? point;
    if (point === undefined || before === undefined) continue;
    context.beginPath();
    context.lineWidth = (point.size + before.size) / 2;
    context.moveTo(before.x, before.y);
    // Some browsers draw nothing for a line of zero length, so draw a circle.
    if (before === point || (before.x === point.x && before.y === point.y)) {
      context.arc(point.x, point.y, point.size / 2, 0, 2 * Math.PI);
      context.fill();
    } else {
      context.lineTo(point.x, point.y);
      context.stroke();
    }
  }
}

/** Draws one step in the context's current colour. */
export function drawStep(context: CanvasRenderingContext2D, step: MaskStep, image: Size): void {
  switch (step.kind) {
    case 'stroke':
      return drawStroke(context, step.points, step.mode);
    case 'rectangle': {
      const { x, y, width, height } = step.rectangle;
      context.globalCompositeOperation = step.mode === 'paint' ? 'source-over' : 'destination-out';
      return context.fillRect(x, y, width, height);
    }
    case 'clear':
      return context.clearRect(0, 0, image.width, image.height);
    case 'invert':
      // The fill remains only where the canvas was empty.
      context.globalCompositeOperation = 'source-out';
      return context.fillRect(0, 0, image.width, image.height);
    default:
      return step satisfies never;
  }
}

/** Redraws the whole mask at a scale. */
export function drawMask(
  context: CanvasRenderingContext2D,
  history: MaskHistory,
  image: Size,
  scale: number,
  colour: string,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'source-over';
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  for (const step of visibleSteps(history)) drawStep(context, step, image);
}

/** Whether a canvas is completely empty. */
export function isBlank(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d');
  if (context === null || canvas.width === 0) return true;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.every((value, index) => index % 4 !== 3 || value === 0);
}

/**
 * The mask as a PNG of the image's size: white where marked, black elsewhere.
 * @throws Error when the browser cannot create such a large canvas
 */
export async function maskPng(history: MaskHistory, image: Size): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas of that size.');
  drawMask(context, history, image, 1, '#fff');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#000';
  context.fillRect(0, 0, image.width, image.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  // Free the memory at once. A large canvas takes tens of megabytes.
  [canvas.width, canvas.height] = [0, 0];
  if (blob === null) throw new Error('The canvas could not be saved.');
  return blob;
}
