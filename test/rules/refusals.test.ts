import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAILURE_IDENTIFIERS, REFUSALS, TOOL_REASONS } from '../../src/creation/tasks/failure.shared.js';
import { DEFINITIONS, FORMS } from '../../src/creation/procedures/registry.shared.js';
import { MESSAGES, messagesOf } from '../support/messages.js';
import { folderOf, PROCEDURE_FOLDER } from '../support/procedure-folders.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const languages = readdirSync(MESSAGES).map((language) => ({ language, messages: messagesOf(language) }));

/** What a module imports, at once or on first use; types aside. */
const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/(?:^(?:import|export) (?!type\b)[^;]*?\bfrom|\bimport\()\s*'(\.[^']+)\.js'/gm)]
    .map(([, path]) => join(dirname(file), `${path ?? ''}.ts`))
    .filter((path) => existsSync(path));

/** What a technique can refuse: reasons with the errors that they are thrown as, in any module that it reaches. */
function thrownBy(folder: string): ReadonlyMap<string, string> {
  // A call that only connected engines serve has no technique.
  const reached = new Set([`${PROCEDURE_FOLDER}/${folder}/technique.ts`].filter((path) => existsSync(path)));
  for (const file of reached) for (const path of importsOf(file)) reached.add(path);
  const thrown = [...reached].flatMap((file) => [
    ...read(file).matchAll(/new ToolRefusal\('([A-Z0-9_]+)', \{[^}]*\breason: '([a-z-]+)'/g),
  ]);
  return new Map(thrown.map(([, error = '', reason = '']) => [reason, error]));
}

const techniques = DEFINITIONS.map(({ id }) => ({ id, thrown: thrownBy(folderOf(id) ?? '') }));
const refusers = (reason: string): readonly string[] =>
  techniques.filter(({ thrown }) => thrown.has(reason)).map(({ id }) => id);

describe('every refusal of a technique', () => {
  it.each(TOOL_REASONS)(
    '%s is reached from a technique, thrown as the error that is declared, and worded in every translated language',
    (reason) => {
      expect(refusers(reason)).not.toEqual([]);
      for (const { id, thrown } of techniques)
        if (thrown.has(reason)) expect([id, REFUSALS[reason]?.error]).toEqual([id, thrown.get(reason)]);
      expect(FAILURE_IDENTIFIERS).toContain(REFUSALS[reason]?.error);
      for (const { language, messages } of languages)
        expect([language, messages.get(`uploads.refused.${reason}`)]).toEqual([language, expect.any(String)]);
    },
  );

  it.each(DEFINITIONS.map(({ id }) => id))('of %s alone stands in its folder, with its words', (id) => {
    const own = TOOL_REASONS.filter((reason) => refusers(reason).join() === id);
    expect(Object.keys(FORMS[id].refusals ?? {}).toSorted()).toEqual(own.toSorted());
    const folder = `${PROCEDURE_FOLDER}/${folderOf(id) ?? ''}`;
    expect(existsSync(`${folder}/refusals.shared.ts`)).toBe(own.length > 0);
    for (const reason of own) expect(read(`${folder}/messages/en.json`)).toContain(`"${reason}"`);
  });
});
