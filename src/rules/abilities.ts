import { z } from 'zod';
import { abilityResisted, abilityUsed, type Effect, effectApplied } from './effects.ts';
import type { RulingDraft } from './order-limits.ts';

/** Fields of a sheet's entry for its text, shown on use, and for the id of its saved ability. */
export const ownTextFields = { text: z.string().max(1000).optional(), follows: z.string().max(64).optional() };

/** What a spell or breath does to its target besides the rulebook's numbers. `effect`: modifiers or a condition. */
export const ownAbilityFields = {
  ...ownTextFields,
  heals: z.int().min(1).max(10_000).optional(),
  effect: z
    .strictObject({
      name: z.string().min(1).max(40).optional(),
      modifiers: z.record(z.string(), z.int()).default({}),
      /** Number of turns. Undefined if the effect lasts until the GM removes it. */
      turns: z.int().min(1).max(99).optional(),
    })
    .optional(),
};

/** An area around the target (squares), and the chance to resist (percent). */
export const areaFields = {
  area: z
    .strictObject({ radius: z.int().min(1).max(50), affects: z.enum(['all', 'foes', 'friends']).default('all') })
    .optional(),
  resist: z.strictObject({ chance: z.int().min(1).max(100), half: z.boolean().default(false) }).optional(),
};

const fields = z.object({ ...ownAbilityFields, ...areaFields });
type OwnAbility = z.output<typeof fields> & { readonly name: string };
type Emits = Pick<RulingDraft<{ readonly effects: readonly Effect[] }>, 'emit' | 'dice'>;

/** Shows the text of an ability that is used. */
export const tellAbility = ({ emit }: Emits, who: string, name: string, text: string | undefined): void => {
  if (text !== undefined) emit(abilityUsed({ who, name, text }));
};

/** Lets a target roll to resist. Returns what it takes: all of the ability, half of its damage, or nothing. */
export const rollOwnResistance = (
  { emit, dice }: Emits,
  who: string,
  target: string,
  { name, resist }: Pick<OwnAbility, 'name' | 'resist'>,
): 'all' | 'half' | 'none' => {
  if (resist === undefined) return 'all';
  const natural = dice.roll(100, 'resistance');
  emit(abilityResisted({ who, target, name, chance: resist.chance, natural }));
  return natural > resist.chance ? 'all' : resist.half ? 'half' : 'none';
};

/** Applies an ability's effect to a target. `ticks`: when it counts down. `more`: turns that do not count. */
export const applyOwnEffect = (
  { emit }: Emits,
  who: string,
  { name: called, effect }: Pick<OwnAbility, 'name' | 'effect'>,
  ticks: Effect['ticks'],
  more = 0,
): void => {
  const { name = called, modifiers = {}, turns } = effect ?? {};
  const remaining = turns && { remaining: turns + more };
  if (effect !== undefined) emit(effectApplied({ effect: { name, who, modifiers, ticks, ...remaining } }));
};

/** The combatants that an ability's area affects: the target and those near it. */
export const inArea = <One extends { readonly id: string }>(
  target: One,
  others: readonly One[],
  area: OwnAbility['area'],
  isNear: (one: One, radius: number) => boolean,
  isFoe: (one: One) => boolean,
): readonly One[] => {
  if (area === undefined) return [target];
  const { radius, affects } = area;
  const near = others.filter((one) => one.id !== target.id && isNear(one, radius));
  return [target, ...near.filter((one) => affects === 'all' || isFoe(one) === (affects === 'foes'))];
};
