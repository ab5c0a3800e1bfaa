import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { childrenOf, type Node, treeOf } from './syntax.ts';

/** Old saved files name paths of their time. */
const asItWas = (file: string): boolean => /^test\/editions\/\d|\/generated\//.test(file);

const files = [
  ...readdirSync('.').filter((name) => name.includes('.')),
  ...['.ci', 'src', 'commands', 'test', 'docs', 'prisma', 'assets'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
  ),
].filter((file) => !asItWas(file));

const places = new Set(files.flatMap((file) => [file, dirname(file)]));

/** The path of a file or folder from the root, without placeholders like `<n>.ts`. */
const path =
  /(?<![\w/.<…*$}-])(?:(?:\.\.?\/)*(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:ts|mjs|md)|(?:src|test|commands|docs|prisma|assets)\/[\w./-]*\w)(?![\w<(…*/])/g;

/** A page may name a file by the end of its path. */
const isThere = (named: string): boolean => {
  const end = named.replace(/^(?:\.\.?\/)+/, '');
  return places.has(end) || files.some((file) => file.endsWith(`/${end}`));
};

const comments = (source: string): string => (source.match(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs) ?? []).join('\n');

const wordsOf = (file: string): string => {
  const text = readFileSync(file, 'utf8');
  // Example commands may name files that they create.
  return file.endsWith('.md')
    ? text.replaceAll(/^```(\w*)\n.*?^```$/gms, (fence, language) => (language === '' ? '' : fence))
    : comments(text);
};

test('each path named in a document or comment exists', () => {
  const named = files
    .filter((file) => /\.(?:md|ts|mjs)$/.test(file))
    .flatMap((file) => (wordsOf(file).match(path) ?? []).map((each) => ({ file, each })));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ each }) => !isThere(each)).map(({ file, each }) => `${file}: ${each}`)).toEqual([]);
});

/** A path from the root in a string: a file with an ending, or a folder with a slash behind it. */
const rooted = /(?<![\w./-])(?:src|commands|test|docs|prisma|assets)\/(?:[\w.-]+\/)*(?:[\w.-]+\.\w+)?(?![\w*$<{])/g;

/** Matches a regular expression that names several paths, or one that a rename would miss. */
const namesSeveral = /^\^(?:src|commands|test|docs|prisma|assets)\\\/(?:[\w-]+\\\/)*(?:\(\?:|\(?[\w-]+(?:\||\\\.ts))/;

/** Paths in the strings of a source, and regular expressions that name a folder of ours. */
const pathsIn = (file: string): { readonly named: readonly string[]; readonly patterns: readonly string[] } => {
  const named: string[] = [];
  const patterns: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') named.push(...(node.value.match(rooted) ?? []));
    if (node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null && 'pattern' in node.regex)
      patterns.push(String(node.regex.pattern));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(treeOf(file, readFileSync(file, 'utf8')));
  return { named, patterns: patterns.filter((each) => namesSeveral.test(each)) };
};

test('each path in a string of a test exists, and no string lists files by a pattern', () => {
  const found = files.filter((file) => /^test\/.*\.ts$/.test(file)).map((file) => ({ file, ...pathsIn(file) }));
  expect(found.flatMap(({ named }) => named).length).toBeGreaterThan(100);
  const missing = found.flatMap(({ file, named }) =>
    named.filter((each) => !existsSync(each)).map((each) => `${file}: ${each}`),
  );
  expect(missing).toEqual([]);
  expect(found.flatMap(({ file, patterns }) => patterns.map((each) => `${file}: ${each}`))).toEqual([]);
});

test('each relative URL in the code leads to a file', () => {
  const urls = files
    .filter((file) => /^(?:src|commands|test)\b.*\.(?:ts|js)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new URL\('([^']+\.(?:ts|js))', import\.meta\.url\)/g)].map(
        ([, named = '']) => join(dirname(file), named),
      ),
    );
  expect(urls.length).toBeGreaterThan(5);
  expect(urls.filter((each) => !existsSync(each))).toEqual([]);
});

test('the samples in CONTRIBUTING.md are code of the template', () => {
  const template = files
    .filter((file) => /^test\/template\/.*\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const samples = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code = '']) => code,
  );
  expect(samples.length).toBeGreaterThan(0);
  expect(samples.filter((sample) => !template.some((source) => source.includes(sample)))).toEqual([]);
});
