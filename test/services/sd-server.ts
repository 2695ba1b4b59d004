import { existsSync } from 'node:fs';
import { findProgram } from '../support/servers/programs.js';
import { programPath } from './programs.mjs';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

/** Why the server of stable-diffusion.cpp cannot be started here; undefined when it can. */
export function sdServerMissing(): string | undefined {
  if (existsSync(programPath('sd-server')) && existsSync(programPath('sd-weights'))) return undefined;
  const tool = [
    ['python3', 'python3-venv'],
    ['c++', 'g++'],
  ].find(([program = '']) => findProgram(program) === undefined);
  return tool === undefined
    ? 'stable-diffusion.cpp is not built (npm run services)'
    : `${tool[0] ?? ''} is not here to build stable-diffusion.cpp (Debian: ${tool[1] ?? ''})`;
}

/**
 * A server of images by stable-diffusion.cpp, with the APIs of OpenAI and of AUTOMATIC1111. Its weights are random: its
 * images are noise, the same for the same request and seed. One step an image, unless a request says otherwise. One
 * thread: two wait for one another in loops, which a busy machine draws out.
 * @throws ServiceMissing
 */
export async function startSdServer(): Promise<Service> {
  const missing = sdServerMissing();
  if (missing !== undefined) throw new ServiceMissing(missing);
  return startService({
    name: 'sd-server',
    url: (port) => `http://127.0.0.1:${port}`,
    command: (port) => ({
      file: programPath('sd-server'),
      args: [
        '--listen-ip',
        '127.0.0.1',
        '--listen-port',
        String(port),
        '--model',
        programPath('sd-weights'),
        '--type',
        'q8_0',
        '--steps',
        '1',
        '--threads',
        '1',
      ],
    }),
    ready: async (port) =>
      (await fetch(`http://127.0.0.1:${port}/v1/models`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
}
