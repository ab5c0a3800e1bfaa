import { phrase, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type CarriedCombatant, describeChange } from '../../rules/sheets.ts';
import { totalXp } from './life.ts';
import type { Body, Sheet } from './sheet.ts';
import type { State, Unit } from './state.ts';
import { findByName, isDead } from './units.ts';

type Pools = Pick<Sheet, 'hp' | 'mp' | 'hpLeft' | 'mpLeft'>;

/** The sheet fields for HP and MP left; a pool at its maximum has no field. */
const leftOf = ({ hp, maxHp, mp, maxMp }: Body) => ({
  ...(hp !== maxHp && { hpLeft: hp }),
  ...(mp !== maxMp && { mpLeft: mp }),
});

const poolChanges = (label: string, before: Pools, body: Body): readonly string[] => [
  ...describeChange(`${label}HP`, before.hpLeft ?? before.hp, body.hp),
  ...describeChange(`${label}MP`, before.mpLeft ?? before.mp, body.mp),
];

/** The weapons after a battle. Thrown and dropped weapons come back; used ammunition does not. */
const weaponsOf = ({ sheet, weapons }: Unit): Sheet['weapons'] =>
  sheet.weapons.map((weapon) => weapons.find(({ id }) => id === weapon.id) ?? weapon);

/** The potions after a battle, without the used ones. SW-GEAR-4. */
const potionsAfter = ({ sheet: { potions = [] }, potionsUsed = {} }: Unit) =>
  potions.map((potion) => ({ ...potion, left: Math.max(0, potion.left - (ownValue(potionsUsed, potion.id) ?? 0)) }));

/** The sheet after a battle: HP, MP, gear, experience, long effects. Undefined without the unit. SW-END-2, SW-XP-1. */
export const carryOverSheet = (state: State, id: string, before: Sheet): CarriedCombatant<Sheet> | undefined => {
  const me = findByName(state, id);
  const [first] = me?.bodies ?? [];
  if (me === undefined || first === undefined) return undefined;
  const { hpLeft: _hp, mpLeft: _mp, effects: _effects, ...sheet } = me.sheet;
  const dead = me.bodies.every(isDead);
  const xp = totalXp(me);
  const lasting = me.effects
    .filter(({ remaining }) => remaining === 'long')
    .map((effect) => (effect.body === undefined ? effect : { ...effect, body: effect.body.slice(me.id.length + 1) }));
  const sections = sheet.sections.map(({ hpLeft: _h, mpLeft: _m, ...section }, at) => {
    const body = me.bodies[at];
    return body === undefined ? section : { ...section, ...leftOf(body) };
  });
  return {
    sheet: {
      ...sheet,
      ...(sections.length === 0 && leftOf(first)),
      sections,
      weapons: weaponsOf(me),
      luggage: me.luggage,
      accessories: me.accessories,
      ...(sheet.potions && { potions: potionsAfter(me) }),
      ...(lasting.length > 0 && { effects: lasting }),
      ...(xp > 0 && { xp }),
    },
    changes: [
      ...(sections.length === 0
        ? poolChanges('', before, first)
        : me.bodies.flatMap((body, at) => {
            const was = before.sections[at];
            return was === undefined ? [] : poolChanges(`${was.name} `, was, body);
          })),
      ...describeChange('luggage', before.luggage.length, me.luggage.length),
      ...(sheet.potions ?? []).flatMap(({ id: potion }) => {
        const used = ownValue(me.potionsUsed, potion) ?? 0;
        return used > 0 ? [phrase`${used} × ${term(potion)} used`] : [];
      }),
      ...lasting.map((effect) => effect.id),
      ...(me.xp > 0 ? [phrase`${me.xp} XP, ${xp} in total`] : []),
      ...(dead ? ['dead'] : []),
    ],
    dead,
  };
};

/** The sheet with full HP and MP, and without effects. */
export const restoreSheet = ({ hpLeft: _hp, mpLeft: _mp, effects: _effects, ...sheet }: Sheet): Sheet => ({
  ...sheet,
  sections: sheet.sections.map(({ hpLeft: _h, mpLeft: _m, ...section }) => section),
});
