import { z } from 'zod';
import { aimTurnsFor } from '../aim.ts';
import { convertedDamage, elementalDamage } from '../elements.ts';
import { type Zone, zoneOf, zones } from '../positioning.ts';
import type { Settings } from '../settings.ts';
import { elementSchema } from '../sheet.ts';
import { list, type State } from '../state.ts';
import { damageOf, factorSchema } from './damage.ts';
import type { Attack } from './kinds.ts';
import { rolled, rollSchema, speedsOf } from './roll.ts';

/** One reckoned blow: every number of section 6, in its order. */
export const reckoningSchema = z.strictObject({
  zone: z.enum(zones).optional(),
  /** Absent where nothing is rolled: a spell that simply lands. */
  roll: rollSchema.optional(),
  speeds: z.tuple([z.int(), z.int()]),
  aimTurns: z.int(),
  attack: z.int(),
  defense: z.int(),
  base: z.int(),
  factors: list(factorSchema),
  whole: z.int(),
  physical: z.int(),
  portions: list(z.strictObject({ element: elementSchema, raw: z.int(), affinity: z.int(), damage: z.int() })),
  damage: z.int(),
  hit: z.boolean(),
});
export type Reckoning = z.output<typeof reckoningSchema>;

/** SK-POS-1; none for a counter (SK-CTR-5), front for a shield (SK-RUL-41) and where `aoo.positioning` is off (SK-RUL-49). */
const zoneOfAttack = ({ how, attacker, target, shield }: Attack, settings: Settings): Zone =>
  how === 'counter' || shield || (how === 'opportunity' && settings['aoo.positioning'] === 'no')
    ? 'front'
    : zoneOf(target, attacker.at, settings);

/**
 * Section 6, steps 3 to 15, for one natural roll; `natural` left out where nothing is rolled. Pure: the odds are made of
 * a hundred of these. Whether it hit: SK-ATK-15, SK-RUL-19.
 */
export const reckon = (state: State, attack: Attack, natural: number | undefined): Reckoning => {
  const { settings } = state;
  const zone = zoneOfAttack(attack, settings);
  const aimTurns = aimTurnsFor(attack, settings);
  const roll = natural === undefined ? undefined : rolled(state, attack, zone, aimTurns, natural);
  const damage = damageOf(state, attack, zone, roll?.stage);
  const parts =
    attack.magic === undefined
      ? convertedDamage(damage.whole, attack.attacker.sheet, attack.target)
      : elementalDamage(damage.whole, attack.magic.element, attack.target);
  return {
    ...(attack.attacker.name !== attack.target.name && { zone }),
    ...(roll !== undefined && { roll }),
    speeds: [...speedsOf(state, attack)],
    aimTurns,
    ...damage,
    ...parts,
    hit: roll === undefined || roll.stage >= settings['stage.hitFrom'],
  };
};
