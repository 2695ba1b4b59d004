/**
 * Protocol buffer keys of ONNX (onnx.proto 1.16): ModelProto.graph, GraphProto.output, ValueInfoProto.name and .type.
 */
const KEYS = { graph: 0x3a, output: 0x62, name: 0x0a, type: 0x12 } as const;
/** TypeProto: a tensor of float32 without a shape. */
const FLOAT_TENSOR = [0x0a, 0x02, 0x08, 0x01] as const;
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const field = (key: number, body: readonly number[]): readonly number[] => [key, ...varint(body.length), ...body];

/**
 * Adds a tensor inside of a network to its outputs. Pure.
 * @param model an ONNX file
 * @param tensor name of a float32 tensor in its graph
 * @throws RangeError for bytes that are no ONNX file
 */
export function exposeOutput(model: Uint8Array, tensor: string): Uint8Array {
  const addition = field(KEYS.output, [
    ...field(KEYS.name, [...Buffer.from(tensor, 'utf8')]),
    ...field(KEYS.type, FLOAT_TENSOR),
  ]);
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = model[at];
      at += 1;
      if (byte === undefined) throw new RangeError('not an ONNX file');
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < model.length) {
    const start = at;
    const key = number();
    switch (key % 8) {
      case WIRE.varint:
        number();
        break;
      case WIRE.fixed64:
        at += 8;
        break;
      case WIRE.fixed32:
        at += 4;
        break;
      case WIRE.bytes: {
        const length = number();
        const from = at;
        at += length;
        if (at > model.length) throw new RangeError('not an ONNX file');
        if (key === KEYS.graph)
          return joined(
            model.subarray(0, start),
            [KEYS.graph, ...varint(length + addition.length)],
            model.subarray(from, at),
            addition,
            model.subarray(at),
          );
        break;
      }
      default:
        throw new RangeError('not an ONNX file');
    }
  }
  throw new RangeError('an ONNX file without a graph');
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
