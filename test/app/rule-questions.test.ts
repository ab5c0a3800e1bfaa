import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRuleSearch } from '../../src/app/input/rule-search.ts';
import { parseRulebook } from '../../src/rules/rulebook.ts';
import { rulesets } from '../../src/systems/index.ts';

/** Questions at the table, and the rules that may come first. */
const questions: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  skure: [
    ['flank', ['SK-POS-5']],
    ['critical', ['SK-ATK-10', 'SK-ATK-11']],
    ['how do I charge', ['SK-CHARGE-1']],
    ['who goes first', ['SK-TURN-2']],
    ['what happens at 0 hp', ['SK-DEATH-2']],
    ['can I move after attacking', ['SK-ATK-5', 'SK-MOVE-7', 'SK-TURN-6']],
    ['diagonal', ['SK-MOVE-3', 'SK-ATK-4', 'SK-RUL-7']],
    ['attack of oportunity', ['SK-AOO-1']],
    ['defend ally', ['SK-ALLY-1']],
    ['how does aiming work', ['SK-AIM-1']],
    ['not enough essence', ['SK-SPELL-5', 'SK-SPELL-4']],
  ],
  straalara: [
    ['initiative', ['ST-INIT-1', 'ST-INIT-3']],
    ['what is a botch', ['ST-POOL-9', 'ST-RUL-27']],
    ['dodge', ['ST-MAN-8']],
    ['second action', ['ST-RES-7', 'ST-STANCE-4', 'ST-NOM-6']],
    ['when am I dazed', ['ST-DAZE-1']],
    ['how far can I walk', ['ST-MOVE-1', 'ST-MOVE-2', 'ST-MOVE-3']],
    ['health levels', ['ST-WOUND-2']],
    ['soak', ['ST-SOAK-1', 'ST-SOAK-2']],
    ['can I attack in defense stance', ['ST-STANCE-7']],
    ['do ones cancel', ['ST-POOL-7']],
    ['wound penalty', ['ST-WOUND-4', 'ST-WOUND-2']],
  ],
  'sword-world': [
    ['critical', ['SW-CRIT-1']],
    ['who goes first', ['SW-INIT-4', 'SW-ROUND-3']],
    ['what happens at 0 hp', ['SW-HP-1']],
    ['how do I retreat', ['SW-RETREAT-1']],
    ['can I cast after moving', ['SW-ACT-7']],
    ['how far can I move', ['SW-MOVE-9']],
    ['does a tie hit', ['SW-ACC-1']],
    ['death check', ['SW-DEATH-2']],
    ['misfire', ['SW-MISFIRE-1']],
    ['can I shoot into melee', ['SW-RANGE-4', 'SW-MISFIRE-1', 'SW-MISFIRE-2']],
    ['fall damage', ['SW-FALL-1']],
    ['stand up', ['SW-ACT-20']],
    ['draw a sword', ['SW-ACT-11']],
    ['how do I evade', ['SW-ACC-3']],
    ['do guns ignore armour', ['SW-GUN-1', 'SW-GUN-3']],
    ['what is a skirmish', ['SW-FIELD-2']],
    ['how do I block', ['SW-BLOCK-1']],
    ['does a fireball hit friends', ['SW-AREA-5', 'SW-RUL-27']],
    ['one hand or two', ['SW-ACT-12']],
    ['half damage', ['SW-DMG-5']],
  ],
  dskull: [
    ['does flanking help', ['DS-ATK-12', 'DS-GLO-5', 'RULING-71']],
    ['flank', ['DS-ATK-12', 'DS-GLO-5', 'RULING-71']],
    ['who goes first', ['DS-ROUND-2']],
    ['how do I disengage', ['DS-ENG-7', 'DS-ENG-10']],
    ['attack of opportunity', ['DS-ENG-7']],
    ['how far can I move', ['DS-MOVE-1']],
    ['diagonal', ['RULING-32', 'DS-BOARD-8']],
    ['cover', ['DS-COVER-1']],
    ['line of sight', ['DS-LOS-1']],
    ['stunned', ['DS-COND-2']],
    ['what happens when I am wounded', ['DS-COND-3']],
    ['two weapons', ['DS-ATK-3']],
    ['can I shoot while engaged', ['DS-ENG-9']],
    ['how do I heal', ['DS-ACT-8']],
    ['lose initiative', ['DS-TAC-3']],
    ['does a blast hit friends', ['DS-AOE-3']],
    ['can I move through a friend', ['DS-MOVE-6']],
    ['what is advantage', ['DS-DICE-8']],
    ['can I pass', ['DS-ROUND-4', 'RULING-81']],
    ['shield', ['DS-ATK-9', 'DS-DATA-5', 'DS-WB-7']],
    ['do wounds add up', ['DS-INJ-8']],
  ],
  segment: [
    ['how do I charge', ['SEG-COMBO-10']],
    ['flank', ['SEG-MELEE-2']],
    ['critical', ['SEG-CRIT-1', 'SEG-CRIT-2']],
    ['who goes first', ['SEG-INIT-6', 'SEG-INIT-1']],
    ['initiative', ['SEG-INIT-1']],
    ['what happens at 0 hit points', ['SEG-DMG-5']],
    ['when am I stunned', ['SEG-STUN-1']],
    ['how do I disengage', ['SEG-WITHDRAW-1']],
    ['attack of opportunity', ['SEG-WITHDRAW-2']],
    ['draw a weapon', ['SEG-DRAW-1']],
    ['can I shoot into melee', ['SEG-INTOMELEE-1']],
    ['how far can I move', ['SEG-MOVE-1']],
    ['move and attack', ['SEG-COMBO-1']],
    ['can I cast after moving', ['SEG-CAST-11']],
    ['is my spell interrupted', ['SEG-INT-1']],
    ['does armour stop a critical', ['SEG-CRIT-2', 'SEG-DMG-3']],
    ['fumble', ['SEG-AUTO-1']],
    ['drink a potion', ['SEG-POTION-1']],
    ['two weapons', ['SEG-MELEE-6']],
    ['how do I dodge', ['SEG-RANGED-3', 'SEG-RUL-77']],
    ['parry', ['SEG-DEF-1', 'SEG-RUL-73']],
    ['aim', ['SEG-AIM-1']],
    ['darkness', ['SEG-MELEE-4']],
    ['first aid', ['SEG-PEN-6']],
    ['stand up', ['SEG-RUL-17']],
    ['prone', ['SEG-RUL-17']],
    ['free attack', ['SEG-WITHDRAW-2']],
  ],
};

