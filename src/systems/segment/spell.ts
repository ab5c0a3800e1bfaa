import type { Dice } from '../../dice/dice.ts';
import { rollPercent } from './attribute-checks.ts';
import { find } from './battle.ts';
import { castable, castingTime, powerFor } from './casting.ts';
import { replacements } from './contingency.ts';
import { impactOn, rollDamage } from './damage.ts';
import type { Slot } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-CAST-9, 10: casting begins and is paid for. */
export const beginCasting = (tape: Unfolding, who: string, slot: Slot): void => {
  const state = tape.now();
  const caster = find(state, who);
  const spell = caster && castable(caster, caster.declaration?.spell ?? '');
  if (caster === undefined || spell === undefined) return;
  if (!powerFor(caster, spell).enough) {
    tape.put({ type: 'lost', who, number: slot.number, segment: slot.segment, kind: 'cast', why: 'energy' });
    return;
  }
  tape.put({
    type: 'casting-began',
    who,
    spell: spell.name,
    ...(slot.target !== undefined && { target: slot.target }),
    begins: slot.segment,
    goesOff: slot.segment - castingTime(spell, state.settings),
    cost: caster.energy === undefined ? 0 : spell.cost,
    use: caster.uses[spell.name] !== undefined,
  });
};

/** SEG-CAST-10, SEG-RUL-51: the spell goes off, or asks for another target (SEG-DECL-7). */
export const spellGoesOff = (tape: Unfolding, who: string, dice: Dice): void => {
  const state = tape.now();
  const caster = find(state, who);
  const casting = caster?.casting;
  const spell = caster && casting && castable(caster, casting.spell);
  if (caster === undefined || casting === undefined || spell === undefined) return;
  const target = find(state, casting.target);
  const slot = caster.initiatives.find(({ kind }) => kind === 'cast');
  if (target !== undefined && target.life !== 'up' && slot !== undefined) {
    const [nearest] = replacements(state, caster, { ...slot, target: target.id }, tape.unseenBy(who));
    if (nearest === undefined) {
      tape.put({ type: 'spell-forgone', who, spell: spell.name });
      return;
    }
    if (state.settings.contingency === 'ask') {
      const { number } = slot;
      const segment = casting.goesOff;
      tape.put({
        type: 'asked',
        pending: { kind: 'contingency', who, number, target: target.id, segment, spell: true },
      });
      return;
    }
    tape.put({ type: 'redirected', who, number: slot.number, from: target.id, to: nearest.id, spell: true });
  }
  releaseSpell(tape, who, dice);
};

/** SEG-CAST-10: cast chance, then damage where the spell lists some. */
export const releaseSpell = (tape: Unfolding, who: string, dice: Dice): void => {
  const state = tape.now();
  const caster = find(state, who);
  const casting = caster?.casting;
  const spell = caster && casting && castable(caster, casting.spell);
  if (caster === undefined || casting === undefined || spell === undefined) return;
  const chance =
    spell.castChance === undefined
      ? undefined
      : rollPercent(
          state,
          caster,
          { rule: 'SEG-CAST-10', label: spell.name, value: spell.castChance },
          dice,
          'cast chance',
        );
  const success = chance?.success ?? true;
  const target = find(state, casting.target);
  const base = {
    type: 'spell-went-off' as const,
    who,
    spell: spell.name,
    ...(casting.target !== undefined && { target: casting.target }),
    segment: casting.goesOff,
    ...(chance && { chance }),
    success,
  };
  if (!success || spell.damage === undefined || target === undefined) {
    tape.put({ ...base, damageParts: [] });
    return;
  }
  const { rolled, damage, parts } = rollDamage(spell.damage, [], 'no', dice);
  const hit = { damage, protects: !spell.ignoresProt, single: true, grievous: false, stuck: undefined };
  tape.put({ ...base, rolled, damageParts: [...parts], impact: impactOn(state, target, hit, dice) });
};
