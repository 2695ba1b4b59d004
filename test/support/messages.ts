import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';

export { areasOf, MESSAGES, messagesOf } from './words.js';

/** What a message is given and decides by. */
export interface MessageShape {
  /** Names of what is put in, tags included. */
  readonly given: readonly string[];
  /** Of each plural the branches it has, and of each choice. */
  readonly plurals: readonly {
    readonly argument: string;
    readonly ordinal: boolean;
    readonly branches: readonly string[];
  }[];
  readonly choices: readonly { readonly argument: string; readonly branches: readonly string[] }[];
}

/** Reads a message. @throws SyntaxError when it is not ICU message syntax */
export function shapeOf(message: string): MessageShape {
  const given = new Set<string>();
  const plurals: MessageShape['plurals'][number][] = [];
  const choices: MessageShape['choices'][number][] = [];
  const visit = (nodes: readonly MessageFormatElement[]): void => {
    for (const node of nodes) {
      if (node.type === TYPE.literal || node.type === TYPE.pound) continue;
      given.add(node.type === TYPE.tag ? `<${node.value}>` : node.value);
      if (node.type === TYPE.tag) visit(node.children);
      if (node.type === TYPE.plural)
        plurals.push({
          argument: node.value,
          ordinal: node.pluralType === 'ordinal',
          branches: Object.keys(node.options),
        });
      if (node.type === TYPE.select) choices.push({ argument: node.value, branches: Object.keys(node.options).sort() });
      if (node.type === TYPE.plural || node.type === TYPE.select)
        for (const option of Object.values(node.options)) visit(option.value);
    }
  };
  visit(parse(message));
  return { given: [...given].sort(), plurals, choices };
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words that an expression can be, by its type. */
function literalsOf(checker: ts.TypeChecker, node: ts.Expression): string[] {
  const type = checker.getTypeAtLocation(node);
  return (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
}

/** Patterns for what an expression can be; none when it can be anything. */
function patternsOf(checker: ts.TypeChecker, node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [escape(node.text)];
  if (ts.isConditionalExpression(node))
    return [...patternsOf(checker, node.whenTrue), ...patternsOf(checker, node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return literalsOf(checker, node).map(escape);
  return node.templateSpans.reduce<string[]>(
    (heads, span) => {
      const parts = literalsOf(checker, span.expression).map(escape);
      return heads.flatMap((head) =>
        (parts.length === 0 ? ['[^.]+'] : parts).map((part) => `${head}${part}${escape(span.literal.text)}`),
      );
    },
    [escape(node.head.text)],
  );
}

/**
 * Namespaces that a call of next-intl opens: `useTranslations('image.stage')`, `getTranslations({ namespace: 'image'
 * })`.
 */
function namespacesOf(checker: ts.TypeChecker, call: ts.CallExpression): string[] {
  const [first] = call.arguments;
  if (first === undefined) return [];
  if (!ts.isObjectLiteralExpression(first)) return patternsOf(checker, first);
  return first.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && property.name.getText() === 'namespace'
      ? patternsOf(checker, property.initializer)
      : [],
  );
}

function each(source: ts.Node, visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
}

/**
 * Patterns of the keys that a call of `localePage` or `dataPage` names, whole, as the title and description of a page.
 */
function namedIn(checker: ts.TypeChecker, call: ts.CallExpression): string[] {
  const found: string[] = [];
  each(call, (node) => {
    if (ts.isPropertyAssignment(node) && /^(title|description)$/.test(node.name.getText()))
      found.push(...patternsOf(checker, node.initializer));
  });
  return found;
}

/** Patterns of the keys that one source file asks for. */
function keysIn(checker: ts.TypeChecker, source: ts.SourceFile): string[] {
  const translators = new Map<string, string[]>();
  each(source, (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    const call = ts.isAwaitExpression(node.initializer) ? node.initializer.expression : node.initializer;
    if (!ts.isCallExpression(call) || !/^(use|get)Translations$/.test(call.expression.getText())) return;
    translators.set(node.name.getText(), [
      ...(translators.get(node.name.getText()) ?? []),
      ...namespacesOf(checker, call),
    ]);
  });
  const keys: string[] = [];
  each(source, (node) => {
    const [key] = ts.isCallExpression(node) ? node.arguments : [];
    if (!ts.isCallExpression(node) || key === undefined) return;
    if (/^(locale|data)Page$/.test(node.expression.getText())) return void keys.push(...namedIn(checker, node));
    const name = /^([A-Za-z]\w*)(\.(rich|markup|raw|has))?$/.exec(node.expression.getText())?.[1];
    // A translator that was handed over as `t` may be of any namespace.
    const namespaces = name === undefined ? undefined : (translators.get(name) ?? (name === 't' ? ['.+'] : undefined));
    if (namespaces === undefined) return;
    for (const pattern of patternsOf(checker, key))
      for (const namespace of namespaces) keys.push(`${namespace}\\.${pattern}`);
  });
  return keys;
}

/**
 * Patterns of the keys that the web app asks for, as far as its types tell; what it asks for by any string is not among
 * them.
 */
export function usedKeys(): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    'web/tsconfig.json',
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (config === undefined) throw new Error('web/tsconfig.json cannot be read');
  const program = ts.createProgram(config.fileNames, config.options);
  const checker = program.getTypeChecker();
  const own = program
    .getSourceFiles()
    .filter((file) => /\/web\/(app|features|lib|ui)\//.test(file.fileName) && !/\.spec\.ts$/.test(file.fileName));
  return [...new Set(own.flatMap((file) => keysIn(checker, file)))];
}
