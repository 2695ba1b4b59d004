import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createCreationRouters, createTaskRouter, type CreationRouterDeps } from '../../src/creation/creation.router.js';
import { TECHNIQUES } from '../../src/creation/procedures/run-procedure.js';
import { LOCAL_MODELS } from '../../src/creation/procedures/models.shared.js';
import { DEFINITIONS, type ProcedureName } from '../../src/creation/procedures/registry.shared.js';
import { FORM_TYPES } from '../../src/analytics/places.shared.js';
import { MESSAGES, messagesOf } from '../support/messages.js';

const FOLDER = 'src/creation/procedures';
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const read = (path: string): string => readFileSync(path, 'utf8');
/** The folder of each procedure, by what its definition says. */
const folderOf = (id: ProcedureName): string | undefined => folders.find((name) => read(`${FOLDER}/${name}/definition.shared.ts`).includes(`id: '${id}'`));
const languages = readdirSync(MESSAGES).map((language) => ({ language, messages: messagesOf(language) }));
const measures = readdirSync('test/measures').map((name) => read(`test/measures/${name}`));

/** The modules of the local engine that a technique takes, as imports name them. */
const modulesOf = (folder: string): readonly string[] =>
  [...read(`${FOLDER}/${folder}/technique.ts`).matchAll(/engine\/local\/((?:photo|people|video|design|render|audio)\/[\w/-]+)\.js'/g)].map(([, path]) => path ?? '');

describe('every procedure of the registry', () => {
  const deps = {} as CreationRouterDeps; // routers are built without calling anything
  const routers: Readonly<Record<string, object>> = { ...createCreationRouters(deps), task: createTaskRouter(deps) };

  it.each(DEFINITIONS.map(({ id }) => id))('%s has a folder with a definition and a technique, and is routed', (id) => {
    const folder = folderOf(id);
    expect(existsSync(`${FOLDER}/${folder ?? ''}/technique.ts`)).toBe(true);
    expect(Object.keys(TECHNIQUES)).toContain(id);
    const [router = '', call = ''] = id.split('.');
    expect(Reflect.get(routers[router] ?? {}, call)).toBeDefined();
  });
  it.each(DEFINITIONS)('$id has a price, texts in every translated language, and analytics', ({ id, key, formType }) => {
    expect(LOCAL_MODELS.filter(({ procedures }) => procedures.includes(id)).length).toBeGreaterThan(0);
    for (const { language, messages } of languages) for (const part of ['names', 'lines']) expect([language, messages.get(`tools.${part}.${key}`)]).toEqual([language, expect.any(String)]);
    expect(FORM_TYPES).toContain(formType);
  });
  it.each(DEFINITIONS.map(({ id }) => id))('%s has a measure and a contact sheet entry', (id) => {
    const modules = modulesOf(folderOf(id) ?? '');
    expect(modules.some((path) => measures.some((text) => text.includes(`engine/local/${path}.js`)))).toBe(true);
    expect(read('docs/contact-sheet.md')).toContain(id);
    expect(read('docs/gallery/cases.mjs')).toContain(`'${id}'`);
  });
  it('has its own folder, and there are no other folders', () => {
    expect(folders.toSorted()).toEqual(DEFINITIONS.map(({ id }) => folderOf(id)).toSorted());
  });
});
