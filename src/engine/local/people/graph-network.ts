/**
 * Runs a network that TensorFlow exported as a graph, on the tfjs-core of this process. It knows the operations of
 * convolutional networks without control flow, which saves the 25 MB of @tensorflow/tfjs-converter.
 */
import type * as TensorFlow from '@tensorflow/tfjs-core';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';

const numbers = z.object({ list: z.object({ i: z.array(z.coerce.number()) }) }).transform(({ list }) => list.i);
const text = z.object({ s: z.base64() }).transform(({ s }) => Buffer.from(s, 'base64').toString());
const flag = z.object({ b: z.boolean() }).transform(({ b }) => b);
const node = z.object({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z
    .object({
      padding: text
        .transform((padding) => padding.toLowerCase())
        .pipe(z.enum(['same', 'valid']))
        .optional(),
      strides: numbers.optional(),
      ksize: numbers.optional(),
      align_corners: flag.optional(),
      half_pixel_centers: flag.optional(),
    })
    .default({}),
});
type Node = z.infer<typeof node>;
const description = z.object({
  signature: z.object({ outputs: z.record(z.string(), z.object({ name: z.string() })) }),
  modelTopology: z.object({ node: z.array(node) }),
  // The library checks the specifications against the weights when it decodes them.
  weightsManifest: z.custom<TensorFlow.io.WeightsManifestConfig>((value) => Array.isArray(value)),
});

/** A graph's one output for its one input. The caller disposes of both. */
export type GraphNetwork = (input: TensorFlow.Tensor) => TensorFlow.Tensor;

/** The result of one operation. @throws Error for an operation that is not known here, or lacks an attribute */
function resultOf(
  tf: typeof TensorFlow,
  { name, op, attr }: Node,
  inputs: readonly TensorFlow.Tensor[],
): TensorFlow.Tensor {
  const given = (at: number): TensorFlow.Tensor => inputs[at] ?? missing(`${name}: input ${at}`);
  const image = (at: number): TensorFlow.Tensor4D => tf.reshape<TensorFlow.Rank.R4>(given(at), shapeOf(given(at)));
  // Attributes cover batch, rows, columns and channels; the functions take rows and columns.
  const square = (values: readonly number[] | undefined): [number, number] => [
    values?.[1] ?? missing(`${name}: rows`),
    values?.[2] ?? missing(`${name}: columns`),
  ];
  const padding = (): 'same' | 'valid' => attr.padding ?? missing(`${name}: padding`);
  switch (op) {
    case 'Add':
    case 'AddV2':
      return tf.add(given(0), given(1));
    case 'AddN':
      return tf.addN([...inputs]);
    case 'Mul':
      return tf.mul(given(0), given(1));
    case 'Relu':
      return tf.relu(given(0));
    case 'Relu6':
      return tf.relu6(given(0));
    case 'Sigmoid':
      return tf.sigmoid(given(0));
    case 'AvgPool':
      return tf.avgPool(image(0), square(attr.ksize), square(attr.strides), padding());
    case 'Conv2D':
      return tf.conv2d(image(0), image(1), square(attr.strides), padding());
    case 'DepthwiseConv2dNative':
      return tf.depthwiseConv2d(image(0), image(1), square(attr.strides), padding());
    case 'Conv2DBackpropInput':
      return tf.conv2dTranspose(image(2), image(1), shapeOfValues(given(0)), square(attr.strides), padding());
    case 'ResizeBilinear': {
      const [rows, columns] = given(1).dataSync();
      return tf.image.resizeBilinear(
        image(0),
        [rows ?? missing(`${name}: rows`), columns ?? missing(`${name}: columns`)],
        attr.align_corners,
        attr.half_pixel_centers,
      );
    }
    default:
      throw new Error(`Operation ${op} of ${name} is not known`);
  }
}

const missing = (what: string): never => {
  throw new Error(`Missing in the graph: ${what}`);
};
const four = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const shapeOf = ({ shape }: TensorFlow.Tensor): z.infer<typeof four> => four.parse(shape);
const shapeOfValues = (tensor: TensorFlow.Tensor): z.infer<typeof four> => four.parse([...tensor.dataSync()]);

/**
 * Loads a network.
 * @param folder holds `model.json` and `weights.bin`
 * @throws Error for a file that is missing or is no graph; the network throws for an operation that is not known
 */
export async function loadGraph(folder: URL): Promise<GraphNetwork> {
  const tf = await startTensorFlow();
  const [json, bytes] = await Promise.all([
    readFile(new URL('model.json', folder), 'utf8'),
    readFile(new URL('weights.bin', folder)),
  ]);
  const { signature, modelTopology, weightsManifest } = description.parse(JSON.parse(json));
  const weights = tf.io.decodeWeights(
    new Uint8Array(bytes).buffer,
    weightsManifest.flatMap((group) => group.weights),
  );
  const nodes = new Map(modelTopology.node.map((one) => [one.name, one]));
  const [output] = Object.values(signature.outputs);
  const last = (output ?? missing('output')).name.replace(/:0$/, '');
  return (input) =>
    tf.tidy(() => {
      const known = new Map<string, TensorFlow.Tensor>(Object.entries(weights));
      const valueOf = (name: string): TensorFlow.Tensor => {
        const before = known.get(name);
        if (before !== undefined) return before;
        const own = nodes.get(name) ?? missing(name);
        const value = own.op === 'Placeholder' ? input : resultOf(tf, own, own.input.map(valueOf));
        known.set(name, value);
        return value;
      };
      return valueOf(last);
    });
}
