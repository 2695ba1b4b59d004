import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ERRORS, ERROR_GROUPS, httpStatus } from '../../src/kernel/errors.shared.js';

const page = readFileSync('docs/errors.md', 'utf8');
const rows = [...page.matchAll(/^\| ([A-Z0-9_]+) \| ([A-Z_]+) \| (\d{3}) \| (.+) \|$/gm)].map(
  ([, identifier = '', code = '', status = '', by = '']) => ({ identifier, code, status: Number(status), by }),
);
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      path.endsWith('.ts') && !path.endsWith('.spec.ts') && path !== 'src/kernel/errors.shared.ts' && existsSync(path),
  );
const raisers = (identifier: string): string[] =>
  sources.filter((path) => readFileSync(path, 'utf8').includes(`'${identifier}'`));

describe('docs/errors.md', () => {
  it('lists every identifier once, in its group, with its transport code and HTTP status', () => {
    expect(rows.map((row) => row.identifier)).toEqual(
      Object.values(ERROR_GROUPS).flatMap((group) => Object.keys(group)),
    );
    expect(new Set(rows.map((row) => row.identifier)).size).toBe(Object.keys(ERRORS).length);
    for (const { identifier, code, status } of rows)
      expect([identifier, code, status]).toEqual([identifier, Reflect.get(ERRORS, identifier), httpStatus(code)]);
  });

  it('names the files that raise each, or why it is reserved', () => {
    const wrong = rows.flatMap(({ identifier, by }) => {
      const files = /^`[^`]+`(, `[^`]+`)*$/.test(by) ? by.slice(1, -1).split('`, `') : [];
      if (files.length > 0)
        return files
          .filter((file) => !raisers(identifier).includes(file))
          .map((file) => `${identifier}: ${file} does not raise it`);
      if (!/^reserved: .{10,}/.test(by)) return [`${identifier}: neither a file nor a reason`];
      const raiser = raisers(identifier)[0];
      return raiser === undefined ? [] : [`${identifier}: is raised by ${raiser}`];
    });
    expect(wrong).toEqual([]);
  });
});
