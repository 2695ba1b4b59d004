import js from '@eslint/js';
import next from '@next/eslint-plugin-next';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { PURE_CORE } from './test/arrows/pure-core.mjs';
import { glossary, KEPT_FIELDS } from './test/rules/glossary.mjs';

const LOOP = ':matches(ForStatement, WhileStatement, DoWhileStatement)';
const BY_UPDATE =
  'A document is changed by update, upsert, decide, remove or deleteWhere of platform/documents, which retry by one policy (adr/0070).';
/** Something to read: two letters in a row. */
const WORDS = '/[A-Za-zÀ-ɏ]{2,}/';
/** Attributes whose value is read. */
const READ =
  '/^(aria-(label|description|valuetext|roledescription)|title|alt|placeholder|label|closeLabel|description|hint|help|shown|words|caption|heading|empty)$/';
const IN_MESSAGES = 'What is read stands in web/messages, in every language.';

export default tseslint.config(
  { ignores: ['dist/**', 'data/**', 'web/.next/**', 'web/next-env.d.ts', 'node_modules/**', 'test/.output/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // Prettier wraps code. It leaves comments as they are, and texts cannot be wrapped.
    rules: {
      'max-len': [
        'error',
        { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'src/platform/environment.ts is the only reader of the environment, src/config.ts makes settings of it.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      // Nest reads constructor types at run time: a type-only import would erase what it injects by.
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    // A lock is waited for, by the clock: losing it to another is no conflict that a retry mends.
    ignores: ['src/platform/documents/**', 'src/**/upload-locks.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: `${LOOP} Property[key.name='expectedVersion']:not([value.value=0])`, message: BY_UPDATE },
        { selector: `${LOOP} CallExpression[callee.property.name='delete'][arguments.length>1]`, message: BY_UPDATE },
        { selector: `${LOOP} BinaryExpression > Literal[value=/^(written|conflict)$/]`, message: BY_UPDATE },
      ],
    },
  },
  {
    files: PURE_CORE,
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'pure-core' },
        { name: 'setTimeout', message: 'pure-core' },
        { name: 'setInterval', message: 'pure-core' },
        { name: 'performance', message: 'pure-core: time is an argument' },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'src/platform/environment.ts is the only reader of the environment, src/config.ts makes settings of it.',
        },
        { object: 'Date', property: 'now', message: 'pure-core: time is an argument' },
        { object: 'Math', property: 'random', message: 'pure-core: randomness is an argument' },
        { object: 'crypto', property: 'randomUUID', message: 'pure-core: ids are arguments' },
        { object: 'crypto', property: 'getRandomValues', message: 'pure-core: randomness is an argument' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'pure-core: time is an argument',
        },
      ],
    },
  },
  {
    files: ['src/platform/environment.ts', 'web/lib/env.ts', 'web/next.config.ts', 'test/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['test/contract/**/*.ts'],
    // Suites are handed an adapter's functions by name.
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks, '@next/next': next },
    rules: {
      ...hooks.configs.recommended.rules,
      ...next.configs.recommended.rules,
      '@next/next/no-html-link-for-pages': 'off',
      // Pictures are private to their owner's session and are sized by the media endpoint itself.
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['web/**/*.tsx'],
    rules: {
      // Marks such as a dot or a multiplication sign belong to the layout; what has letters is read, and stands in
      // every language.
      'no-restricted-syntax': [
        'error',
        { selector: `JSXText[value=${WORDS}]`, message: IN_MESSAGES },
        {
          selector: `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > Literal[value=${WORDS}]`,
          message: IN_MESSAGES,
        },
        {
          selector: `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORDS}]`,
          message: IN_MESSAGES,
        },
        {
          selector: `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.cooked=${WORDS}]`,
          message: IN_MESSAGES,
        },
        { selector: `JSXAttribute[name.name=${READ}] > Literal[value=${WORDS}]`, message: IN_MESSAGES },
        {
          selector: `JSXAttribute[name.name=${READ}] > JSXExpressionContainer > Literal[value=${WORDS}]`,
          message: IN_MESSAGES,
        },
        {
          selector: `JSXAttribute[name.name=${READ}] > JSXExpressionContainer > ConditionalExpression > Literal[value=${WORDS}]`,
          message: IN_MESSAGES,
        },
      ],
    },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { __dirname: 'readonly' } } },
  { files: ['**/*.{ts,tsx,mjs}'], plugins: { glossary }, rules: { 'glossary/names': 'error' } },
  ...KEPT_FIELDS.map(({ files, allow }) => ({ files, rules: { 'glossary/names': ['error', { allow }] } })),
  {
    files: ['**/*.mjs'],
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        crypto: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
      },
    },
  },
);
