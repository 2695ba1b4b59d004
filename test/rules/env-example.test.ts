import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { VARIABLES } from '../../src/config-variables.js';
import { COMPOSE_VARIABLES } from '../compose/sample.js';

const lines = readFileSync('.env.example', 'utf8').split('\n');
const given = lines.flatMap((line, index) => {
  const [, name, value] = /^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined
    ? []
    : [{ name, value: /^'([^']*)'$/.exec(value)?.[1] ?? value, index }];
});

describe('.env.example', () => {
  it('lists each variable that is read, once, and no other', () => {
    expect(given.map(({ name }) => name).sort()).toEqual([...VARIABLES, ...COMPOSE_VARIABLES].sort());
  });

  it('explains each variable in a comment above it', () => {
    const unexplained = given.filter(({ index }) => {
      // Variables of one explanation stand together.
      let above = index - 1;
      while (/^(?:# ?)?[A-Z][A-Z0-9_]*=/.test(lines[above] ?? '')) above -= 1;
      return !/^# .{10,}/.test(lines[above] ?? '');
    });
    expect(unexplained).toEqual([]);
  });

  it('has the same values when a shell reads it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-env-'));
    try {
      const file = join(folder, 'env');
      writeFileSync(file, lines.map((line) => line.replace(/^# ?(?=[A-Z][A-Z0-9_]*=)/, '')).join('\n'));
      const said = execFileSync('sh', ['-ec', 'set -a; . "$1"; env -0', 'sh', file], {
        env: { NODE_ENV: 'test' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).split('\0');
      const read = Object.fromEntries(
        said.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      );
      expect(given.map(({ name }) => [name, read[name]])).toEqual(given.map(({ name, value }) => [name, value]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('shows valid example values', () => {
    const all = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    expect(() => readConfig({ ...all, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' })).not.toThrow();
  });

  it('is usable as it is: it sets only what must be filled in', () => {
    const set = Object.fromEntries(
      given.filter(({ index }) => !lines[index]?.startsWith('#')).map(({ name, value }) => [name, value]),
    );
    expect(readConfig(set)).toEqual(readConfig({}));
  });
});
