// dependency-cruiser reads `paths` only of a tsconfig with a base address of its own, which TypeScript has given up.
// It takes aliases in webpack's form as well; these are the web app's own, so that there is one list.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const tsconfig = resolve('web/tsconfig.json');
const { paths } = JSON.parse(readFileSync(tsconfig, 'utf8')).compilerOptions;
const folder = (pattern) => pattern.replace(/\/\*$/, '');

export default {
  resolve: {
    alias: Object.fromEntries(
      Object.entries(paths).map(([alias, [target]]) => [folder(alias), resolve(dirname(tsconfig), folder(target))]),
    ),
  },
};
