import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { formatOrder } from '../../src/app/replies/verb-names.ts';
import { rulesets } from '../../src/systems/index.ts';
import { sentenceTable } from '../sentences/table.ts';

const commands = buildCommands(rulesets).filter(({ hidden }) => hidden !== true);
const everySystem = rulesets.map(({ id }) => id);

/** Words with a slash that are no commands: the practice table's /quit, addresses and a folder. */
const notCommands = ['/quit', '/metrics', '/healthz', '/readyz', '/data'];

/** The rulebooks that the readers of a file use. */
const systemsOf = (file: string, otherwise: readonly string[]): readonly string[] => {
  if (file === 'src/app/verbs/manual.ts') return everySystem;
  const [, own = ''] = /^(?:src\/systems|docs\/first-battle)\/([\w-]+)/.exec(file) ?? [];
  return everySystem.includes(own) ? [own] : otherwise;
};

/** Commands in a text that a server with these rulebooks lacks. `/battle …` counts as present. */
const missingCommands = (text: string, systems: readonly string[]): readonly string[] => {
  const paths = commands
    .filter(({ path, systems: of }) => path[0] === 'battle' || of?.some((id) => systems.includes(id)) !== false)
    .map(({ path }) => path);
  return [...text.matchAll(/(?<![\p{L}\d/.<:*}$-])\/([a-z][a-z-]*)(?: ([a-z][a-z-]*)(?!\w|-|:\S))?/gu)]
    .filter(([, head, part]) =>
      paths.every(
        ([first, second]) => first !== head || (second !== undefined && part !== undefined && second !== part),
      ),
    )
    .map(([named]) => named)
    .filter((named) => !notCommands.includes(named));
};

test('every command named in a sentence exists for the rulebooks of that sentence', () => {
  const sentences = sentenceTable();
  const named = sentences.filter(({ template }) => /(?<!\S)\/[a-z]/.test(template));
  expect(named.length).toBeGreaterThan(100);
  const missing = sentences.flatMap(({ template, file }) =>
    missingCommands(template, systemsOf(file, [])).map((each) => `${file}: ${each}`),
  );
  expect(missing).toEqual([]);
});

test.each(rulesets)('every command in the lesson of $title exists', (ruleset) => {
  const { id, lesson } = ruleset;
  const orders = lesson?.steps.map(({ verb, params = {} }) => formatOrder(ruleset, verb, params)) ?? [];
  const said = [lesson?.opening, lesson?.closing, ...(lesson?.steps.map(({ says }) => says) ?? []), ...orders];
  expect(missingCommands(said.join('\n'), [id])).toEqual([]);
});

/** Inline code, and the lines of a code block that begin with a command. */
const typedText = (page: string): string =>
  [...page.matchAll(/`(\/[a-z][^`\n]*)`|^(?:as \w+: )?(\/[a-z].*)$/gm)].map(([whole]) => whole).join('\n');

const pages = globSync(['*.md', 'docs/**/*.md', 'src/systems/*/*.md']);

test.each(pages.map((page) => [page]))('every command named in %s exists', (page) => {
  expect(missingCommands(typedText(readFileSync(page, 'utf8')), systemsOf(page, everySystem))).toEqual([]);
});
