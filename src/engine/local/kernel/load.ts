import { readFileSync } from 'node:fs';

/** What every kernel exports beside its own functions. */
export interface KernelBase {
  readonly memory: WebAssembly.Memory;
  /** First byte after the kernel's stack and static data: all from here on is the caller's to lay out. */
  readonly __heap_base: WebAssembly.Global;
}

/** A kernel that has been instantiated: one per process and name, with memory of its own. */
export interface Kernel<Functions> {
  readonly exports: Functions & KernelBase;
  /** Byte offset of the first free byte, a multiple of 16. */
  readonly heap: number;
  /** Grows the memory until it holds at least `bytes`. Views made before may be detached: make them again after. */
  reserve(bytes: number): void;
  /** Bytes of the memory, not copied: valid until the memory grows. */
  bytes(offset: number, length: number): Uint8Array;
  /** 32-bit floats of the memory, not copied; `offset` in bytes, a multiple of 4; `length` in floats. */
  floats(offset: number, length: number): Float32Array;
}

const PAGE_BYTES = 65_536;
const instances = new Map<string, Kernel<object>>();

function instantiate(name: string): Kernel<object> {
  const code = readFileSync(new URL(`.//${name}.wasm`, import.meta.url));
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
 * Gives the kernel compiled from `<name>.c`, instantiating it on first use in this process. A kernel needs no imports
 * and starts no thread, so calls are plain synchronous functions.
 * @typeParam Functions the functions the kernel exports, as its C source declares them; pointers are byte offsets
 * @param name file name beside this one without `.wasm`
 * @throws if the file is missing or is not a kernel
 */
export function loadKernel<Functions extends object>(name: string): Kernel<Functions> {
  let kernel = instances.get(name);
  if (!kernel) {
    kernel = instantiate(name);
    instances.set(name, kernel);
  }
  // The exports of a module are not typed; the caller states what its own C source exports.
  return kernel as Kernel<Functions>;
}
