import { phrase, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type CarriedCombatant, describeChange } from '../../rules/sheets.ts';
import { preparedUses, type Sheet } from './sheet.ts';
import { find, type State } from './state.ts';

/** The sheet after a battle: hit points, energy, potions. Undefined without such a combatant. SEG-DMG-4, SEG-DMG-5. */
export const carryOverSheet = (state: State, id: string, before: Sheet): CarriedCombatant<Sheet> | undefined => {
  const me = find(state, id);
  if (me === undefined) return undefined;
  const { left: _, ...sheet } = me.sheet;
  const dead = me.life === 'dead';
  const prepared = preparedUses(sheet.spells);
  return {
    sheet: {
      ...sheet,
      hp: me.hp,
      potions: me.potions,
      left: {
        armorLoss: me.armorLoss,
        energy: me.energy,
        uses: me.uses,
        wounds: me.wounds,
      },
    },
    changes: [
      ...describeChange('HP', before.hp ?? before.maxHp, me.hp),
      ...describeChange('armour damage', before.left?.armorLoss ?? 0, me.armorLoss),
      ...describeChange('energy', before.left?.energy ?? before.energy ?? 0, me.energy ?? 0),
      ...Object.entries(me.uses).flatMap(([spell, uses]) =>
        describeChange(
          phrase`${term(spell)} prepared`,
          ownValue(before.left?.uses, spell) ?? ownValue(prepared, spell) ?? 0,
          uses,
        ),
      ),
      ...describeChange('potions', before.potions.length, me.potions.length),
      ...me.wounds.filter((wound) => !before.left?.wounds.includes(wound)),
      ...(dead ? ['dead'] : []),
    ],
    dead,
  };
};

/** The sheet after rest; used potions are not restored. */
export const restoreSheet = ({ hp: _hp, left: _left, ...sheet }: Sheet): Sheet => sheet;
