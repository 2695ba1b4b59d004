/**
 * What takes time, randomness, drivers and I/O as arguments (adr/0002), as globs: ESLint reads them as they are,
 * dependency-cruiser as the expression below.
 */
export const PURE_CORE = [
  'src/kernel/**/*.ts',
  'src/**/*.shared.ts',
  'src/**/*.projection.ts',
  'src/credits/account/account*.ts',
  'src/billing/fact-set.ts',
  'src/billing/subscription/**/*.ts',
  'src/billing/purchase/**/*.ts',
  'src/creation/tasks/task.ts',
  'src/creation/tasks/task.state.ts',
  'src/engine/local/scene/**/*.ts',
  'src/engine/local/render/layers/**/*.ts',
  'src/engine/local/render/solid/**/*.ts',
  'src/engine/local/render/style/**/*.ts',
];

/** dependency-cruiser takes no repetition within another: folders and file in one. */
const expressionOf = (glob) =>
  glob.replaceAll('.', '\\.').replaceAll(/(?:\*\*\/)?\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));

/** The same files, as a regular expression over their paths. */
export const PURE_CORE_PATHS = `^(?:${PURE_CORE.map(expressionOf).join('|')})$`;
