import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import type { Sentence } from './sentences/scan.ts';
import { sentenceTable } from './sentences/table.ts';
import { childrenOf, isNode, type Node, nodesIn, treeOf } from './syntax.ts';

/**
 * Words to avoid. A ceiling is the number of remaining uses, and may only fall. `right` matches correct uses, and
 * `rightIn` names files that may use the word, with the reason beside each.
 */
interface Forbidden {
  readonly pattern: RegExp;
  readonly ceiling: number;
  readonly right?: RegExp;
  readonly rightIn?: readonly string[];
}

interface Words {
  readonly text: string;
  readonly file: string;
  readonly line: () => number;
}

const inComments: readonly Forbidden[] = [
  { pattern: /\b(?:of|by|to|for|from|with|at|in|on|against|whose) whom\b/i, ceiling: 4 },
  { pattern: /\bwho(?:m?ever)\b/i, ceiling: 0 },
  { pattern: /\b(?:nothing|none|nobody|no one) where\b/i, ceiling: 0 },
  // “Undefined if there is none” is the standard phrase.
  { pattern: /\b(?:is|are) none\b/i, right: /\bif there (?:is|are) none\b/gi, ceiling: 2 },
  // A value may be so large that …
  { pattern: /\bso (?:many|much|soon|long|large)\b/i, right: /\bso (?:long|large) that\b/gi, ceiling: 0 },
  {
    pattern: /\banew\b|\bof before\b|\bsuch a one\b|\bby whatever\b|\bto be had\b|\ball the same\b|\blately\b/i,
    ceiling: 0,
  },
  { pattern: /\bwhat (?:stands|lies|hangs|is told|is kept|is said)\b/i, ceiling: 0 },
  { pattern: /\bhangs?\b|\bhung\b|\bhanging\b/i, ceiling: 0 },
  // Boards, maps and their pictures have doors.
  {
    pattern: /\bshel(?:f|ves)\b|\bdesk\b|\bdoors?\b/i,
    rightIn: ['src/systems/', 'src/presentation/', 'src/rules/', 'src/app/maps/'],
    ceiling: 0,
  },
  // House rules are a term.
  { pattern: /\bthe house\b/i, right: /\bthe house rules\b/gi, ceiling: 0 },
  { pattern: /\breckon/i, ceiling: 0 },
  // A fighter has a weapon in hand.
  {
    pattern: /\bin hand\b/i,
    rightIn: ['src/systems/dskull/', 'src/systems/sword-world/', 'src/systems/straalara/', 'src/systems/segment/'],
    ceiling: 0,
  },
  // A hidden combatant is called “somebody”.
  { pattern: /\b(?:some|every|any)body\b/i, right: /“somebody”/g, ceiling: 0 },
  // Dice that are kept or dropped, and a code.
  { pattern: /\b(?:kept|keeps?)\b/i, right: /\bkeep or drop\b|\bkept-meanwhile\b/gi, ceiling: 10 },
  { pattern: /\b(?:told|tells?)\b/i, right: /\b(?:told|tells?) (?:\w+ ){0,3}apart\b/gi, ceiling: 2 },
  // Figures stand on squares.
  { pattern: /\bstands?\b/i, ceiling: 6 },
  // “True if …” says it.
  {
    pattern:
      /^(?:Is|Are|Does|Do|Did|Has|Have|May|Must|Can|Could|Will|Would|Should|Was|Were|How|Why|Which|What|Who)\b[^.]*\?/,
    ceiling: 0,
  },
  { pattern: /^The same\b/, ceiling: 1 },
  // Ids alone are right where the name says the rest.
  { pattern: /^(?!(?:[A-Z]{2,3}-[A-Z]+-\d+(?:, |\.$|\.\.\d+\.?$))+$)[A-Z]{2,3}-[A-Z]+-\d+/, ceiling: 0 },
  // A sentence of over 20 words, if it is the first.
  { pattern: /^(?:(?!\S*[.!?]\s)\S+\s+){20}\S/, ceiling: 3 },
  // Over 40 words.
  { pattern: /^(?:\S+\s+){40}/, ceiling: 1 },
];

