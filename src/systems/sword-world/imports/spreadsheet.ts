import { err, ok } from '../../../core/result.ts';
import { column, list, type SpreadsheetFormat, whole, words, yes } from '../../../rules/spreadsheet.ts';
import { blowIn, checkIn, weaknessesIn } from './monster-words.ts';
import { attributeCalled } from './names.ts';

/** `5`, or `5 (12)` where it is fixed otherwise than by 7 more. */
const check: typeof words = (cell) => {
  const read = checkIn(cell, undefined);
  return read === undefined ? err('is not a check; write one like 5 or 5 (12)') : ok(read);
};

/** `2d+4`, or the 4 alone. */
const blow: typeof words = (cell) => {
  if (/^2d6?$/i.test(cell)) return ok({ x: 0 });
  const { x } = blowIn(/^[+-]?\d{1,4}$/.test(cell) ? `2d${/^[+-]/.test(cell) ? '' : '+'}${cell}` : cell);
  return x === undefined ? err('is not damage; write it like 2d+4') : ok({ x });
};

const weakness = (said: string) => {
  const [, what = '', bonus] = /^([^+]{1,40})\+\s*(\d{1,2})$/.exec(said) ?? [];
  if (bonus === undefined) return undefined;
  const plain = what.trim().toLowerCase();
  if (plain === 'accuracy') return { accuracy: Number(bonus) };
  if (plain === 'physical' || plain === 'magical') return { damageType: plain, bonus: Number(bonus) };
  return { attribute: attributeCalled(plain), bonus: Number(bonus) };
};

/** `fire+3|physical+2|accuracy+1`, or as the books word it. */
const weaknesses: typeof words = (cell) => {
  const said = cell.split('|').filter((each) => each.trim() !== '');
  const read = said.map((each) => weaknessesIn(each).sheet.weaknesses?.[0] ?? weakness(each.trim()));
  return read.includes(undefined)
    ? err('is not a weakness; write one like fire+3, physical+2 or accuracy+1')
    : ok(read);
};

/** A bestiary: a line of a spreadsheet is a monster of one section. */
export const spreadsheet: SpreadsheetFormat = {
  usual: { kind: 'monster' },
  columns: {
    kind: column('kind', words),
    level: column('advLevel', whole),
    hp: column('hp', whole),
    mp: column('mp', whole),
    defense: column('defense', whole),
    accuracy: column('accuracy', check),
    evasion: column('evasion', check),
    damage: column('attack.damage', blow),
    attributes: column('attack.attributes', list),
    range: column('attack.range', whole),
    fortitude: column('fortitude', check),
    willpower: column('willpower', check),
    speed: column('speed', whole),
    flies: column('canFly', yes),
    initiative: column('initiative', whole),
    reputation: column('reputation', whole),
    weaknessValue: column('weaknessValue', whole),
    weaknesses: column('weaknesses', weaknesses),
  },
};
