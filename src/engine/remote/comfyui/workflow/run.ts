import sharp from 'sharp';
import { defined } from '../../../../kernel/defined.shared.js';
import type { RemoteJob } from '../../port.js';
import { fillWorkflow } from './fill.js';
import type { WorkflowGraph } from './graph.js';
import type { WorkflowRole } from './inputs.shared.js';
import type { ImportedWorkflow } from './stored.js';

/**
 * The graph of a job: its files are uploaded, its values filled in.
 * @param upload stores a PNG at the engine. @returns its name there
 */
export async function graphOfJob(
  { graph, bindings }: ImportedWorkflow,
  job: RemoteJob,
  upload: (png: Uint8Array) => Promise<string>,
): Promise<WorkflowGraph> {
  const needs = (role: WorkflowRole): boolean => bindings.some((binding) => binding.role === role);
  const { prompt, negativePrompt, seed, width, height, seconds, image, mask, settings = {} } = job;
  return fillWorkflow(graph, bindings, {
    prompt,
    negativePrompt,
    seed,
    width,
    height,
    settings,
    ...defined({
      seconds,
      strength: image?.strength,
      image: image !== undefined && (needs('image') || needs('image-and-mask')) ? await upload(image.png) : undefined,
      mask: mask !== undefined && needs('mask') ? await upload(await transparentWhere(mask, mask)) : undefined,
      imageAndMask:
        image !== undefined && mask !== undefined && needs('image-and-mask')
          ? await upload(await transparentWhere(image.png, mask))
          : undefined,
    }),
  });
}

/**
 * An image that is transparent where the mask is white. `LoadImage` and the channel `alpha` of `LoadImageMask`
 * (nodes.py) take the mask from the transparency; the colours below stay. A mask itself is white in its colours as
 * well, for the channel `red`.
 */
async function transparentWhere(image: Uint8Array, mask: Uint8Array): Promise<Uint8Array> {
  const { data: colours, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const opaque = await sharp(mask)
    .resize(info.width, info.height, { fit: 'fill' })
    .greyscale()
    .negate()
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return sharp(colours, { raw: { width: info.width, height: info.height, channels: 3 } })
    .joinChannel(opaque, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer();
}
