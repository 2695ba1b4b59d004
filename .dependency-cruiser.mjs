import { fileURLToPath } from 'node:url';
import { PURE_CORE_PATHS } from './test/arrows/pure-core.mjs';

const CONTEXTS = 'identity|billing|credits|creation|moderation|rewards|catalog|analytics|public-api';

/** Files that import a library which is loaded on first use only. */
const LAZY_FILES = [
  '^src/billing/gateways/stripe/(errors|gateway|plan-changes|subscriptions)\\.ts$',
  '^src/platform/tables/table\\.parquet\\.ts$',
  '^src/creation/provenance/credential/(keys|sign)\\.ts$',
  '^src/credits/proof/stamp/token\\.ts$',
];
const LAZY_LIBRARIES = '(^|node_modules/)(stripe|hyparquet-writer|@trustnxt/c2pa-ts|@peculiar/x509|asn1js|pkijs)(/|$)';

/** The import rules of docs/architecture.md. Each cites its decision; test/rules plants a violation of each. */
export default {
  forbidden: [
    {
      name: 'no-unresolved',
      comment: 'adr/0067: no rule applies to an unresolved import',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular',
      comment: 'adr/0002, adr/0067: parts in a cycle cannot change independently; this includes imports of types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'context-entry-point',
      comment: 'adr/0002: other contexts import a context through its index.ts or a pure *.shared.ts only',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/` },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '\\.shared\\.ts$'] },
    },
    {
      name: 'context-dependencies',
      comment: 'adr/0002: Identity, Credits, Moderation and Catalog import no other context',
      severity: 'error',
      from: { path: '^src/(identity|credits|moderation|catalog)/' },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'platform-imports-no-context',
      comment: 'adr/0002: ports and adapters are below the engine and the contexts',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: `^src/(engine|${CONTEXTS})/` },
    },
    {
      name: 'engine-imports-no-context',
      comment: 'adr/0071: the engine makes images, videos and sound from data; it knows no task, user or credit',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '\\.spec\\.ts$' },
      to: { path: `^src/(${CONTEXTS})/` },
    },
    {
      name: 'engine-shared-only',
      comment: 'adr/0071: contexts other than Creation import only *.shared.ts files of the engine',
      severity: 'error',
      from: { path: '^src/(identity|billing|credits|moderation|rewards|catalog|analytics)/' },
      to: { path: '^src/engine/', pathNot: '\\.shared\\.ts$' },
    },
    {
      name: 'web-imports-shared-only',
      comment: "adr/0002: the web app imports the router's type, *.shared.ts and the types of calls' messages",
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/',
        pathNot: ['\\.shared\\.ts$', '^src/app-router\\.ts$', '^src/creation/procedures/[^/]+/messages/en\\.json$'],
      },
    },
    {
      name: 'web-imports-router-as-type',
      comment: 'adr/0002: an import by value would bundle the server into the web app',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/(app-router\\.ts|creation/procedures/[^/]+/messages/en\\.json)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'composition-imports-entry-points',
      comment: "adr/0002: composition imports a context's index, module, router, controller or cli",
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: {
        path: `^src/(${CONTEXTS})/`,
        pathNot: ['/(index|cli)\\.ts$', '\\.(module|router|controller)\\.ts$', '\\.shared\\.ts$'],
      },
    },
    {
      name: 'shared-imports-shared-only',
      comment: 'adr/0067: the web app bundles whatever a *.shared.ts imports',
      severity: 'error',
      from: { path: '^src/.*\\.shared\\.ts$' },
      to: { path: '^src/', pathNot: ['\\.shared\\.ts$', '^src/kernel/'] },
    },
    {
      name: 'no-import-of-composition',
      comment: 'adr/0067: parts and settings are passed to a module, which does not import them',
      severity: 'error',
      from: { path: '^src/[^/]+/' },
      to: { path: '^src/[^/]+$' },
    },
    {
      name: 'config-imports-shared-only',
      comment: 'adr/0067: the settings import only *.shared.ts of contexts',
      severity: 'error',
      from: { path: '^src/config(-values|-variables)?\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['\\.shared\\.ts$', '^src/config-(values|variables)\\.ts$', '^src/platform/environment\\.ts$'],
      },
    },
    {
      name: 'server-imports-no-web',
      comment: 'adr/0067: the server imports nothing from the web app',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'adr/0067: production code imports nothing from tests',
      severity: 'error',
      from: { path: '^(src|web)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^test/|\\.spec\\.tsx?$' },
    },
    {
      name: 'feature-tiers-import-core-only',
      comment: 'adr/0067: make, account and ops share code through core only',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: '^web/features/shell/' },
      to: { path: '^web/features/', pathNot: ['^web/features/$1/', '^web/features/core/'] },
    },
    {
      name: 'ui-imports-no-feature',
      comment: 'adr/0067: the design system, the libraries and the messages import no feature',
      severity: 'error',
      from: { path: '^web/(ui|lib|i18n)/' },
      to: { path: '^web/(features|app)/' },
    },
    {
      name: 'features-import-no-route',
      comment: 'adr/0067: routes import features; no feature imports a route',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'lazy-libraries',
      comment:
        'adr/0067: the server starts without Stripe, the Parquet writer and the libraries that sign content credentials; import() loads their files',
      severity: 'error',
      from: { path: '^src/', pathNot: [...LAZY_FILES, '\\.spec\\.ts$'] },
      to: { path: [LAZY_LIBRARIES, ...LAZY_FILES], dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-core',
      comment: 'adr/0002: deciders, projections and shared rules import no framework, driver or I/O',
      severity: 'error',
      from: { path: PURE_CORE_PATHS, pathNot: '\\.spec\\.ts$' },
      to: {
        path: [
          '(^|node_modules/)(@nestjs|@opentelemetry|@photostructure|mongodb|@eventstore|bullmq|ioredis|stripe|next|react|pino|sharp)(/|$)',
          '^(node:)?(fs|fs/promises|net|http|https|child_process|worker_threads|timers|timers/promises|os|perf_hooks)$',
          '^src/platform/',
        ],
      },
    },
    {
      name: 'kernel-imports-kernel-only',
      comment: 'adr/0002: the kernel imports no other part of the project',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/(?!kernel/)|web/|test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packages are not excluded: rules about them would find nothing. Some of them have a folder `dist` of their own.
    exclude: { path: '^[./]*dist/|(^|/)\\.next/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: fileURLToPath(new URL('test/arrows/aliases.mjs', import.meta.url)) },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    moduleSystems: ['es6'],
  },
};