const search = createRuleSearch(rulesets);
const asked = Object.entries(questions).flatMap(([system, all]) =>
  all.map(([question, wanted]) => ({ system, question, wanted })),
);

test.each(asked)('$system: /rule $question finds the right rule first', ({ system, question, wanted }) => {
  const [first] = search(question, system);
  expect(wanted).toContain(first?.entry.id);
});

/** Technical terms that plain texts avoid: codes, keys of settings, sources. */
const machinery = /`[^/`][^`]*`|\b[A-Z]{3,}_[A-Z_]+\b|\bcfg\b|\bseed\b|\.ts\b|\bR-\d+|Silent\./;

test.each(rulesets)('$id: every rule has a plain title and a text of at most four sentences', ({ rules }) => {
  expect(
    rules()
      .filter(({ plain }) => plain === undefined)
      .map(({ id }) => id),
  ).toEqual([]);
  expect(
    rules().flatMap(({ id, plain }) => (plain && machinery.test(`${plain.title} ${plain.text}`) ? id : [])),
  ).toEqual([]);
  expect(rules().flatMap(({ id, plain }) => ((plain?.text ?? '').split(/[.!?]\s/).length > 4 ? id : []))).toEqual([]);
  const titles = rules().map(({ plain }) => plain?.title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

test.each(rulesets)('$id: PLAYERS.md describes no rule that does not exist', ({ id, rules }) => {
  const told = readFileSync(new URL(`../../src/systems/${id}/PLAYERS.md`, import.meta.url), 'utf8');
  const there = rules().map((each) => each.id);
  expect(
    parseRulebook(told)
      .map((each) => each.id)
      .filter((each) => !there.includes(each)),
  ).toEqual([]);
});
