import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  createCreationRouters,
  createTaskRouter,
  type CreationRouterDeps,
} from '../../src/creation/creation.router.js';
import { TECHNIQUES } from '../../src/creation/procedures/run-procedure.js';
import type { Option } from '../../src/creation/procedures/option.shared.js';
import { LOCAL_MODELS } from '../../src/creation/procedures/models.shared.js';
import {
  DEFINITIONS,
  needsEngine,
  remoteUseOf,
  type ProcedureName,
} from '../../src/creation/procedures/registry.shared.js';
import { FORM_TYPES } from '../../src/analytics/places.shared.js';
import { MESSAGES, messagesOf } from '../support/messages.js';
import { folderOf, PROCEDURE_FOLDER, procedureFolders } from '../support/procedure-folders.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const languages = readdirSync(MESSAGES).map((language) => ({ language, messages: messagesOf(language) }));
const measures = readdirSync('test/measures', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.includes('.'))
  .map((name) => read(`test/measures/${name}`));

/** Calls that the local engine serves, and those that only connected engines serve. */
const LOCAL = DEFINITIONS.filter(({ models }) => models.length > 0);
const CONNECTED: readonly ProcedureName[] = DEFINITIONS.filter(({ id }) => needsEngine(id)).map(({ id }) => id);

/**
 * Groups of texts that a call has one in; the pages of an image and a video from a prompt show no sample, nor do calls
 * of connected engines.
 */
const textsOf = (id: ProcedureName, href: string): readonly string[] => [
  'tools.names',
  'tools.lines',
  'image.formLabels',
  'image.verbs',
  'image.titles',
  ...(['/image', '/video'].includes(href) ? [] : ['tools.ready', ...(needsEngine(id) ? [] : ['tools.alts'])]),
];
const isNumeric = (option: Option | undefined): boolean =>
  option?.kind === 'range' || (option?.kind === 'choice' && option.values.every((value) => typeof value === 'number'));
const optionSchema = z
  .object({
    label: z.string(),
    values: z.record(z.string(), z.string()).optional(),
    shown: z.string().optional(),
    placeholder: z.string().optional(),
  })
  .strict();
const fileSchema = z
  .object({ options: z.record(z.string(), optionSchema).optional(), models: z.record(z.string(), z.string()) })
  .loose();

/** The modules of the local engine that a technique takes, as imports name them. */
const modulesOf = (folder: string): readonly string[] =>
  [
    ...read(`${PROCEDURE_FOLDER}/${folder}/technique.ts`).matchAll(
      /engine\/local\/((?:photo|people|video|design|render|audio)\/[\w/-]+)\.js'/g,
    ),
  ].map(([, path]) => path ?? '');

describe('every procedure of the registry', () => {
  const deps = {} as CreationRouterDeps; // routers are built without calling anything
  const routers: Readonly<Record<string, object>> = { ...createCreationRouters(deps), task: createTaskRouter(deps) };

  it.each(DEFINITIONS.map(({ id }) => id))(
    '%s has a folder with a definition, a technique if the local engine serves it, and is routed',
    (id) => {
      const folder = folderOf(id);
      expect(existsSync(`${PROCEDURE_FOLDER}/${folder ?? ''}/definition.shared.ts`)).toBe(true);
      expect(existsSync(`${PROCEDURE_FOLDER}/${folder ?? ''}/technique.ts`)).toBe(!needsEngine(id));
      expect(Object.keys(TECHNIQUES).includes(id)).toBe(!needsEngine(id));
      const [router = '', call = ''] = id.split('.');
      expect(Reflect.get(routers[router] ?? {}, call)).toBeDefined();
    },
  );
  it.each(CONNECTED)(
    '%s, which the local engine does not serve, is served by operations of connected engines, and its tile says so',
    (id) => {
      expect(remoteUseOf(id)?.operations.length).toBeGreaterThan(0);
      for (const { language, messages } of languages)
        for (const key of ['tools.needsEngine', 'image.needsEngine'])
          expect([language, key, messages.get(key)]).toEqual([language, key, expect.any(String)]);
      expect(read('docs/creations.md')).toContain(`\`${id}\``);
    },
  );
  it.each(DEFINITIONS)(
    '$id has a price if the local engine serves it, texts in every translated language, and analytics',
    ({ id, key, href, formType }) => {
      expect(LOCAL_MODELS.some(({ procedures }) => procedures.includes(id))).toBe(!needsEngine(id));
      for (const { language, messages } of languages)
        for (const group of textsOf(id, href))
          expect([language, group, messages.get(`${group}.${key}`)]).toEqual([language, group, expect.any(String)]);
      expect(FORM_TYPES).toContain(formType);
    },
  );
  it.each(DEFINITIONS)(
    '$id has its texts in its folder, in every translated language, and nobody else’s',
    ({ id, key, options, models }) => {
      expect(readdirSync(`${PROCEDURE_FOLDER}/${folderOf(id) ?? ''}/messages`).toSorted()).toEqual(
        languages.map(({ language }) => `${language}.json`).toSorted(),
      );
      for (const { language } of languages) {
        const file: unknown = JSON.parse(read(`${PROCEDURE_FOLDER}/${folderOf(id) ?? ''}/messages/${language}.json`));
        const texts = z
          .object({ [key]: fileSchema })
          .strict()
          .parse(file)[key];
        for (const [name, { values, shown, placeholder }] of Object.entries(texts?.options ?? {})) {
          const option: Option | undefined = Object.entries<Option>(options).find(([one]) => one === name)?.[1];
          expect([name, option]).toEqual([name, expect.anything()]);
          expect([name, Object.keys(values ?? {}).toSorted()]).toEqual([
            name,
            option?.kind === 'choice' ? option.values.filter((value) => typeof value === 'string').toSorted() : [],
          ]);
          expect([
            name,
            shown === undefined || isNumeric(option),
            placeholder === undefined || option?.kind === 'text',
          ]).toEqual([name, true, true]);
        }
        expect(Object.keys(texts?.models ?? {})).toEqual(models.map((model) => model.id));
      }
    },
  );
  it.each(LOCAL.map(({ id }) => id))('%s has a measure and a contact sheet entry', (id) => {
    const modules = modulesOf(folderOf(id) ?? '');
    expect(modules.some((path) => measures.some((text) => text.includes(`engine/local/${path}.js`)))).toBe(true);
    expect(read('docs/contact-sheet.md')).toContain(id);
    expect(read('docs/gallery/cases.mjs')).toContain(`'${id}'`);
  });
  it('has its own folder, and there are no other folders', () => {
    expect(procedureFolders().toSorted()).toEqual(DEFINITIONS.map(({ id }) => folderOf(id)).toSorted());
  });
});
