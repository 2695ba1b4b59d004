import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';
import { freeBytesAt } from '../../platform/data-folder/free-bytes.js';
import { helperEnvironment } from '../../platform/environment.js';
import { allowedHere } from '../../platform/machine/processors.js';
import type { MachineFacts } from './fit.shared.js';

const run = promisify(execFile);
const ASK_MS = 10_000;

/** @returns what the program prints; undefined if it is missing or fails */
function said(program: string, ...args: readonly string[]): Promise<string | undefined> {
  return run(program, args, { timeout: ASK_MS, env: helperEnvironment() }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** The name in the output of `nvidia-smi --query-gpu=name --format=csv,noheader`. */
export const nvidiaName = (printed: string | undefined): string | undefined =>
  printed?.split('\n')[0]?.trim() || undefined;

/** The first real GPU in the output of `vulkaninfo --summary`: it also lists software renderers, as `CPU`. */
export function vulkanName(printed: string | undefined): string | undefined {
  const devices = (printed ?? '').split(/^GPU\d+:/m).slice(1);
  const real = devices.find((device) => /deviceType\s*=\s*PHYSICAL_DEVICE_TYPE_(DISCRETE|INTEGRATED)_GPU/.test(device));
  return /deviceName\s*=\s*(.+)/.exec(real ?? '')?.[1]?.trim();
}

/** A GPU counts as usable only if the compiler of its backend is there, since sd-server is built here. */
async function gpuHere(): Promise<Pick<MachineFacts, 'gpu'>> {
  const nvidia = nvidiaName(await said('nvidia-smi', '--query-gpu=name', '--format=csv,noheader'));
  if (nvidia !== undefined && (await said('nvcc', '--version')) !== undefined)
    return { gpu: { name: nvidia, backend: 'cuda', isBuildable: true } };
  const vulkan = vulkanName(await said('vulkaninfo', '--summary'));
  const name = nvidia ?? vulkan;
  if (name === undefined) return {};
  return {
    gpu: {
      name,
      backend: vulkan === undefined ? 'cuda' : 'vulkan',
      isBuildable: vulkan !== undefined && (await said('glslc', '--version')) !== undefined,
    },
  };
}

/** Memory of the machine, or the limit of its container, bytes. */
function memoryHere(): number {
  const limit = Number((allowedHere().memoryMax ?? '').trim());
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * What this machine has.
 * @param folder on the disk of the models; must exist
 */
export async function readMachine(folder: string): Promise<MachineFacts> {
  const [gpu, freeBytes] = await Promise.all([gpuHere(), freeBytesAt(folder)]);
  return { memoryBytes: memoryHere(), cores: allowedHere().cores, freeBytes, ...gpu };
}
