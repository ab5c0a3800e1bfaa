import type { Square } from '../../rules/grid/square.ts';
import { dropAimsAt } from './aim.ts';
import { type Attack, rollsToHit } from './attack/kinds.ts';
import { reckon } from './attacking.ts';
import { isCountered } from './counter.ts';
import { harmOf, unharmed } from './death.ts';
import type { Reckoning } from './model.ts';
import { type Draft, findPlaced } from './state.ts';

interface Circumstances {
  readonly attacker: string;
  readonly target: string;
  /** The ally for whom the target takes the blow. */
  readonly instead?: string | undefined;
  readonly at?: Square;
}

const dieOf: Readonly<Partial<Record<Attack['how'], string>>> = { counter: 'counter', opportunity: 'aoo' };

const naturalRoll = (draft: Draft, { how, attacker }: Attack): number =>
  attacker.next.roll ?? draft.dice.roll(100, dieOf[how] ?? 'hit');

/** Section 6, steps 3 to 16: rolls, reckons and lands one blow. */
export const strike = (
  draft: Draft,
  how: Attack['how'],
  { attacker, target, instead, at }: Circumstances,
  magic?: Attack['magic'],
): Reckoning => {
  const state = draft.now();
  const attack: Attack = {
    how,
    attacker: findPlaced(state, attacker),
    target: findPlaced(state, target),
    shield: instead !== undefined,
    ...(magic !== undefined && { magic }),
  };
  const natural = rollsToHit(attack, state.settings) ? naturalRoll(draft, attack) : undefined;
  const reckoning = reckon(state, attack, natural);
  const gentle = magic !== undefined && 'revives' in magic && magic.revives !== null;
  const harm = gentle ? unharmed(attack.target) : harmOf(attack.target, reckoning, state.settings);
  draft.emit({
    type: 'struck',
    how,
    attacker,
    target,
    ...(instead !== undefined && { instead }),
    ...(magic !== undefined && { with: magic.name }),
    ...(at !== undefined && { at }),
    reckoning,
    harm,
  });
  const died = harm.life !== attack.target.life && (harm.life === 'dead' || harm.life === 'destroyed');
  if (died) dropAimsAt(draft, target);
  return reckoning;
};

/** SK-CTR-4..7: the counter-attack that a missed melee attack brings. */
export const counterIfMissed = (draft: Draft, attacker: string, defender: string, missed: Reckoning): void => {
  const state = draft.now();
  if (isCountered(findPlaced(state, attacker), findPlaced(state, defender), missed))
    strike(draft, 'counter', { attacker: defender, target: attacker });
};
