import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { z } from 'zod';

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        link: z.boolean().optional(),
        optional: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
        engines: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const packages = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('npm install', () => {
  it('supports every Node version that the README names', () => {
    const wanting = packages.flatMap(([path, { engines, optional }]) => {
      // npm leaves out optional packages of other platforms without a warning.
      const range = engines === undefined || optional === true || Array.isArray(engines) ? undefined : engines['node'];
      const unsupported = ['20.19.0', '22.13.0', '24.0.0'].filter(
        (node) => range !== undefined && !semver.satisfies(node, range),
      );
      return unsupported.length === 0 ? [] : [`${path} wants Node ${range}`];
    });
    expect(wanting).toEqual([]);
  });

  it('runs install scripts only of packages with prebuilt files, and compiles nothing', () => {
    const scripted = packages.filter(
      ([, { optional, hasInstallScript }]) => hasInstallScript === true && optional !== true,
    );
    expect(scripted.map(([path]) => nameOf(path)).sort()).toEqual([
      '@parcel/watcher',
      '@photostructure/sqlite',
      '@swc/core',
      'protobufjs',
    ]);
  });

  it('installs no FFmpeg, which is downloaded if missing', () => {
    expect(packages.map(([path]) => nameOf(path)).filter((name) => /ffmpeg|ffprobe/.test(name))).toEqual([]);
  });

  it('finds every package of this repository in the Docker image too', () => {
    const local = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules/'));
    expect(local).toEqual(['packages/tfjs']);
    const [copied = ''] = readFileSync('Dockerfile', 'utf8').split(/^RUN npm install/m);
    expect(copied).toContain('COPY packages ./packages');
  });

  it('installs one small part of TensorFlow.js and each model once', () => {
    const heavy = [
      '@tensorflow/tfjs-backend-webgl',
      '@tensorflow/tfjs-converter',
      '@tensorflow/tfjs-data',
      'nsfwjs',
      'core-js',
    ];
    expect(packages.map(([path]) => nameOf(path)).filter((name) => heavy.includes(name))).toEqual([]);
    expect(lock.packages['node_modules/@tensorflow/tfjs']?.link).toBe(true);
  });
});
