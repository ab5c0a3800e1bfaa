import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { line, step } from '../../rules/lines.ts';
import { tallyAttack } from '../../rules/tally.ts';
import { endAimsAt } from './aim.ts';
import { damageOutcomeSchema, describeFate, lifeStateAt, tallyDefeat, withDamageOutcome } from './death.ts';
import { combatantId, type Draft, event, find, findPlaced, isAlive, update } from './state.ts';

/** SK-RUL-29. */
export const bled = event(
  'bled',
  { who: combatantId, damage: z.int(), harm: damageOutcomeSchema },
  {
    apply: (state, { who, harm }) => update(state, who, (each) => withDamageOutcome(each, harm)),
    narrate: ({ who, damage, harm }, { before }) => {
      const end = describeFate(find(before, who), harm);
      const fallen = end === undefined ? '' : say`; it is ${end}`;
      return line(say`${ref(who)} bleeds: ${damage} damage${fallen}.`, 'bad', [
        [step('SK-RUL-29', say`gored: ${damage}`)],
      ]);
    },
    tallies: ({ who, damage }, before, after) => [
      ...tallyAttack(undefined, who, undefined, damage),
      ...tallyDefeat(before, after, who),
    ],
  },
);

/** SK-COND-4, SK-RUL-29: what a gored one loses at its turn start. */
export const applyBleeding = (draft: Draft, who: string): void => {
  const { settings } = draft.now();
  const damage = settings['gore.damagePerTurn'];
  const me = findPlaced(draft.now(), who);
  if (damage === 0 || !isAlive(me)) return;
  if (!me.conditions.some((each) => each.name === 'gored')) return;
  const hp = me.hp - damage;
  const life = lifeStateAt(hp, settings);
  const dies = life === 'dead';
  draft.emit(
    bled({
      who,
      damage,
      harm: { hp, life, wakes: false, ...(dies && { deathCause: 'physical', remains: 'body' }) },
    }),
  );
  if (dies) endAimsAt(draft, who);
};
