import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CONDITIONS, holdersFile, keyOf, lockFile, notices, thirdPartyPage, undecided } from '../notices/list.js';

const text = (path: string): string => readFileSync(path, 'utf8');
const lock = lockFile.parse(JSON.parse(text('package-lock.json')));
const holders = holdersFile.parse(JSON.parse(text('test/notices/holders.json')));
const all = notices(lock);
const lines = text('THIRD_PARTY.md').split('\n');
const page = thirdPartyPage(all, holders, text('test/notices/others.md'), text('test/notices/texts.md'));
const expected = page.split('\n');

describe('THIRD_PARTY.md', () => {
  it('is the current output of `npm run notices`', () => {
    const lacking = expected.filter((line) => !lines.includes(line));
    const tooMuch = lines.filter((line) => !expected.includes(line));
    expect({ lacking, tooMuch }).toEqual({ lacking: [], tooMuch: [] });
    expect(lines).toEqual(expected);
  });

  it('classifies every licence by whether it requires more than its notice', () => {
    expect(undecided(all).map((one) => `${keyOf(one)}: ${one.licence}`)).toEqual([]);
    const added = lockFile.parse({ packages: { 'node_modules/new': { version: '1.0.0', license: 'AGPL-3.0-only' } } });
    expect(undecided(notices(added)).map(({ licence }) => licence)).toEqual(['AGPL-3.0-only']);
  });

  it('lists first what requires more', () => {
    const top = lines.slice(0, lines.indexOf('## What is no package')).join('\n');
    const asking = all.filter(({ licence }) => Object.hasOwn(CONDITIONS, licence));
    expect(asking.length).toBeGreaterThan(0);
    expect(asking.filter(({ name, version }) => !top.includes(`${name} ${version}`))).toEqual([]);
  });

  it('states the copyright holder of every package that is always installed, or that no file names one', () => {
    const always = all.filter(({ forPlatform, optional }) => !forPlatform && !optional);
    expect(always.map(keyOf).filter((key) => (holders[key] ?? []).length === 0)).toEqual([]);
  });

  it('omits what only tests and development tools use', () => {
    const names = all.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(['jest', 'eslint', 'playwright-core'].filter((name) => names.includes(name))).toEqual([]);
  });
});
