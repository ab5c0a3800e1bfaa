import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sheetFields, sheetFieldTitle } from '../../src/app/input/sheet-fields.ts';
import { rulesets } from '../../src/systems/index.ts';

/** The rulebook's text without code. */
const proseOf = (id: string): string =>
  readFileSync(`src/systems/${id}/RULES.md`, 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');

/** Abbreviations in a rulebook's tables that no sheet shows. */
const cutWords = /\b(?:acc|adv|agi|aoe|apr|cls|def|dmg|eva|ext|id|init|int|mod|mods|spi|str|vit)\b/i;

/** Common English words that a rulebook may lack. */
const plain = new Set(
  'breaths class fly grips hours item kind magic max name seats slot status tags type value wing wits worn'.split(' '),
);

test.each(rulesets)('$title: every sheet field has a title in words of its rulebook', (ruleset) => {
  const fields = [...new Set(sheetFields(ruleset).map(({ path }) => path.replaceAll(/\.?#/g, '')))].filter(
    (path) => path !== '',
  );
  const prose = proseOf(ruleset.id);
  const words = new Set(prose.toLowerCase().match(/[a-z0-9]+/g));
  const bad = fields.flatMap((path) => {
    const title = sheetFieldTitle(ruleset, path).term;
    const key = path.split('.').at(-1) ?? '';
    const unknown = (title.match(/[A-Za-z0-9]+/g) ?? []).filter((word) => {
      if (/^[A-Z]{2,}$/.test(word)) return !new RegExp(`\\b${word}\\b`).test(prose);
      if (cutWords.test(word)) return true;
      return word.length <= 4 && !words.has(word.toLowerCase()) && !plain.has(word.toLowerCase());
    });
    return title === key || title.length > 45 || unknown.length > 0
      ? [`${path}: ${title} (${unknown.join(', ')})`]
      : [];
  });
  expect(bad).toEqual([]);
});
