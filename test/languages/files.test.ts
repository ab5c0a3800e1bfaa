import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadLanguages, pluralForms } from '../../src/languages/po.ts';

/** A folder with these files. A path that ends in a slash is a folder. */
const folderWith = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'languages-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path.endsWith('/') ? path : join(path, '..')), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(root, path), text);
  }
  return root;
};

const hit = (translation: string): string => `msgid "hit"\nmsgstr "${translation}"\n`;

test('the files of a language are one dictionary, and a region falls back to its language', () => {
  const { dictionaries, problems } = loadLanguages(
    folderWith({
      'pt_BR/common.po': hit('acerto'),
      'pt/common.po': hit('golpe'),
      'pt/skure.po': 'msgid "miss"\nmsgstr "erro"\n',
      'templates/common.pot': hit(''),
      'README.md': 'Languages',
    }),
  );
  expect(problems).toEqual([]);
  expect([...dictionaries.keys()].toSorted()).toEqual(['pt', 'pt-BR']);
  expect(dictionaries.get('pt')?.sentences).toEqual({ hit: 'golpe', miss: 'erro' });
  expect(dictionaries.get('pt-BR')?.fallback).toBe(dictionaries.get('pt'));
  expect(dictionaries.get('pt')?.fallback).toBeUndefined();
});

test('a file that cannot be used is left out with a reason, and the others are used', () => {
  const root = folderWith({
    'ja/common.po': hit('命中'),
    'ja/skure.po': 'msgid "unfinished\nmsgstr "oops"\n',
    'ja/segment.po/': '',
    'ja/dskull.po': 'msgid "{1} hits"\nmsgstr "命中"\n',
    'not a language/common.po': hit('x'),
  });
  const { dictionaries, problems } = loadLanguages(root);
  expect([...dictionaries.keys()]).toEqual(['ja']);
  expect(dictionaries.get('ja')?.sentences).toEqual({ hit: '命中' });
  expect(problems.map((problem) => problem.slice(root.length + 1).replace(/: [A-Z].*/, ''))).toEqual([
    'ja/dskull.po: 1 translations with other placeholders are not used',
    'ja/segment.po is not used',
    'ja/skure.po is not used',
    'not a language/common.po is not used',
  ]);
});

test('the header X-Names says which names of slash commands are translated', () => {
  const header = (names: string): string => `msgid ""\nmsgstr "Language: x\\nX-Names: ${names}\\n"\n\n`;
  const { dictionaries } = loadLanguages(
    folderWith({
      'ja/commands.po': header('options') + hit('命中'),
      'ja/common.po': 'msgid "miss"\nmsgstr "失敗"\n',
      'de/commands.po': header('everything') + hit('Treffer'),
    }),
  );
  expect(dictionaries.get('ja')?.names).toBe('options');
  expect(dictionaries.get('de')?.names).toBeUndefined();
});

test('without a folder there are no languages', () => {
  expect(loadLanguages('/no/such/folder').dictionaries.size).toBe(0);
});

test.each([
  ['ja', 1, 'other'],
  ['de', 2, 'one other'],
  ['fr', 2, 'one other'],
  ['fr', 3, 'one many other'],
  ['pl', 3, 'one few many'],
  ['pl', 4, 'one few many other'],
  ['cs', 3, 'one few other'],
  ['lt', 3, 'one few other'],
  ['lv', 3, 'zero one other'],
  ['ar', 6, 'zero one two few many other'],
])('a file of %s with %i plural forms has them in the order of gettext', (language, count, forms) => {
  expect(pluralForms(language, count).join(' ')).toBe(forms);
});
