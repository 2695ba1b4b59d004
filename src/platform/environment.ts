/** The environment of this process; the server reads it nowhere else. Only `src/config.ts` turns it into settings. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;

/** Variables that another program needs to start. The rest of the environment contains this server's secrets. */
const PASSED_ON = [
  'NODE_ENV',
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
] as const;

/**
 * Environment for a program that the server runs and does not trust with its secrets.
 * @param env default: that of this process
 */
export function helperEnvironment(env: NodeJS.ProcessEnv = processEnvironment): NodeJS.ProcessEnv {
  return {
    NODE_ENV: env.NODE_ENV,
    ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  };
}
