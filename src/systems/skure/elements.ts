import type { AttackNumbers } from './attack/attack-numbers.ts';
import { type Element, elements, type Sheet } from './sheet.ts';
import type { Combatant } from './state.ts';

type Parts = Pick<AttackNumbers, 'physical' | 'portions' | 'damage'>;
type Share = { readonly element: Element; readonly percent: number };

/** Whole part of `whole × percent / 100`, rounded up (SK-ELEM-3). */
const share = (whole: number, percent: number): number => Math.ceil((whole * percent) / 100);

/** SK-ELEM-4, SK-ELEM-5, SK-RUL-51: each element once, scaled by what the target makes of it, never below 0. */
const scaleByAffinity = (physical: number, raw: ReadonlyMap<Element, number>, target: Combatant): Parts => {
  const portions = elements.flatMap((element) => {
    const portion = raw.get(element) ?? 0;
    if (portion === 0) return [];
    const affinity = target.sheet.affinities[element] ?? 0;
    return [{ element, raw: portion, affinity, damage: share(portion, Math.max(0, 100 + affinity)) }];
  });
  return { physical, portions, damage: portions.reduce((sum, { damage }) => sum + damage, physical) };
};

/** SK-ELEM-1, SK-ELEM-2, SK-ELEM-3: what the damage of a physical attack becomes, portions of one element merged (SK-RUL-50). */
export const convertDamage = (
  whole: number,
  { conversions, addOns }: Pick<Sheet, 'conversions' | 'addOns'>,
  target: Combatant,
): Parts => {
  const raw = new Map<Element, number>();
  const add = (element: Element, amount: number) => raw.set(element, (raw.get(element) ?? 0) + amount);
  let physical = whole;
  for (const { element, percent } of conversions as readonly Share[]) {
    const amount = Math.min(physical, share(whole, percent));
    physical -= amount;
    add(element, amount);
  }
  for (const { element, percent } of addOns as readonly Share[]) add(element, share(whole, percent));
  return scaleByAffinity(physical, raw, target);
};

/** SK-ELEM-6: spells and breath carry their own element, or none. */
export const calculateElementalDamage = (whole: number, element: Element | null, target: Combatant): Parts =>
  element === null
    ? scaleByAffinity(whole, new Map(), target)
    : scaleByAffinity(0, new Map([[element, whole]]), target);
