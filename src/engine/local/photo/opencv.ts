import { createRequire } from 'node:module';
import type { OpenCV } from '@opencvjs/node';

/**
 * The functions and classes of OpenCV.js. Its objects live in the wasm heap: each must be deleted, see {@link
 * withOpenCv}.
 */
export type OpenCv = typeof OpenCV;

/** Any OpenCV.js object that holds memory of the wasm heap. */
interface Deletable {
  delete(): void;
}

/** Registers an object with the scope and returns it. It is deleted when the scope ends. */
export type Keep = <T extends Deletable>(object: T) => T;

let loading: Promise<OpenCv> | undefined;

/** Compiles OpenCV.js on first use in this process (about 0.2 s); later calls return the same instance. */
function loadOpenCv(): Promise<OpenCv> {
  // The package is CommonJS with 11 MB of wasm in its text, so it is loaded only when a job needs it. `require` is
  // untyped; the package's own declarations give the type.
  loading ??= (createRequire(import.meta.url)('@opencvjs/node') as { loadOpenCV: () => Promise<OpenCv> }).loadOpenCV();
  return loading;
}

/**
 * Runs work with OpenCV and deletes every kept object, however the work ends.
 * @param work takes the library and `keep`; must not return a kept object
 * @returns the result of the work
 * @throws Error for a fault inside OpenCV, which throws the number of an exception
 */
export async function withOpenCv<T>(work: (cv: OpenCv, keep: Keep) => T): Promise<T> {
  const cv = await loadOpenCv();
  const kept: Deletable[] = [];
  const keep: Keep = (object) => {
    kept.push(object);
    return object;
  };
  try {
    return work(cv, keep);
  } catch (error) {
    throw error instanceof Error ? error : new Error(`OpenCV error ${String(error)}`, { cause: error });
  } finally {
    for (const object of kept.reverse()) object.delete();
  }
}
