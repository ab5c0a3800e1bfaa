// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are sources
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childrenOf, isNode, type Node, treeOf } from '../syntax.ts';
import { scannedNames, sentencesIn } from './scan.ts';

interface Declared {
  readonly functions: Set<string>;
  readonly constants: Set<string>;
  readonly properties: Set<string>;
}

const idOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '');

/** The names that the sources declare. */
const declared = (): Declared => {
  const found: Declared = { functions: new Set(), constants: new Set(), properties: new Set() };
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator') found.constants.add(idOf(node.id));
    if (node.type === 'FunctionDeclaration') found.functions.add(idOf(node.id));
    if (node.type === 'Property') found.properties.add(idOf(node.key));
    for (const child of childrenOf(node)) visit(child);
  };
  for (const folder of ['commands', 'src'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts') && !name.includes('generated/'))
        visit(treeOf(name, readFileSync(`${folder}/${name}`, 'utf8')));
  return found;
};

const { functions, constants, properties } = declared();

test.each([
  ...scannedNames.tags,
  ...scannedNames.counts,
  ...scannedNames.lists,
  ...scannedNames.joins,
  ...scannedNames.plurals,
  ...scannedNames.terms,
  ...scannedNames.calls,
  ...scannedNames.labels,
  ...scannedNames.codes,
])('the scanner’s name %s is declared in the sources', (name) => {
  expect(functions.has(name) || constants.has(name) || properties.has(name)).toBe(true);
});

test.each(scannedNames.properties)('the scanner’s property %s exists in the sources', (name) => {
  expect(properties.has(name)).toBe(true);
});

test.each(scannedNames.endings)('the scanner’s ending %s occurs in a constant of the sources', (ending) => {
  expect([...constants].some((name) => name.toLowerCase().endsWith(ending))).toBe(true);
});

const scan = (source: string): readonly string[] =>
  sentencesIn('src/app/services.ts', source).map(({ template, one, of, holes }) =>
    [of, one, template, ...holes].filter((part) => part !== undefined).join(' | '),
  );

test('the scanner finds a sentence by each kind of name', () => {
  expect(scan("say`${1} waits`; counted(3, 'foe'); x({ label: 'Go' }); const rollNames = { a: 'one' };")).toEqual([
    ...['{1} waits | “1”', '{1} foe | {1} foes | a number', 'Go', 'one'],
  ]);
});

test('the scanner finds contexts, terms, plurals, lists and templates of signs', () => {
  expect(
    scan("say.of('damage')`${ref(who)} takes ${amount(5)}.`; term('Normal', 'move'); term(far ? 'a' : 'far');"),
  ).toEqual([...['damage | {1} takes {2}. | who: somebody, by name | “5”: a number', 'move | Normal', 'far']]);
  expect(scan('several(n, phrase`${n} sheet of ${asName(x)}`, phrase`${n} sheets of ${asName(x)}`);')).toEqual([
    '{1} sheet of {2} | {1} sheets of {2} | n | x: a name',
  ]);
  expect(scan("listing(all, 'or'); joined(parts, ' · '); say`${a}: ${b}`;")).toEqual([
    '{1} or {2} | those before | the last',
    '{1}, {2} | those before | the next',
    '{1} · {2} | those before | the next',
    '{1}: {2} | a | b',
  ]);
});

test('the scanner skips rule ids, codes and keys', () => {
  expect(
    scan(
      "step('SW-DMG-2', ''); refuse(a ? 'not-here' : 'not-now'); x({ type: a ? 'left' : 'right', label: 'endOfTurn' });",
    ),
  ).toEqual([]);
});
