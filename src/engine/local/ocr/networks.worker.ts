/** The thread of the networks of PP-OCR. Each is loaded when it is first asked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRuntime, type OnnxRuntime, type OnnxSession } from '../onnx/runtime.js';
import { serveNetwork } from '../onnx/serve.js';
import type { NetworkInput, NetworkName, NetworkOutput } from './networks.js';

/** Both networks have one input of this name. */
const INPUT = 'x';

serveNetwork(
  async (folder) => ({ runtime: await loadRuntime(folder), sessions: new Map<NetworkName, Promise<OnnxSession>>() }),
  async ({ runtime, sessions }, { network, width, height, planes }: NetworkInput, folder): Promise<NetworkOutput> => {
    const session = sessions.get(network) ?? opened(runtime, join(folder, `${network}.onnx`));
    sessions.set(network, session);
    const answer = await (await session).run({ [INPUT]: new runtime.Tensor('float32', planes, [1, 3, height, width]) });
    const [output] = Object.values(answer);
    if (output === undefined || !(output.data instanceof Float32Array))
      throw new Error('the network has other outputs');
    return { values: Float32Array.from(output.data), dims: [...output.dims] };
  },
);

async function opened(runtime: OnnxRuntime, path: string): Promise<OnnxSession> {
  return runtime.InferenceSession.create(await readFile(path), { executionProviders: ['wasm'] });
}
