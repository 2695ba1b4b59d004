export type ProgramName = 'compose' | 'ferretdb' | 'minio' | 'sd-server' | 'sd-weights' | 'stripe-mock';

/** What can be built: its name for people, and the package of its Go module that is the program; absent for what its `build.mjs` writes. */
export const PROGRAMS: Readonly<
  Record<
    ProgramName,
    {
      readonly title: string;
      readonly package?: string;
      readonly folder?: string;
      readonly options?: readonly string[];
    }
  >
>;

/** Where built programs are kept: outside the repository, so that a fresh clone finds them. */
export function cacheFolder(): string;

/** Where a program is once it is built. Its name changes with the module's files, so that an older build is never taken for it. */
export function programPath(name: ProgramName): string;

/**
 * Builds a program unless that was done before, or waits for another process that builds it. Two that begin at the same moment do no
 * harm: each builds aside, and the whole file is renamed into place.
 */
export function build(
  name: ProgramName,
): Promise<
  | { readonly path: string; readonly outcome: 'kept' | 'built' }
  | { readonly path: string; readonly outcome: 'missing'; readonly why: string }
>;
