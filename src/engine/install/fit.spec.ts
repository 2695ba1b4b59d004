import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { downloadBytes, INSTALLABLE, installable } from './catalogue.js';
import { backendFor, KEPT_DISK, KEPT_MEMORY, misfitOf, type MachineFacts, type Needs } from './fit.shared.js';
import { nvidiaName, vulkanName } from './machine.js';

const GB = 1_000_000_000;
const machine: MachineFacts = { memoryBytes: 16 * GB, cores: 4, freeBytes: 100 * GB };
const needs: Needs = { memoryBytes: 8 * GB, cores: 4, diskBytes: 7 * GB };
const bytes = fc.integer({ min: 0, max: 200 * GB });
const cores = fc.integer({ min: 1, max: 64 });
const gpu = fc.option(
  fc.record({
    name: fc.constant('A GPU'),
    backend: fc.constantFrom('cuda' as const, 'vulkan' as const),
    isBuildable: fc.boolean(),
  }),
  { nil: undefined },
);
const machines = fc
  .record({ memoryBytes: bytes, cores, freeBytes: bytes, gpu })
  .map(({ gpu: found, ...rest }): MachineFacts => (found === undefined ? rest : { ...rest, gpu: found }));
const wanted: fc.Arbitrary<Needs> = fc.record({ memoryBytes: bytes, cores, diskBytes: bytes });

describe('which models fit a machine', () => {
  it.each([
    ['fits where there is enough of all', machine, 0, undefined],
    [
      'leaves memory for Kinora',
      { ...machine, memoryBytes: 8 * GB },
      0,
      { reason: 'memory', needs: 8 * GB, has: 8 * GB - KEPT_MEMORY },
    ],
    ['counts models that run already', machine, 7 * GB, { reason: 'memory', needs: 8 * GB, has: 7 * GB }],
    ['needs cores', { ...machine, cores: 2 }, 0, { reason: 'cores', needs: 4, has: 2 }],
    [
      'needs no cores with a GPU that it can be built for',
      { ...machine, cores: 2, gpu: { name: 'A GPU', backend: 'cuda', isBuildable: true } },
      0,
      undefined,
    ],
    [
      'needs them with a GPU whose compiler is missing',
      { ...machine, cores: 2, gpu: { name: 'A GPU', backend: 'cuda', isBuildable: false } },
      0,
      { reason: 'cores', needs: 4, has: 2 },
    ],
    [
      'leaves free space',
      { ...machine, freeBytes: 7 * GB },
      0,
      { reason: 'disk', needs: 7 * GB + KEPT_DISK, has: 7 * GB },
    ],
  ] as const)('%s', (_, has, taken, expected) => {
    expect(misfitOf(needs, has, taken)).toEqual(expected);
  });

  it('never turns away what fits when there is more memory, cores or disk', () => {
    fc.assert(
      fc.property(wanted, machines, bytes, cores, bytes, (one, has, memory, more, free) => {
        const larger = {
          ...has,
          memoryBytes: has.memoryBytes + memory,
          cores: has.cores + more,
          freeBytes: has.freeBytes + free,
        };
        expect(misfitOf(one, has) !== undefined || misfitOf(one, larger) === undefined).toBe(true);
      }),
    );
  });

  it('states a need that is not met, and what there is', () => {
    fc.assert(
      fc.property(wanted, machines, bytes, (one, has, taken) => {
        const misfit = misfitOf(one, has, taken);
        expect(misfit === undefined || misfit.has < misfit.needs).toBe(true);
        if (misfit?.reason === 'cores') expect(backendFor(has)).toBe('cpu');
      }),
    );
  });
});

describe('the catalogue of models', () => {
  it('names each model and file once, with a licence and what is needed', () => {
    expect(new Set(INSTALLABLE.map(({ id }) => id)).size).toBe(INSTALLABLE.length);
    for (const model of INSTALLABLE) {
      expect(installable(model.id)).toBe(model);
      expect(new Set(model.files.map(({ path }) => path.split('/').at(-1))).size).toBe(model.files.length);
      expect(model.licence.url).toMatch(/^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+$/);
      // Weights are in memory, at most halved by quantisation.
      expect(model.memoryBytes).toBeGreaterThan(downloadBytes(model) / 2);
      expect(model.options).toContain('--cfg-scale');
    }
  });
});

describe('the GPU of a machine', () => {
  it('is the first that nvidia-smi names', () => {
    expect(nvidiaName('NVIDIA GeForce RTX 4090\nNVIDIA GeForce GT 710\n')).toBe('NVIDIA GeForce RTX 4090');
    expect(nvidiaName('')).toBeUndefined();
    expect(nvidiaName(undefined)).toBeUndefined();
  });

  it('is no software renderer of Vulkan', () => {
    const summary = (...types: readonly string[]): string =>
      `Devices:\n========\n${types.map((type, place) => `GPU${place}:\n\tapiVersion = 1.3\n\tdeviceType         = PHYSICAL_DEVICE_TYPE_${type}\n\tdeviceName         = ${type} device\n`).join('')}`;
    expect(vulkanName(summary('CPU', 'INTEGRATED_GPU'))).toBe('INTEGRATED_GPU device');
    expect(vulkanName(summary('CPU'))).toBeUndefined();
    expect(vulkanName(undefined)).toBeUndefined();
  });
});
