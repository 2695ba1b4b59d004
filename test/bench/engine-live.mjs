// A live engine: the server of stable-diffusion.cpp with random weights, driven by the product's own client through
// both APIs that it serves. `npm run bench engine-live 512` draws up to that side, in pixels. Its images are noise;
// their time is the server's, one step each.
import { loadavg, tmpdir } from 'node:os';
import { createRemoteApi } from '../../dist/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from '../../dist/engine/remote/engine.js';
import { residentMiB, row } from './support.mjs';

// The test services are TypeScript.
await import('../../src/platform/sqlite/typescript-loader.mjs');
const { sdServerMissing, startSdServer } = await import('../services/sd-server.ts');
const missing = sdServerMissing();
if (missing !== undefined) {
  console.log(missing);
  process.exit(0);
}

const max = Number(process.argv[2] ?? 256);
const never = new AbortController().signal;
const begun = performance.now();
const service = await startSdServer();
row('start until it answers', {
  s: (performance.now() - begun) / 1_000,
  MiB: await residentMiB(service.pid()),
  load: loadavg()[0],
});

async function draw(engine, side) {
  const request = {
    id: 'bench_1',
    model: 'bench',
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
    prompt: 'a lake',
    negativePrompt: '',
    width: side,
    height: side,
    seconds: 0,
    sources: [],
    dir: tmpdir(),
    outputs: [{ index: 0, seed: 5 }],
  };
  for await (const outcome of engine.generate(request, () => undefined, never)) {
    if (outcome.state !== 'made') throw new Error(`not made: ${JSON.stringify(outcome)}`);
    return outcome;
  }
}

try {
  for (const kind of ['openai-images', 'a1111']) {
    const api = createRemoteApi({ kind, address: service.url });
    const looked = performance.now();
    const {
      models: [model],
      features,
    } = await api.find(never);
    row(`${kind}: look`, { ms: performance.now() - looked });
    console.log(`  ${features.join(', ')}`);
    const runs = new Map();
    const engine = engineOver([
      new RemoteMember({
        api,
        useOf: () => ({ operations: ['text-to-image'] }),
        modelOf: () => model,
        settings: REMOTE_DEFAULTS,
        runs: {
          find: async (run) => runs.get(run),
          note: async (run, id) => void runs.set(run, id),
          close: async (run) => void runs.delete(run),
        },
      }),
    ]);
    for (let side = 64; side <= max; side *= 2) {
      const from = performance.now();
      const { seed } = await draw(engine, side);
      runs.clear();
      row(`${kind}: ${side} × ${side}`, {
        s: (performance.now() - from) / 1_000,
        seed,
        MiB: await residentMiB(service.pid()),
      });
    }
  }
} finally {
  await service.stop();
}
