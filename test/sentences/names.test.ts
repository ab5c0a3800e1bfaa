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

test('the scanner finds a sentence by each kind of name', () => {
  const [tag] = scannedNames.tags;
  const [, counted] = scannedNames.counts;
  const source = `${tag}\`\${1} waits\`; ${counted}(3, 'foe'); x({ label: 'Go' }); const rollNames = { a: 'one' };`;
  expect(sentencesIn('src/app/services.ts', source).map(({ template }) => template)).toEqual([
    '{1} waits',
    ...['{1} foe', '{1} foes', 'Go', 'one'],
  ]);
});
