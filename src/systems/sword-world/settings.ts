import { z } from 'zod';

/** SW section 18.2. The GM's settings, by their names; all of them are frozen when the battle starts. */
export const settingsSchema = z.strictObject({
  mode: z
    .enum(['simplified', 'standard'])
    .default('simplified')
    .describe('Three areas, or a line in metres (SW-FLOW-2)'),
  areaDistance: z.int().min(1).default(10).describe('Metres between neighbouring areas (SW-RANGE-5)'),
  allowFixedSwitch: z
    .boolean()
    .default(false)
    .describe('May monsters change between fixed values and dice in a combat'),
  initiativeTie: z.enum(['pcs', 'monsters']).default('pcs').describe('Who wins initiative at the exact target number'),
  initiativeAutoSuccess: z.boolean().default(false).describe('Does 6+6 win initiative against monsters by itself'),
  forcedAdvance: z
    .enum(['both', 'loserOnly', 'none'])
    .default('both')
    .describe('Which side is moved up when it stays back and the other holds the Frontline'),
  forcedAdvanceRestricts: z.boolean().default(true).describe('Is a unit moved up so under the first-round restriction'),
  placementCountsSections: z.boolean().default(true).describe('Does placement count sections, not units'),
  retreatTiming: z.enum(['nextTurn', 'sameTurn']).default('nextTurn').describe('When a declared retreat may be used'),
  retreatIndependents: z
    .enum(['hostileOnly', 'all'])
    .default('hostileOnly')
    .describe('Which independents count as enemies for the retreat penalty'),
  radius10: z
    .enum(['wide', 'narrow'])
    .default('wide')
    .describe('Does a radius of exactly 10 m reach the neighbouring areas'),
  casterInOwnRadius: z.boolean().default(true).describe('Is the caster affected by an own radius effect'),
  breakthroughFromMelee: z
    .boolean()
    .default(false)
    .describe('May a breakthrough leave a held Frontline for the Rearguard beyond'),
  areaDamage: z
    .enum(['perTarget', 'once'])
    .default('perTarget')
    .describe('Damage of a wide effect: for each target, or once'),
  monsterDeathCheck: z.boolean().default(false).describe('Do monsters roll Death Checks'),
  prone: z
    .strictObject({
      noMove: z.boolean().default(true).describe('No movement while prone'),
      checks: z.int().default(-2).describe('Modifier to checks while prone'),
      linger: z
        .boolean()
        .default(false)
        .describe('Does the modifier stay until the end of the turn in which one stood up'),
    })
    .prefault({})
    .describe('What being prone does'),
  activeFeats: z.int().min(1).default(1).describe('Active feats a turn'),
  skirmishOutbreak: z
    .enum(['directed', 'any'])
    .default('directed')
    .describe('Which actions make a skirmish break out: those directed at a foe on the spot, or any'),
  blocksPerRound: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Blocks a unit may make in a round; null for no limit'),
  blockOnEntry: z.boolean().default(false).describe('May participants stop one who ends inside the skirmish too'),
  fallDefense: z.boolean().default(true).describe('Does Defense reduce fall damage'),
  unconsciousFlyer: z.boolean().default(true).describe('Does an unconscious flyer fall 10 m less'),
  aquaticRanged: z.boolean().default(false).describe('Do underwater abilities allow ranged attacks underwater'),
});
export type Settings = z.output<typeof settingsSchema>;