const onScreen: readonly Forbidden[] = [
  // Flavor: who tells a story may say it.
  { pattern: /\bwhom\b|\bwhoever\b/i, rightIn: ['/presets.json', '/encounters.json'], ceiling: 0 },
  // The name of a hidden combatant, saved in old entries.
  {
    pattern: /\b(?:some|every|any)body\b/i,
    right: /^somebody$/gi,
    rightIn: ['/intents.ts', '/everyday-words.ts'],
    ceiling: 0,
  },
  // Words that players search for, and options that do not change something.
  {
    pattern: /\b(?:is|are|be|been) kept\b|\byou keep\b|^Keep |\bkeep (?:a|an|your|it|these|them)\b/i,
    right: /^Keep (?:silent|wounds of|declarations secret)/gi,
    rightIn: ['/intents.ts'],
    ceiling: 0,
  },
  // A code.
  { pattern: /\bshel(?:f|ves)\b/i, right: /^no-shelf-of-campaign$/g, ceiling: 0 },
  // A code.
  { pattern: /\bdesk\b/i, right: /^desk$/g, ceiling: 0 },
  { pattern: /\bready-made\b/i, ceiling: 0 },
  // Words that players search for; members bring their characters; a command.
  {
    pattern: /\bbrings?\b|\bbrought\b/i,
    rightIn: ['/intents.ts'],
    right: /a member brought|\/encounter bring\b/g,
    ceiling: 0,
  },
  // Rules of Segment and Straalara: an unseen foe or attack.
  {
    pattern: /\bunseen\b/i,
    rightIn: ['src/systems/segment/', 'src/systems/straalara/', '/intents.ts', '/everyday-words.ts'],
    ceiling: 0,
  },
  { pattern: /\b(?:tak|giv)(?:e|es|en|ing)\b[^.:;]*\bback\b/i, rightIn: ['/intents.ts'], ceiling: 0 },
  // Advice about an option.
  { pattern: /\bleft out\b|\bleave (?:it|that|this) out\b/i, right: /; leave it out\b/g, ceiling: 0 },
  // A direction.
  { pattern: /\bis to \w+\b/i, right: /\{3\} is to the/g, ceiling: 0 },
  { pattern: /\bstands? (?:in the log|still|any longer)\b/i, ceiling: 0 },
  { pattern: /\bput to (?:you|the GM|your)\b|GM’s word|\bword of yours\b/i, ceiling: 0 },
  { pattern: /\bthe absent\b/i, ceiling: 0 },
  { pattern: /\bplays? by (?:itself|themselves)\b/i, ceiling: 0 },
  // Things lie on the ground, edges between spaces.
  { pattern: /\blies\b|\blaid\b|\blays?\b/i, rightIn: ['src/systems/'], ceiling: 0 },
  // A command.
  { pattern: /\blift(?:s|ed)?\b/i, right: /\/gm lift\b/g, ceiling: 0 },
  // Flavor.
  {
    pattern: /\banew\b|\ball the same\b|\bthings go\b|\bnothing comes of\b|\bwhole again\b/i,
    right: /^If things go badly/g,
    ceiling: 0,
  },
  // Where an item fell.
  { pattern: /\bfells?\b|\bfelled\b/i, right: /\blies where it fell\b/g, rightIn: ['/intents.ts'], ceiling: 3 },
  { pattern: /\bof (?:yours|his|theirs)\b/i, ceiling: 0 },
  {
    pattern:
      /\breckon|\bputs? (?:it|\{\d\}|anything|everything) right\b|\btakes hold\b|\bleft it at\b|in thought\b|\bforetold?\b|\ban own\b|^Whom you |one from the list|answers to \{/i,
    ceiling: 0,
  },
];

const inNames: readonly Forbidden[] = [
  // A bare participle names an event, and nothing else.
  {
    pattern: /^[a-z]+ed$|^(?:told|kept|laid|hung|meant|lost|left|shown|drawn|given|taken|begun|done|gone)$/,
    ceiling: 5,
  },
  { pattern: /[a-z](?:Called|Here|In|InWords)$/, ceiling: 4 },
  // Doors on boards; faces and attacks that are kept, as the rulebooks say.
  {
    pattern: /(?:^|(?<=[a-z]))(?:kept|told|tell|meant|laid|hung|lift|desk|shelf|door|saying|stretch|house)(?![a-z])/i,
    rightIn: ['src/systems/dskull/', 'src/systems/segment/'],
    ceiling: 0,
  },
];

const sources = globSync(['src/**/*.ts', 'commands/**/*.ts'])
  .filter((file) => !file.includes('/generated/'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));
const lineAt = (source: string, at: number) => (): number => source.slice(0, at).split('\n').length;

/** Doc comments as one line each. Code in backticks is left out. */
const docComments = (): readonly Words[] =>
  sources.flatMap(({ file, source }) =>
    parseSync(file, source)
      .comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ value, start }) => ({
        text: value
          .slice(1)
          .replaceAll(/\n\s*\* ?/g, ' ')
          .replaceAll(/`[^`]*`/g, '``')
          .replaceAll(/\s+/g, ' ')
          .trim(),
        file,
        line: lineAt(source, start),
      })),
  );

/** Sentences of the program. Rules and cards of players quote their originals. */
const sentences = (): readonly Words[] =>
  sentenceTable()
    .filter(({ file }: Sentence) => !/(?:RULES|PLAYERS)\.md$/.test(file))
    .map(({ template: text, file, line }) => ({ text, file, line: () => line }));

const isEvent = ({ init }: Node): boolean =>
  isNode(init) && init.type === 'CallExpression' && isNode(init.callee) && /event$/i.test(String(init.callee.name));
const nameOf = ({ id }: Node): string => (isNode(id) && id.type === 'Identifier' ? String(id.name) : '');

/** Names of exports that are no events. */
const exportedNames = (): readonly Words[] =>
  sources.flatMap(({ file, source }) =>
    childrenOf(treeOf(file, source))
      .filter(({ type }) => type === 'ExportNamedDeclaration')
      .flatMap(({ declaration, start }) =>
        nodesIn(declaration)
          .flatMap((each) => (each.type === 'VariableDeclaration' ? nodesIn(each.declarations) : [each]))
          .filter((each) => !isEvent(each))
          .map((each) => ({ text: nameOf(each), file, line: lineAt(source, start) })),
      ),
  );

test.each([
  { where: 'a doc comment', forbidden: inComments, read: docComments, least: 4000 },
  { where: 'a sentence on screen', forbidden: onScreen, read: sentences, least: 5000 },
  { where: 'an exported name', forbidden: inNames, read: exportedNames, least: 3000 },
])('$where has no more forbidden words than the ceilings allow', ({ forbidden, read, least }) => {
  const all = read();
  expect(all.length).toBeGreaterThan(least);
  const tooMany = forbidden.flatMap(({ pattern, ceiling, right = /^\b$/g, rightIn }) => {
    const uses = all.filter(
      ({ text, file }) => !rightIn?.some((part) => file.includes(part)) && pattern.test(text.replaceAll(right, '')),
    );
    return uses.length <= ceiling
      ? []
      : [
          `${uses.length} of ${ceiling} allowed: ${pattern}`,
          ...uses.map(({ text, file, line }) => `  ${file}:${line()} ${text}`),
        ];
  });
  expect(tooMany).toEqual([]);
});
