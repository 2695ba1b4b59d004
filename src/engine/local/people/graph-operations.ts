/**
 * Operations of networks that TensorFlow exported as graphs, by their names there: convolutions, arithmetic and shapes,
 * without control flow. Inputs and attributes are those of TensorFlow's operation of the same name.
 */
import type * as TensorFlow from '@tensorflow/tfjs-core';
import { z } from 'zod';

const numbers = z.object({ list: z.object({ i: z.array(z.coerce.number()) }) }).transform(({ list }) => list.i);
const decoded = z.base64().transform((text) => Buffer.from(text, 'base64').toString());
const text = z.object({ s: decoded }).transform(({ s }) => s);
const texts = z.object({ list: z.object({ s: z.array(decoded).default([]) }) }).transform(({ list }) => list.s);
const flag = z.object({ b: z.boolean() }).transform(({ b }) => b);
const number = z.object({ i: z.coerce.number() }).transform(({ i }) => i);
const type = z.object({ type: z.string() }).transform((one) => one.type);

/** A node of a graph. */
export const node = z.object({
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
      fused_ops: texts.optional(),
      squeeze_dims: numbers.optional(),
      axis: number.optional(),
      DstT: type.optional(),
    })
    .default({}),
});
export type Node = z.infer<typeof node>;

/** @throws Error that names what a graph lacks */
export const missing = (what: string): never => {
  throw new Error(`Missing in the graph: ${what}`);
};

/** What an operation works on. */
interface Given {
  readonly tf: typeof TensorFlow;
  readonly node: Node;
  readonly inputs: readonly TensorFlow.Tensor[];
}
type Operation = (given: Given) => TensorFlow.Tensor | readonly TensorFlow.Tensor[];

const four = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const shapeOf = ({ shape }: TensorFlow.Tensor): z.infer<typeof four> => four.parse(shape);

const input = ({ node: { name }, inputs }: Given, at: number): TensorFlow.Tensor =>
  inputs[at] ?? missing(`${name}: input ${at}`);
const image = (given: Given, at: number): TensorFlow.Tensor4D =>
  given.tf.reshape<TensorFlow.Rank.R4>(input(given, at), shapeOf(input(given, at)));
/** The values of an input that is a list of numbers, such as a shape. */
const valuesOf = (given: Given, at: number): number[] => [...input(given, at).dataSync()];
const valueOf = (given: Given, at: number): number =>
  valuesOf(given, at)[0] ?? missing(`${given.node.name}: value ${at}`);

/** Attributes cover batch, rows, columns and channels; the functions take rows and columns. */
const square = ({ node: { name, attr } }: Given, of: 'strides' | 'ksize'): [number, number] => [
  attr[of]?.[1] ?? missing(`${name}: rows`),
  attr[of]?.[2] ?? missing(`${name}: columns`),
];
const paddingOf = ({ node: { name, attr } }: Given): 'same' | 'valid' => attr.padding ?? missing(`${name}: padding`);
const axisOf = ({ node: { name, attr } }: Given): number => attr.axis ?? missing(`${name}: axis`);

const convolved: Operation = (given) =>
  given.tf.conv2d(image(given, 0), image(given, 1), square(given, 'strides'), paddingOf(given));
const convolvedByChannel: Operation = (given) =>
  given.tf.depthwiseConv2d(image(given, 0), image(given, 1), square(given, 'strides'), paddingOf(given));
const resized: Operation = (given) => {
  const [rows, columns] = valuesOf(given, 1);
  const { name, attr } = given.node;
  return given.tf.image.resizeBilinear(
    image(given, 0),
    [rows ?? missing(`${name}: rows`), columns ?? missing(`${name}: columns`)],
    attr.align_corners,
    attr.half_pixel_centers,
  );
};

