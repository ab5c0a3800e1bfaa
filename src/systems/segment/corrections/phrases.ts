import { sameName } from '../../../core/text.ts';
import { isNone, words } from '../../../rules/values.ts';
import { castable } from '../casting.ts';
import { sticks } from '../damage.ts';
import { defenseBonus, defenseRank } from '../defense.ts';
import { missiles } from '../sheet.ts';
import { type Combatant, called, type State, weaponCalled } from '../state.ts';
import { listOf, own, type Patch } from './kinds.ts';

/** A weapon of the sheet, in one hand or the other. */
export const hand = (field: 'hand' | 'off-hand', key: 'hand' | 'offHand') =>
  own(
    field,
    'The weapon it holds, or none',
    words(),
    (who, text) => {
      if (isNone(text)) return { [key]: undefined };
      const weapon = weaponCalled(who, text);
      return weapon === undefined ? `${who.id} has no ${text}` : { [key]: weapon.name };
    },
    (who) => who[key],
  );

/** `full`, `desperate`, or the SC given up. */
export const defending = (who: Combatant, text: string): Patch | string => {
  if (isNone(text)) return { defending: undefined };
  const rank = defenseRank(who);
  const kind = /full/i.test(text) ? 'full' : /desperate/i.test(text) ? 'desperate' : 'partial';
  const scLoss = kind === 'partial' ? Number(text) : 0;
  return Number.isInteger(scLoss) && scLoss >= 0
    ? { defending: { kind, scLoss, defBonus: defenseBonus(kind, scLoss, rank) } }
    : 'write full, desperate, none or the SC given up';
};

/** `1 7`: attack 1 on segment 7. `1 lost`: it is lost. */
export const initiative = (who: Combatant, text: string): Patch | string => {
  const [, nth, where] = /^\s*(\d{1,2})\s+(-?\d{1,2}|lost)\s*$/i.exec(text) ?? [];
  const slot = who.initiatives.find(({ number }) => number === Number(nth));
  if (slot === undefined || where === undefined)
    return 'write the number of the attack and its segment, like 1 7, or 1 lost';
  const lost = /lost/i.test(where);
  return {
    initiatives: who.initiatives.map((each) =>
      each !== slot
        ? each
        : lost
          ? { ...each, status: 'lost' as const, lost: 'GM' }
          : { ...each, segment: Number(where), status: 'pending' as const },
    ),
  };
};

/** `arrow, spear`. */
export const stuck = (_who: Combatant, text: string, { round }: State): Patch | string => {
  const kinds = listOf(text).map((word) => missiles.find((each) => sameName(each, word)));
  const all = kinds.flatMap((kind) =>
    kind === undefined ? [] : (sticks({ use: 'missile', penetrating: kind }, 'critical', round) ?? []),
  );
  return all.length === kinds.length ? { stuck: all } : `write some of ${missiles.join(', ')}, or none`;
};

/** `longsword 90`. */
export const weaponSc = (who: Combatant, text: string): Patch | string => {
  const [, name = '', sc = ''] = /^\s*(.+?)\s+(-?\d{1,4})\s*$/.exec(text) ?? [];
  const weapon = weaponCalled(who, name);
  return weapon === undefined
    ? 'write a weapon and its SC, like longsword 90'
    : {
        sheet: {
          ...who.sheet,
          weapons: who.sheet.weapons.map((each) => (each === weapon ? { ...each, sc: Number(sc) } : each)),
        },
      };
};

/** `Hush 2`. */
export const preparedUses = (who: Combatant, text: string): Patch | string => {
  const [, name = '', left = ''] = /^\s*(.+?)\s+(\d{1,3})\s*$/.exec(text) ?? [];
  const spell = castable(who, name);
  return spell === undefined
    ? 'write a spell and the uses left, like Hush 2'
    : { uses: { ...who.uses, [spell.name]: Number(left) } };
};

/** `Grim 2x`. */
export const unseen = (who: Combatant, text: string, state: State): Patch | string => {
  const [, name = '', degree = ''] = /^\s*(.+?)\s+(1x|2x|fail)\s*$/i.exec(text) ?? [];
  const foe = called(state, name);
  const seen = (['1x', '2x', 'fail'] as const).find((each) => each === degree.toLowerCase());
  return foe === undefined || seen === undefined
    ? 'write a foe and 1x, 2x or fail'
    : { unseen: { ...who.unseen, [foe.id]: seen } };
};

/** `longbow > Grim`. */
export const aiming = (who: Combatant, text: string, state: State): Patch | string => {
  if (isNone(text)) return { aiming: undefined };
  const [weapon, target] = text.split('>').map((each) => each.trim());
  const held = weapon === undefined ? undefined : weaponCalled(who, weapon);
  const foe = target === undefined ? undefined : called(state, target);
  return held === undefined || foe === undefined
    ? 'write longbow > Grim, or none'
    : { aiming: { weapon: held.name, target: foe.id } };
};
