/** The environment of this process, read here and nowhere else in the server. `src/config.ts` alone makes settings of it. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;

/** What another program needs in order to start; the rest of the environment holds this server's secrets. */
const PASSED_ON = ['NODE_ENV', 'PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'] as const;

/**
 * The environment of a program that the server runs and does not trust with its secrets.
 * @param env default: the process's own
 */
export function helperEnvironment(env: NodeJS.ProcessEnv = processEnvironment): NodeJS.ProcessEnv {
  return { NODE_ENV: env.NODE_ENV, ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))) };
}
