/**
 * The texts that belong to one creation call stand in its folder, `src/creation/procedures/<name>/messages/<language>.json`. Pages ask for
 * them by the areas of `web/messages`, where this puts them. The build, the tests and the checks of the texts all use it.
 */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const FOLDER = resolve(__dirname, '../..', 'src/creation/procedures');

/** Where each text of a call stands: an area, and the group in which it has the call's key. */
const TEXTS = {
  name: ['tools', 'names'],
  keywords: ['tools', 'keywords'],
  line: ['tools', 'lines'],
  ready: ['tools', 'ready'],
  example: ['tools', 'alts'],
  form: ['image', 'formLabels'],
  button: ['image', 'verbs'],
  result: ['image', 'titles'],
};

/** The areas that calls have texts in. */
const PROCEDURE_AREAS = ['image', 'models', 'options', 'tools', 'uploads'];

/** What a call's texts add to the areas, as whole paths with what stands there. */
function* placesOf(key, texts) {
  for (const [part, text] of Object.entries(texts)) {
    if (Object.hasOwn(TEXTS, part)) yield [[...TEXTS[part], key], text];
    else if (part === 'fields') yield [['tools', key], text];
    else if (part === 'options') for (const [option, words] of Object.entries(text)) yield [['options', option], words];
    else if (part === 'models')
      for (const [model, description] of Object.entries(text)) yield [['models', model], { description }];
    else if (part === 'refusals')
      for (const [reason, refusal] of Object.entries(text)) yield [['uploads', 'refused', reason], refusal];
    else throw new Error(`the texts of ${key} have no part “${part}”`);
  }
}

/**
 * The texts of an area with those of the calls.
 * @param area name of a file in `web/messages/<language>`
 * @param words what stands in that file
 * @param procedures texts of the calls, each under the key of its definition
 * @throws Error for a text that stands in two places, and for an unknown part
 */
function withProcedures(area, words, procedures) {
  const all = { ...words };
  const opened = new Set();
  for (const [key, texts] of procedures.flatMap((file) => Object.entries(file))) {
    for (const [[of, ...path], text] of placesOf(key, texts)) {
      if (of !== area) continue;
      const [group, name] = path.length === 1 ? [undefined, path[0]] : path;
      if (group !== undefined && !opened.has(group)) all[group] = { ...all[group] };
      if (group !== undefined) opened.add(group);
      const inside = group === undefined ? all : all[group];
      if (Object.hasOwn(inside, name)) throw new Error(`${[area, ...path].join('.')} stands in two places`);
      inside[name] = text;
    }
  }
  return all;
}

/** The files that hold the calls' texts in a language. */
const procedureFiles = (language) =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(FOLDER, name, 'messages', `${language}.json`))
    .filter((file) => existsSync(file))
    .sort();

/** The texts of an area in a language with those of the calls, read from their folders. */
const addProcedures = (language, area, words) =>
  PROCEDURE_AREAS.includes(area)
    ? withProcedures(
        area,
        words,
        procedureFiles(language).map((file) => JSON.parse(readFileSync(file, 'utf8'))),
      )
    : words;

module.exports = { FOLDER, PROCEDURE_AREAS, addProcedures, procedureFiles, withProcedures };
