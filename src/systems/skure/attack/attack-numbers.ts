import { z } from 'zod';
import { aimTurnsFor } from '../aim.ts';
import { calculateElementalDamage, convertDamage } from '../elements.ts';
import { type FacingZone, facingZones, findFacingZone } from '../positioning.ts';
import type { Settings } from '../settings.ts';
import { elementSchema } from '../sheet.ts';
import { listSchema, type State } from '../state.ts';
import type { Attack } from './attack-kinds.ts';
import { calculateDamage, damageFactorSchema } from './damage.ts';
import { buildRoll, comparedSpeeds, rollSchema } from './roll.ts';

/** One reckoned blow: every number of section 6, in its order. */
export const attackNumbersSchema = z.strictObject({
  zone: z.enum(facingZones).optional(),
  /** Absent where nothing is rolled: a spell that simply lands. */
  roll: rollSchema.optional(),
  speeds: z.tuple([z.int(), z.int()]),
  aimTurns: z.int(),
  attack: z.int(),
  defense: z.int(),
  base: z.int(),
  factors: listSchema(damageFactorSchema),
  whole: z.int(),
  physical: z.int(),
  portions: listSchema(z.strictObject({ element: elementSchema, raw: z.int(), affinity: z.int(), damage: z.int() })),
  damage: z.int(),
  hit: z.boolean(),
});
export type AttackNumbers = z.output<typeof attackNumbersSchema>;

/** SK-POS-1; none for a counter (SK-CTR-5), front for a shield (SK-RUL-41) and where `aoo.positioning` is off (SK-RUL-49). */
const zoneOfAttack = ({ how, attacker, target, shield }: Attack, settings: Settings): FacingZone =>
  how === 'counter' || shield || (how === 'opportunity' && settings['aoo.positioning'] === 'no')
    ? 'front'
    : findFacingZone(target, attacker.at, settings);

/**
 * Section 6, steps 3 to 15, for one natural roll; `natural` left out where nothing is rolled. Pure: the odds are made of
 * a hundred of these. Whether it hit: SK-ATK-15, SK-RUL-19.
 */
export const calculateAttack = (state: State, attack: Attack, natural: number | undefined): AttackNumbers => {
  const { settings } = state;
  const zone = zoneOfAttack(attack, settings);
  const aimTurns = aimTurnsFor(attack, settings);
  const roll = natural === undefined ? undefined : buildRoll(state, attack, zone, aimTurns, natural);
  const damage = calculateDamage(state, attack, zone, roll?.stage);
  const parts =
    attack.magic === undefined
      ? convertDamage(damage.whole, attack.attacker.sheet, attack.target)
      : calculateElementalDamage(damage.whole, attack.magic.element, attack.target);
  return {
    ...(attack.attacker.name !== attack.target.name && { zone }),
    ...(roll !== undefined && { roll }),
    speeds: [...comparedSpeeds(state, attack)],
    aimTurns,
    ...damage,
    ...parts,
    hit: roll === undefined || roll.stage >= settings['stage.hitFrom'],
  };
};
