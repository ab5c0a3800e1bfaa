import { strike } from './attack/blow.ts';
import { condition } from './conditions.ts';
import { attemptRevival } from './death.ts';
import type { Breath, Spell } from './sheet.ts';
import { type Draft, find, findPlaced, type State } from './state.ts';

/** SK-SPELL-2: +1 where the caster moved this turn. */
export const totalCost = ({ turn }: State, { cost }: Spell): number => cost + (turn?.moved ? 1 : 0);

/** SK-SPELL-5, SK-RUL-31: the percent chance that a short casting fails; 0 where the essence is enough. */
export const failureChance = (cost: number, essence: number, failPer: number): number =>
  Math.min(100, Math.max(0, cost - essence) * failPer);

/** SK-SPELL-2..6, SK-RUL-32: pays for the spell; false where it fails, and the caster is stunned. */
export const payFor = (draft: Draft, who: string, spell: Spell, target: string): boolean => {
  const state = draft.now();
  const { essence } = findPlaced(state, who);
  const cost = totalCost(state, spell);
  const short = essence < cost;
  const chance = failureChance(cost, essence, state.settings['essence.failPer']);
  const natural = short ? draft.dice.roll(100, 'essence') : undefined;
  const fails = natural !== undefined && natural <= chance;
  draft.emit({
    type: 'cast',
    who,
    spell: spell.name,
    target,
    cost,
    moved: state.turn?.moved ?? false,
    essence,
    left: short ? 0 : essence - cost,
    ...(natural !== undefined && { failure: { chance, natural, fails } }),
  });
  if (fails) draft.emit({ type: 'conditioned', who, condition: condition('stunned', state.settings) });
  return !fails;
};

/** SK-RUL-67: what the spell inflicts, once it has landed on somebody who is not dead. */
const inflict = (draft: Draft, { inflicts }: Spell, target: string): void => {
  const life = find(draft.now(), target)?.life;
  if (inflicts === null || (life !== 'conscious' && life !== 'unconscious')) return;
  const { condition: name, turns, disrupts } = inflicts;
  draft.emit({
    type: 'conditioned',
    who: target,
    condition: condition(name, draft.now().settings, { turns: turns ?? undefined, disrupts }),
  });
};

/** SK-SPELL-8, SK-RUL-55: what a spell does once it is paid for. */
export const unleash = (draft: Draft, who: string, spell: Spell, target: string): void => {
  const blow = strike(draft, 'spell', { attacker: who, target }, spell);
  if (!blow.hit) return;
  if (spell.revives !== null)
    attemptRevival(draft, target, spell.revives === 0 ? draft.now().settings['revive.hp'] : spell.revives);
  else inflict(draft, spell, target);
};

/** SK-BREATH-1, SK-BREATH-2; `shield` takes it where breath is physical (SK-RUL-34). */
export const breathe = (draft: Draft, who: string, breath: Breath, target: string, shield?: string): void => {
  strike(
    draft,
    'breath',
    { attacker: who, target: shield ?? target, instead: shield === undefined ? undefined : target },
    breath,
  );
};
