import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../platform/environment.js';
import { missingTools, provideProgram } from './program.js';

const never = new AbortController().signal;
const { PATH } = processEnvironment;

describe('the program of installed models', () => {
  afterEach(() => { processEnvironment['PATH'] = PATH; });

  it('is the configured one, if that can be run', async () => {
    expect(await provideProgram({ configured: process.execPath, folder: '/nowhere' }, 'cpu', () => undefined, never)).toBe(process.execPath);
    await expect(provideProgram({ configured: '/nowhere/sd-server', folder: '/nowhere' }, 'cpu', () => undefined, never)).rejects.toMatchObject({ reason: 'tools', message: expect.stringContaining('/nowhere/sd-server') });
  });

  it('names the packages that a build lacks, and begins none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-programs-'));
    processEnvironment['PATH'] = folder;
    expect(await missingTools()).toEqual(['python3-venv', 'g++', 'tar']);
    await expect(provideProgram({ folder: join(folder, 'programs') }, 'cpu', () => undefined, never)).rejects.toMatchObject({ reason: 'tools', message: 'python3-venv, g++, tar' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
