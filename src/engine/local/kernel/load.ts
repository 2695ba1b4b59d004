import { readFileSync } from 'node:fs';

/** Exports common to all kernels. */
export interface KernelBase {
  readonly memory: WebAssembly.Memory;
  /**
   * Offset of the first byte after the kernel's stack and static data; the memory from there on belongs to the caller.
   */
  readonly __heap_base: WebAssembly.Global;
}

/** An instantiated kernel: one per process and name, with its own memory. */
export interface Kernel<Functions> {
  readonly exports: Functions & KernelBase;
  /** Byte offset of the first free byte, a multiple of 16. */
  readonly heap: number;
  /** Grows the memory to at least `bytes`. Existing views may be detached: create them again afterwards. */
  reserve(bytes: number): void;
  /** A view of the memory's bytes, valid until the memory grows. */
  bytes(offset: number, length: number): Uint8Array;
  /** A view of 32-bit floats; `offset` in bytes, a multiple of 4; `length` in floats. */
  floats(offset: number, length: number): Float32Array;
}

/** This folder, which has one for each kernel. */
const KERNELS = new URL('./', import.meta.url);
const PAGE_BYTES = 65_536;
const instances = new Map<string, Kernel<object>>();

function instantiate(name: string): Kernel<object> {
  const code = readFileSync(new URL(`${name}/${name}.wasm`, KERNELS));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, __heap_base: heapBase } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || !(heapBase instanceof WebAssembly.Global)) {
    throw new Error(`Kernel ${name} does not export its memory and heap base`);
  }
  const reserve = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  };
  return {
    exports: { ...instance.exports, memory, __heap_base: heapBase },
    heap: (Number(heapBase.value) + 15) & ~15,
    reserve,
    bytes: (offset, length) => new Uint8Array(memory.buffer, offset, length),
    floats: (offset, length) => new Float32Array(memory.buffer, offset, length),
  };
}

/**
 * Loads the kernel compiled from `<name>/<name>.c`, once per process. Kernels need no imports and start no threads, so
 * calls are plain synchronous functions.
 * @typeParam Functions the exported functions as declared in the C source; pointers are byte offsets
 * @param name of the kernel's folder, here, and of its `.wasm` file in it
 * @throws when the file is missing or is not a kernel
 */
export function loadKernel<Functions extends object>(name: string): Kernel<Functions> {
  let kernel = instances.get(name);
  if (!kernel) {
    kernel = instantiate(name);
    instances.set(name, kernel);
  }
  // Module exports are untyped; the caller states the signatures of its C source.
  return kernel as Kernel<Functions>;
}
