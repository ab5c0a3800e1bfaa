import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childrenOf, isNode, type Node, nodesIn, treeOf } from './syntax.ts';

/**
 * A change that exceeds a limit must remove something. `attack-path.test.ts` limits the files of an attack,
 * `architecture.test.ts` cycles.
 */
const limits = { sourceLines: 107_000, commands: 262, functionLines: 100, interfaceMembers: 73 };

const sources = globSync(['src/**/*.ts', 'commands/**/*.ts']).filter((file) => !file.includes('/generated/'));
const textOf = (file: string): string => readFileSync(file, 'utf8');
const linesIn = (text: string): number => text.split('\n').length - 1;

test('the source stays within its limit of lines', () => {
  const total = sources.reduce((sum, file) => sum + linesIn(textOf(file)), 0);
  expect(total).toBeLessThanOrEqual(limits.sourceLines);
});

test('the manual stays within its limit of commands', () => {
  const commands = new Set(textOf('docs/manual.md').match(/^### \/.*$/gm));
  expect(commands.size).toBeGreaterThan(100);
  expect(commands.size).toBeLessThanOrEqual(limits.commands);
});

test('no function exceeds the limit of lines', () => {
  const long: string[] = [];
  for (const file of sources) {
    const text = textOf(file);
    const visit = (node: Node): void => {
      if (/Function/.test(node.type)) {
        const lines = linesIn(text.slice(node.start, node.end)) + 1;
        if (lines > limits.functionLines)
          long.push(`${file}:${linesIn(text.slice(0, node.start)) + 1}: ${lines} lines`);
      }
      for (const child of childrenOf(node)) visit(child);
    };
    visit(treeOf(file, text));
  }
  expect(long).toEqual([]);
});

test('a rulebook implements few members', () => {
  const file = 'src/rules/definition.ts';
  const groups = childrenOf(treeOf(file, textOf(file)))
    .map(({ declaration }) => declaration)
    .filter(isNode)
    .filter(({ type, id }) => type === 'TSInterfaceDeclaration' && isNode(id) && /^Ruleset[A-Z]/.test(String(id.name)));
  const members = groups.flatMap(({ body }) => (isNode(body) ? nodesIn(body.body) : []));
  expect(groups.length).toBe(11);
  expect(members.length).toBeLessThanOrEqual(limits.interfaceMembers);
});
