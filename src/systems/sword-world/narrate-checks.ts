import { numeral, signed } from '../../core/text.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { EventOf } from './events.ts';
import { rolledRow, type Telling } from './telling.ts';
import { theThing } from './wording.ts';

/** SW-KNOW-2 told to all who see the monster. */
export const knowledgeLines = (event: EventOf<'knowledge'>, telling: Telling): readonly Line[] => {
  const { unit, monster, rolled, revealed, weakness } = event;
  if (!telling.sees(monster)) return [];
  const found = revealed
    ? `knows ${monster}${weakness ? ' and its weakness' : ''}`
    : `recalls ${weakness ? 'the weakness' : 'nothing'} of ${monster}`;
  const rows = telling.told(unit, 'checks') ? [rolledRow('SW-KNOW-2', 'Monster Knowledge', rolled)] : [];
  return [line(`${telling.name(unit)} ${found}.`, 'plain', rows)];
};

/** SW-MOUNT-5 told. */
export const weaknessLines = (event: EventOf<'weakness'>, telling: Telling): readonly Line[] => {
  const { rider, mount, enemy, riderRoll, enemyRoll, usable } = event;
  if (!telling.sees(mount)) return [];
  const rows = [
    ...(riderRoll && telling.told(rider, 'checks') ? [rolledRow('SW-MOUNT-5', 'Rider', riderRoll)] : []),
    ...(enemyRoll && enemy && telling.told(enemy, 'accuracy')
      ? [rolledRow('SW-MOUNT-5', 'Magic Power', enemyRoll)]
      : []),
  ];
  const text = usable ? 'lies open to the enemies' : 'is guarded';
  return [line(`The weakness of ${mount} ${text}.`, 'quiet', rows)];
};

/** SW-DEATH-1, SW-DEATH-2 told; the numbers to those who know its HP. */
export const deathLines = (event: EventOf<'death-checked'>, telling: Telling): readonly Line[] => {
  const { body, rolled, tn, result } = event;
  if (!telling.sees(body)) return [];
  const dead = result === 'dead';
  const known = telling.told(body, 'checks') && telling.told(body, 'hp');
  const rows = known ? [[...rolledRow('SW-DEATH-2', 'Death Check', rolled), step('SW-DEATH-2', `against ${tn}`)]] : [];
  const text = dead ? 'fails the Death Check and is dead' : 'clings to life';
  return [line(`${telling.name(body)} ${text}.`, telling.tone(body, body, !dead), rows)];
};

/** SW-HERB-1. What the rulebook calls its herbs. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['lifegrass', 'Lifegrass'],
  ['magicHerb', 'a Magic Herb'],
]);

/** SW-POWER-7, SW-HP-3 told. */
export const recoveredLines = (event: EventOf<'recovered'>, telling: Telling): readonly Line[] => {
  const { body, by, what, pool, power, extra, dice, value, amount, from, to } = event;
  if (!telling.sees(body)) return [];
  const known = telling.told(body, pool);
  const number = known ? ` ${to - from} ${pool.toUpperCase()} (now ${numeral(to)})` : '';
  const row = [
    step('SW-POWER-7', `power ${power}: ${dice[0]}+${dice[1]} → ${value ?? 'failure'}`),
    ...(value === null ? [] : [step('SW-HEAL-1', `${signed(extra)} extra = ${amount}`)]),
  ];
  const rows = known && telling.told(by, 'damage') ? [row] : [];
  const woke = event.woke ? ', and wakes' : '';
  const remedy = remedies.get(what) ?? theThing(what);
  return [line(`${telling.name(body)} recovers${number} with ${remedy}${woke}.`, 'good', rows)];
};

/** SW-DICE-2 told. */
export const checkedLines = (event: EventOf<'checked'>, telling: Telling): readonly Line[] => {
  const { unit, what, tn, rolled, success } = event;
  if (!telling.sees(unit)) return [];
  const rows = telling.told(unit, 'checks')
    ? [[...rolledRow('SW-DICE-2', 'check', rolled), step('SW-DICE-2', `against ${tn}`)]]
    : [];
  const text = `${telling.name(unit)} ${success ? 'succeeds in' : 'fails'} the check (${what}).`;
  return [line(text, telling.tone(unit, unit, success), rows)];
};
