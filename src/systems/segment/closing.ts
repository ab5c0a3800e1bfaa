import type { Dice } from '../../dice/dice.ts';
import { moveAfterAttack } from './attack-and-move.ts';
import { find, mayDeclare } from './battle.ts';
import { rollInitiative } from './initiative.ts';
import type { State } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** Those who may still declare and have not. */
export const silentOnes = (state: State): readonly string[] =>
  state.combatants.filter((each) => mayDeclare(state, each) && each.declaration === undefined).map(({ id }) => id);

/** SEG-DECL-6, SEG-INIT-7: declarations are closed and every initiative die is rolled, in joining order. */
export const closeDeclarations = (tape: Unfolding, by: 'gm' | 'all', dice: Dice): void => {
  tape.put({ type: 'closed', by, silent: [...silentOnes(tape.now())] });
  for (const { id } of tape.now().combatants) {
    const now = tape.now();
    const who = find(now, id);
    if (who === undefined || !mayDeclare(now, who)) continue;
    tape.put(rollInitiative(now, who, dice));
    if (find(tape.now(), id)?.initiatives.every(({ status }) => status === 'lost')) moveAfterAttack(tape, id, dice);
  }
};
