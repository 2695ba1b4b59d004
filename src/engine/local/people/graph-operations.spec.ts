import { describe, expect, it } from '@jest/globals';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';
import { node, resultsOf } from './graph-operations.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const convolution = (op: string, fused: readonly string[]) =>
  node.parse({
    name: 'one',
    op,
    attr: {
      padding: { s: base64('SAME') },
      strides: { list: { i: ['1', '1', '1', '1'] } },
      fused_ops: { list: { s: fused.map(base64) } },
    },
  });

describe('operations of graphs', () => {
  it('join a convolution with the bias and the limit that follow it', async () => {
    const tf = await startTensorFlow();
    const image = tf.tensor4d([-3, -1, 0, 2, 5, 9], [1, 2, 3, 1]);
    const filter = tf.tensor4d([1], [1, 1, 1, 1]);
    const bias = tf.tensor1d([1]);
    const valuesOf = (fused: readonly string[]): readonly number[] =>
      resultsOf(tf, convolution('_FusedConv2D', fused), [image, filter, bias]).flatMap((one) => [...one.dataSync()]);
    expect(valuesOf(['BiasAdd'])).toEqual([-2, 0, 1, 3, 6, 10]);
    expect(valuesOf(['BiasAdd', 'Relu'])).toEqual([0, 0, 1, 3, 6, 10]);
    expect(valuesOf(['BiasAdd', 'Relu6'])).toEqual([0, 0, 1, 3, 6, 6]);
    expect(() => valuesOf(['BiasAdd', 'Elu'])).toThrow('Elu');
  });

  it('give each result of an operation with several', async () => {
    const tf = await startTensorFlow();
    const unpack = node.parse({ name: 'both', op: 'Unpack', attr: { axis: { i: '1' } } });
    const results = resultsOf(tf, unpack, [tf.tensor2d([1, 2, 3, 4], [2, 2])]);
    expect(results.map((one) => [...one.dataSync()])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('throw for an operation that is not known, and for an input or attribute that is missing', async () => {
    const tf = await startTensorFlow();
    expect(() => resultsOf(tf, node.parse({ name: 'a', op: 'While' }), [])).toThrow('While');
    expect(() => resultsOf(tf, node.parse({ name: 'a', op: 'Sqrt' }), [])).toThrow('a: input 0');
    expect(() => resultsOf(tf, node.parse({ name: 'a', op: 'Pack' }), [tf.scalar(1)])).toThrow('a: axis');
  });
});
