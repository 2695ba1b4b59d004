import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../platform/environment.js';
import { missingTools, mustHaveProgram, provideProgram } from './program.js';

const never = new AbortController().signal;
const { PATH } = processEnvironment;

describe('the program of installed models', () => {
  afterEach(() => {
    processEnvironment['PATH'] = PATH;
  });

  it('is the configured one, if that can be run', async () => {
    expect(
      await provideProgram({ configured: process.execPath, folder: '/nowhere' }, 'cpu', () => undefined, never),
    ).toBe(process.execPath);
    await expect(
      provideProgram({ configured: '/nowhere/sd-server', folder: '/nowhere' }, 'cpu', () => undefined, never),
    ).rejects.toMatchObject({ reason: 'tools', message: expect.stringContaining('/nowhere/sd-server') });
  });

  it('names the packages that a build lacks, and begins none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-programs-'));
    processEnvironment['PATH'] = folder;
    expect(await missingTools()).toEqual(['python3-venv', 'g++', 'tar']);
    await expect(
      provideProgram({ folder: join(folder, 'programs') }, 'cpu', () => undefined, never),
    ).rejects.toMatchObject({ reason: 'tools', message: 'python3-venv, g++, tar' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('names Python’s module for environments, which Debian packages by itself', async () => {
    const folder = await withTools('exit 1');
    expect(await missingTools()).toEqual(['python3-venv']);
    await expect(mustHaveProgram({ folder: join(folder, 'programs') }, 'cpu')).rejects.toMatchObject({
      reason: 'tools',
      message: 'python3-venv',
    });
    await rm(folder, { recursive: true });
  });

  it('says what a failed build said on both of its outputs', async () => {
    const folder = await withTools(
      '[ "$1" = -c ] && exit 0; echo "sd.cpp:7: error: no member named x"; echo "out of memory" >&2; exit 1',
    );
    await expect(
      provideProgram({ folder: join(folder, 'programs') }, 'cpu', () => undefined, never),
    ).rejects.toMatchObject({
      reason: 'build',
      message: expect.stringMatching(/no member named x[^]*python3 -m ended with 1|out of memory[^]*no member named x/),
    });
    await expect(
      provideProgram({ folder: join(folder, 'programs') }, 'cpu', () => undefined, never),
    ).rejects.toMatchObject({ message: expect.stringContaining('out of memory') });
    await rm(folder, { recursive: true });
  });

  /** A PATH with tools that do nothing, and a Python that does this. */
  async function withTools(python: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-programs-'));
    for (const [name, does] of [
      ['python3', python],
      ['c++', 'exit 0'],
      ['tar', 'exit 0'],
    ] as const)
      await writeFile(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    processEnvironment['PATH'] = folder;
    return folder;
  }
});
