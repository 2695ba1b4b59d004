import { fileURLToPath } from 'node:url';
import { PURE_CORE_PATHS } from './test/arrows/pure-core.mjs';

const CONTEXTS = 'identity|billing|credits|creation|moderation|rewards|catalog|analytics';

/** The arrows of docs/architecture.md. Each rule cites the decision it holds; test/rules plants a violation of each. */
export default {
  forbidden: [
    {
      name: 'no-unresolved',
      comment: 'adr/0067: an import that is not resolved is held to no arrow',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular',
      comment: 'adr/0002, adr/0067: a circle means two parts are one part, of types as of values',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'context-face-only',
      comment: 'adr/0002: a context is entered by another only through its index.ts (or a pure *.shared.ts)',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/` },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '\\.shared\\.ts$'] },
    },
    {
      name: 'context-face-only: who may call whom',
      comment: 'adr/0002: Identity, Credits, Moderation and Catalog call no other context; Catalog reads the models that procedures declare',
      severity: 'error',
      from: { path: '^src/(identity|credits|moderation|catalog)/' },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['^src/$1/', '^src/creation/procedures/[^/]+\\.shared\\.ts$'] },
    },
    {
      name: 'context-face-only: platform knows no context',
      comment: 'adr/0002: ports and adapters are below the engine and the contexts',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: `^src/(engine|${CONTEXTS})/` },
    },
    {
      name: 'engine-knows-no-context',
      comment: 'adr/0071: the engine makes images, videos and sound from data; it knows no task, user or credit',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '\\.spec\\.ts$' },
      to: { path: `^src/(${CONTEXTS})/` },
    },
    {
      name: 'engine-by-its-port',
      comment: 'adr/0071: only Creation takes more of the engine than names; other contexts take its *.shared.ts',
      severity: 'error',
      from: { path: '^src/(identity|billing|credits|moderation|rewards|catalog|analytics)/' },
      to: { path: '^src/engine/', pathNot: '\\.shared\\.ts$' },
    },
    {
      name: 'outside-face-only',
      comment: 'adr/0002: the browser takes the router type, *.shared.ts and the types of calls’ messages, nothing else',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: ['\\.shared\\.ts$', '^src/app-router\\.ts$', '^src/creation/procedures/[^/]+/messages/en\\.json$'] },
    },
    {
      name: 'outside-face-only: the router is a type',
      comment: 'adr/0002: a value import would pull the server into the browser',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/(app-router\\.ts|creation/procedures/[^/]+/messages/en\\.json)$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'outside-face-only: the world enters by routers and controllers',
      comment: 'adr/0002: composition reaches a context by its door, module, router, controller or cli',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['/(index|cli)\\.ts$', '\\.(module|router|controller)\\.ts$', '\\.shared\\.ts$'] },
    },
    {
      name: 'outside-face-only: what is shared stands on what is shared',
      comment: 'adr/0067: the browser takes all that a *.shared.ts takes',
      severity: 'error',
      from: { path: '^src/.*\\.shared\\.ts$' },
      to: { path: '^src/', pathNot: ['\\.shared\\.ts$', '^src/kernel/'] },
    },
    {
      name: 'composition stands above',
      comment: 'adr/0067: what is put together, and what the operator set, is handed down and not fetched',
      severity: 'error',
      from: { path: '^src/[^/]+/' },
      to: { path: '^src/[^/]+$' },
    },
    {
      name: 'composition stands above: settings are read by themselves',
      comment: 'adr/0067: of a context the settings know its *.shared.ts alone',
      severity: 'error',
      from: { path: '^src/config(-values)?\\.ts$' },
      to: { path: '^src/', pathNot: ['\\.shared\\.ts$', '^src/config-values\\.ts$', '^src/platform/environment\\.ts$'] },
    },
    {
      name: 'server knows no browser',
      comment: 'adr/0067: nothing of the server is made of what is drawn',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'tests stay outside',
      comment: 'adr/0067: what runs takes nothing of what tests it',
      severity: 'error',
      from: { path: '^(src|web)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^test/|\\.spec\\.tsx?$' },
    },
    {
      name: 'features-in-tiers: never sideways',
      comment: 'adr/0067: making, the account and the operators\' pages share what they share by core',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: '^web/features/shell/' },
      to: { path: '^web/features/', pathNot: ['^web/features/$1/', '^web/features/core/'] },
    },
    {
      name: 'features-in-tiers: features stand on the ground',
      comment: 'adr/0067: the design system, the libraries and the words know no feature',
      severity: 'error',
      from: { path: '^web/(ui|lib|i18n)/' },
      to: { path: '^web/(features|app)/' },
    },
    {
      name: 'features-in-tiers: routes take features',
      comment: 'adr/0067: a route is thin, and nobody takes one',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/app/' },
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
      name: 'pure-core: kernel stands alone',
      comment: 'adr/0002: the kernel imports nothing of ours',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/(?!kernel/)|web/|test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|\\.next)/' },
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
