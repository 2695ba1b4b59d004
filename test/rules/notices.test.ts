import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CONDITIONS, holdersFile, lockFile, notices, thirdPartyPage, undecided } from '../notices/list.js';

const text = (path: string): string => readFileSync(path, 'utf8');
const lock = lockFile.parse(JSON.parse(text('package-lock.json')));
const holders = holdersFile.parse(JSON.parse(text('test/notices/holders.json')));
const all = notices(lock);
const lines = text('THIRD_PARTY.md').split('\n');
const expected = thirdPartyPage(all, holders, text('test/notices/others.md'), text('test/notices/texts.md')).split('\n');
const titled = ({ name, version }: { readonly name: string; readonly version: string }): string => `${name} ${version}`;

describe('THIRD_PARTY.md', () => {
  it('is what `npm run notices` makes of package-lock.json today', () => {
    expect({ lacking: expected.filter((line) => !lines.includes(line)), tooMuch: lines.filter((line) => !expected.includes(line)) }).toEqual({ lacking: [], tooMuch: [] });
    expect(lines).toEqual(expected);
  });

  it('knows of every licence whether it asks for more than its notice', () => {
    expect(undecided(all).map((one) => `${titled(one)}: ${one.licence}`)).toEqual([]);
    const [unknown] = undecided(notices(lockFile.parse({ packages: { 'node_modules/new': { version: '1.0.0', license: 'AGPL-3.0-only' } } })));
    expect(unknown?.licence).toBe('AGPL-3.0-only');
  });

  it('names what asks for more before anything else', () => {
    const top = lines.slice(0, lines.indexOf('## What is no package')).join('\n');
    const asking = all.filter(({ licence }) => Object.hasOwn(CONDITIONS, licence));
    expect(asking.length).toBeGreaterThan(0);
    expect(asking.filter((one) => !top.includes(titled(one)))).toEqual([]);
  });

  it('says of every package that is always installed whose it is, or that no file of it does', () => {
    const nameless = all.filter(({ forPlatform, optional }) => !forPlatform && !optional).filter(({ name, version }) => (holders[`${name}@${version}`] ?? []).length === 0).map(titled);
    expect(nameless).toEqual([]);
  });

  it('leaves out what only tests and tools of development use', () => {
    const names = new Set(all.map(({ name }) => name));
    expect(['jest', 'eslint', 'playwright-core', 'fastify'].map((name) => names.has(name))).toEqual([false, false, false, true]);
  });
});
