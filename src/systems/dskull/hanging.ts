import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import type { Effect } from '../../rules/effects.ts';
import { done, type Verdict } from '../../rules/verb.ts';
import { findWarrior } from './checks.ts';
import type { Code } from './refusals.ts';
import type { Draft } from './state.ts';

/** DS-ATK-11, DS-GEN-2. The terms of what the GM may hang on a warrior. */
export const modifiers = {
  attack: 'Step on its attacks',
  defence: 'Step on attacks against it',
  armour: 'Step on its armour rolls',
  injury: 'Step on its injury rolls',
  morale: 'Step on its Morale tests',
  strength: 'Step on its Strength tests',
  persuasion: 'Step on its Persuasion tests',
  medicine: 'Step on its Medicine tests',
  movement: 'Movement points of every gain',
  actions: 'Actions at the start of its activations',
};

/** Hangs an effect on a warrior, in place of one of the same name, or lifts it. */
export const hang = ({ now, emit }: Draft, who: string, name: string, effect: Effect | undefined): Verdict<Code> => {
  const state = now();
  const warrior = findWarrior(state, who);
  if (warrior === undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(who) });
  const hanging = state.effects.some((each) => each.who === warrior.id && each.name === name);
  if (effect === undefined && !hanging)
    return refuse('nothing-known', { problem: say`nothing called ${name} hangs on ${ref(warrior.id)}` });
  if (hanging) emit({ type: 'effect-lifted', who: warrior.id, name, ended: false });
  if (effect !== undefined) emit({ type: 'effect-hung', effect: { ...effect, who: warrior.id, name } });
  return done;
};