/** A convolution followed by the operations that it was joined with. Their first operand is its result. */
const fused =
  (first: Operation): Operation =>
  (given) => {
    const { name, attr } = given.node;
    let next = 2;
    return (attr.fused_ops ?? missing(`${name}: fused operations`)).reduce(
      (value, op) => {
        if (op === 'BiasAdd') return given.tf.add(value, input(given, next++));
        if (op === 'Relu' || op === 'Relu6') return op === 'Relu' ? given.tf.relu(value) : given.tf.relu6(value);
        throw new Error(`Operation ${op} of ${name} is not known`);
      },
      single(first(given)),
    );
  };
const single = (value: TensorFlow.Tensor | readonly TensorFlow.Tensor[]): TensorFlow.Tensor =>
  'length' in value ? (value[0] ?? missing('a result')) : value;

const added: Operation = (given) => given.tf.add(input(given, 0), input(given, 1));

const OPERATIONS: Readonly<Record<string, Operation>> = {
  Add: added,
  AddV2: added,
  AddN: ({ tf, inputs }) => tf.addN([...inputs]),
  Sub: (given) => given.tf.sub(input(given, 0), input(given, 1)),
  Mul: (given) => given.tf.mul(input(given, 0), input(given, 1)),
  RealDiv: (given) => given.tf.div(input(given, 0), input(given, 1)),
  FloorDiv: (given) => given.tf.floorDiv(input(given, 0), input(given, 1)),
  SquaredDifference: (given) => given.tf.squaredDifference(input(given, 0), input(given, 1)),
  Sqrt: (given) => given.tf.sqrt(input(given, 0)),
  Relu: (given) => given.tf.relu(input(given, 0)),
  Relu6: (given) => given.tf.relu6(input(given, 0)),
  Sigmoid: (given) => given.tf.sigmoid(input(given, 0)),
  AvgPool: (given) =>
    given.tf.avgPool(image(given, 0), square(given, 'ksize'), square(given, 'strides'), paddingOf(given)),
  Conv2D: convolved,
  _FusedConv2D: fused(convolved),
  DepthwiseConv2dNative: convolvedByChannel,
  FusedDepthwiseConv2dNative: fused(convolvedByChannel),
  Conv2DBackpropInput: (given) =>
    given.tf.conv2dTranspose(
      image(given, 2),
      image(given, 1),
      four.parse(valuesOf(given, 0)),
      square(given, 'strides'),
      paddingOf(given),
    ),
  ResizeBilinear: resized,
  ArgMax: (given) => given.tf.argMax(input(given, 0), valueOf(given, 1)),
  Cast: (given) => given.tf.cast(input(given, 0), given.node.attr.DstT === 'DT_INT32' ? 'int32' : 'float32'),
  ConcatV2: (given) => given.tf.concat(given.inputs.slice(0, -1), valueOf(given, given.inputs.length - 1)),
  ExpandDims: (given) => given.tf.expandDims(input(given, 0), valueOf(given, 1)),
  GatherNd: (given) => given.tf.gatherND(input(given, 0), input(given, 1)),
  Identity: (given) => given.tf.clone(input(given, 0)),
  Pack: (given) => given.tf.stack([...given.inputs], axisOf(given)),
  Reshape: (given) => given.tf.reshape(input(given, 0), valuesOf(given, 1)),
  Squeeze: (given) => given.tf.squeeze(input(given, 0), given.node.attr.squeeze_dims),
  Unpack: (given) => given.tf.unstack(input(given, 0), axisOf(given)),
};

/**
 * The results of one operation.
 * @throws Error for an operation that is not known here, or lacks an attribute or an input
 */
export function resultsOf(
  tf: typeof TensorFlow,
  one: Node,
  inputs: readonly TensorFlow.Tensor[],
): readonly TensorFlow.Tensor[] {
  const operation = OPERATIONS[one.op];
  if (operation === undefined) throw new Error(`Operation ${one.op} of ${one.name} is not known`);
  const results = operation({ tf, node: one, inputs });
  return 'length' in results ? results : [results];
}
