import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** What is kept as it was once written speaks of files as they were. */
const asItWas = /^test\/(?:editions\/\d|releases)|\/generated\//;

const files = [
  ...readdirSync('.').filter((name) => name.includes('.')),
  ...['.ci', 'src', 'commands', 'test', 'docs', 'prisma', 'assets'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
  ),
].filter((file) => !asItWas.test(file));

const places = new Set(files.flatMap((file) => [file, dirname(file)]));

/** A file of ours, or a folder with its way from the root. What has a hole in it, as `<n>.ts`, is no path. */
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
  // What is to be typed may name files that come of it.
  return file.endsWith('.md')
    ? text.replaceAll(/^```(\w*)\n.*?^```$/gms, (fence, language) => (language === '' ? '' : fence))
    : comments(text);
};

test('every path that is named in a document or a comment is there', () => {
  const named = files
    .filter((file) => /\.(?:md|ts|mjs)$/.test(file))
    .flatMap((file) => (wordsOf(file).match(path) ?? []).map((each) => ({ file, each })));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ each }) => !isThere(each)).map(({ file, each }) => `${file}: ${each}`)).toEqual([]);
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
