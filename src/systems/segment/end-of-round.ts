import { type Effect, ticked } from '../../rules/effects.ts';
import { onlyTeam } from './battle.ts';
import { lifeAt } from './damage.ts';
import type { EventOf } from './events.ts';
import { handsAfter } from './hands.ts';
import type { Combatant, State } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-PEN-4, SEG-RUL-88: hit points lost by bleeding at the end of this round. */
export const bleeding = ({ settings, round }: State, { stuck }: Combatant): number =>
  stuck
    .filter((missile) => settings.bleedFirstRound || missile.round < round)
    .reduce((sum, { bleed }) => sum + bleed, 0);

/** SEG-DRAW-2: with no attack left, the weapon is in hand at the end of the round. */
const rearmedAtEnd = (who: Combatant) => {
  const declared = who.declaration;
  if (declared === undefined || who.rearmed || who.life !== 'up' || who.stunned || who.actionsLost !== undefined)
    return [];
  const { draw, sheathe } = declared.options;
  return draw.length + sheathe.length === 0 ? [] : [{ who: who.id, ...handsAfter(who, declared.options) }];
};

/** SEG-PICK-3: retrieved by 2x to 4x (or by 1x without a blow). */
const pickedUpAtEnd = (who: Combatant) => {
  const weapon = who.declaration?.main === 'pick-up' ? who.declaration.weapon : undefined;
  const got = weapon !== undefined && (who.pickDegree ?? 5) <= 4 && !who.rearmed && who.life === 'up' && !who.stunned;
  return got && weapon !== undefined ? [{ who: who.id, weapon }] : [];
};

/** There are no turns here: every effect with a duration counts down when the round ends. */
const roundTicked = ({
  effects,
  combatants,
}: State): { readonly left: readonly Effect[]; readonly ended: readonly Effect[] } => {
  let left: readonly Effect[] = effects;
  const ended: Effect[] = [];
  for (const of of [undefined, ...combatants.map(({ id }) => id)])
    for (const at of ['end', 'start'] as const) {
      const counted = ticked(left, at, of);
      left = counted.left;
      ended.push(...counted.ended);
    }
  return { left, ended };
};

/** SEG-ROUND-6: the round ends, in its order; SEG-ROUND-7. */
export const endRound = (tape: Unfolding): void => {
  const state = tape.now();
  const bled = state.combatants.flatMap((who): EventOf<'round-ended'>['bled'] => {
    const amount = who.life === 'dead' ? 0 : bleeding(state, who);
    if (amount === 0) return [];
    const hp = who.hp - amount;
    return [{ who: who.id, amount, hp, life: lifeAt(state, hp, who.life) }];
  });
  const { left, ended } = roundTicked(state);
  const after = {
    ...state,
    combatants: state.combatants.map((each) => ({
      ...each,
      life: bled.find(({ who }) => who === each.id)?.life ?? each.life,
    })),
  };
  const team = onlyTeam(after);
  tape.put({
    type: 'round-ended',
    round: state.round,
    bled,
    rearmed: state.combatants.flatMap(rearmedAtEnd),
    pickedUp: state.combatants.flatMap(pickedUpAtEnd),
    effects: left.map((effect) => ({ ...effect })),
    lapsed: ended.map(({ who, name }) => ({ who, name })),
    ...(team !== undefined && { teamLeft: team }),
  });
  const nobody = after.combatants.every(({ life }) => life !== 'up');
  if (state.settings.autoEnd && (team !== undefined || nobody))
    tape.put({
      type: 'ended',
      reason: team === undefined ? 'nobody stands' : 'one team remains',
      ...(team !== undefined && { winner: team }),
    });
};
