import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readConfig, VARIABLES } from '../../src/config.js';

const lines = readFileSync('.env.example', 'utf8').split('\n');
const given = lines.flatMap((line, index) => {
  const [, name, value] = /^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [{ name, value, index }];
});

describe('.env.example', () => {
  it('has every variable that is read, once, and no other', () => {
    expect(given.map(({ name }) => name).sort()).toEqual([...VARIABLES].sort());
  });

  it('explains each in words above it', () => {
    const unexplained = given.filter(({ index }) => {
      // Variables of one explanation stand together.
      let above = index - 1;
      while (/^(?:# ?)?[A-Z][A-Z0-9_]*=/.test(lines[above] ?? '')) above -= 1;
      return !/^# .{10,}/.test(lines[above] ?? '');
    });
    expect(unexplained).toEqual([]);
  });

  it('shows values that can be used', () => {
    const all = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    expect(() => readConfig({ ...all, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' })).not.toThrow();
  });

  it('can be used as it is: nothing is set by it but what has to be filled in', () => {
    const set = Object.fromEntries(given.filter(({ index }) => !lines[index]?.startsWith('#')).map(({ name, value }) => [name, value]));
    expect(readConfig(set)).toEqual(readConfig({}));
  });
});
