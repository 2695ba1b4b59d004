import { describe, expect, it } from '@jest/globals';
import { exposeOutput } from './expose-output.js';

const field = (key: number, body: readonly number[]): readonly number[] => [
  key,
  ...(body.length < 128 ? [body.length] : [(body.length % 128) + 128, Math.floor(body.length / 128)]),
  ...body,
];
const text = (words: string): readonly number[] => [...Buffer.from(words)];
const output = (name: string): readonly number[] =>
  field(0x62, [...field(0x0a, text(name)), ...field(0x12, [0x0a, 2, 8, 1])]);

describe('a tensor inside of a network', () => {
  it.each([10, 120, 127, 200])('becomes its last output, and nothing else changes, in a graph of %i bytes', (size) => {
    const graph = field(
      0x12,
      Array.from({ length: size }, (_, index) => index % 250),
    );
    const [before, after] = [[0x08, 9, ...field(0x12, text('maker'))], field(0x42, [0x10, 20])];
    const exposed = exposeOutput(Uint8Array.from([...before, ...field(0x3a, graph), ...after]), '/inner');
    expect([...exposed]).toEqual([...before, ...field(0x3a, [...graph, ...output('/inner')]), ...after]);
  });

  it.each([
    ['no ONNX file', Uint8Array.of(0x3a, 0xff)],
    ['one that is cut', Uint8Array.of(0x3a, 50, 1, 2)],
    ['one without a graph', Uint8Array.of(0x08, 9)],
  ])('is not found in %s', (_, bytes) => {
    expect(() => exposeOutput(bytes, '/inner')).toThrow(RangeError);
  });
});
