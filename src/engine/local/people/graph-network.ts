/**
 * Runs a network that TensorFlow exported as a graph, on the tfjs-core of this process. It knows the operations of
 * `graph-operations.ts`, which saves the 25 MB of @tensorflow/tfjs-converter.
 */
import type * as TensorFlow from '@tensorflow/tfjs-core';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';
import { missing, node, resultsOf } from './graph-operations.js';

const description = z.object({
  signature: z.object({ outputs: z.record(z.string(), z.object({ name: z.string() })) }),
  modelTopology: z.object({ node: z.array(node) }),
  // The library checks the specifications against the weights when it decodes them.
  weightsManifest: z.custom<TensorFlow.io.WeightsManifestConfig>((value) => Array.isArray(value)),
});

/** A graph's one output for its one input. The caller disposes of both. */
export type GraphNetwork = (input: TensorFlow.Tensor) => TensorFlow.Tensor;

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
  const last = (output ?? missing('output')).name;
  return (input) =>
    tf.tidy(() => {
      const known = new Map<string, readonly TensorFlow.Tensor[]>(
        Object.entries(weights).map(([name, weight]) => [name, [weight]]),
      );
      const resultsOfNode = (name: string): readonly TensorFlow.Tensor[] => {
        const before = known.get(name);
        if (before !== undefined) return before;
        const own = nodes.get(name) ?? missing(name);
        const results = own.op === 'Placeholder' ? [input] : resultsOf(tf, own, own.input.map(valueOf));
        known.set(name, results);
        return results;
      };
      // A name ends in the number of the result where an operation has several.
      const valueOf = (name: string): TensorFlow.Tensor => {
        const [own = name, at = '0'] = name.split(':');
        return resultsOfNode(own)[Number(at)] ?? missing(name);
      };
      return valueOf(last);
    });
}
