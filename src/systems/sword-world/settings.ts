import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';

/** The settings of a battle, by name. They are fixed when it starts. SW section 18.2. */
export const settingsSchema = z.strictObject({
  ...settingGroup('The battlefield', {
    mode: z.enum(['simplified', 'standard']).default('simplified').meta({
      title: 'Mode of the battle',
      description: 'Simplified: three areas; standard: a line in metres (SW-FLOW-2)',
    }),
    areaDistance: z
      .int()
      .min(1)
      .default(10)
      .meta({ title: 'Distance between areas', description: 'Metres between neighbouring areas (SW-RANGE-5)' }),
    placementCountsSections: z.boolean().default(true).meta({
      title: 'Sections count at placement',
      description: 'When at least half must start in the Frontline, do sections count instead of units? (SW-RUL-13)',
    }),
  }),
  ...settingGroup('Initiative and the first round', {
    initiativeTie: z.enum(['pcs', 'monsters']).default('pcs').meta({
      title: 'Initiative at the exact target number',
      description: 'Who wins initiative if the roll equals the target number (SW-RUL-6)',
    }),
    initiativeAutoSuccess: z.boolean().default(false).meta({
      title: '6+6 on initiative rolls',
      description: 'Does 6+6 win initiative against monsters automatically? (SW-RUL-8)',
    }),
    forcedAdvance: z.enum(['both', 'loserOnly', 'none']).default('both').meta({
      title: 'Who is moved to the Frontline',
      description: 'Which side is moved to the Frontline if it stays back and the other side does not (SW-RUL-10)',
    }),
    forcedAdvanceRestricts: z.boolean().default(true).meta({
      title: 'Restriction for units moved to the Frontline',
      description: 'Does the first-round restriction apply to units moved to the Frontline? (SW-RUL-11)',
    }),
  }),
  ...settingGroup('Movement and skirmishes', {
    skirmishOutbreak: z.enum(['directed', 'any']).default('directed').meta({
      title: 'How skirmishes break out',
      description: 'Which actions start a skirmish: those directed at a foe at the same coordinate, or any (SW-RUL-50)',
    }),
    blocksPerRound: z.int().min(0).nullable().default(null).meta({
      title: 'Maximum blocks per round',
      description: 'How many blocks a unit may make in a round; none: no limit (SW-RUL-59)',
    }),
    blockOnEntry: z.boolean().default(false).meta({
      title: 'Stopping units that enter a skirmish',
      description: 'May participants also stop a mover who ends the move inside the skirmish? (SW-RUL-61)',
    }),
    retreatTiming: z.enum(['nextTurn', 'sameTurn']).default('nextTurn').meta({
      title: 'When a retreating unit may leave',
      description: 'When a unit that declared a retreat may leave: next turn, or the same turn (SW-RUL-17)',
    }),
    retreatIndependents: z.enum(['hostileOnly', 'all']).default('hostileOnly').meta({
      title: 'Bystanders in the retreat penalty',
      description: 'Which bystanders count as enemies for the retreat penalty (SW-RUL-20)',
    }),
  }),
  ...settingGroup('Attacks and magic', {
    allowFixedSwitch: z.boolean().default(false).meta({
      title: 'Switching between fixed values and dice',
      description: 'May monsters change between fixed values and dice in a combat? (SW-RUL-3)',
    }),
    activeFeats: z.int().min(1).default(1).meta({
      title: 'Active feats per turn',
      description: 'How many active feats a unit may use in a turn (SW-RUL-49)',
    }),
    radius10: z.enum(['wide', 'narrow']).default('wide').meta({
      title: 'Effects with a radius of 10 m',
      description: 'Does a radius of exactly 10 m reach the neighbouring areas? (SW-RUL-26)',
    }),
    casterInOwnRadius: z.boolean().default(true).meta({
      title: 'Casters in their own radius',
      description: 'Are casters affected by their own radius effects? (SW-RUL-27)',
    }),
    breakthroughFromMelee: z.boolean().default(false).meta({
      title: 'Breakthroughs out of melee',
      description: 'May a breakthrough lead from a Frontline held by enemies to their Rearguard? (SW-RUL-30)',
    }),
    areaDamage: z.enum(['perTarget', 'once']).default('perTarget').meta({
      title: 'Damage rolls of wide effects',
      description: 'Damage of a wide effect is rolled for each target, or once for all targets (SW-RUL-31)',
    }),
  }),
  ...settingGroup('Damage, falls and water', {
    monsterDeathCheck: z
      .boolean()
      .default(false)
      .meta({ title: 'Death Checks of monsters', description: 'Do monsters roll Death Checks? (SW-RUL-43)' }),
    prone: z
      .strictObject({
        noMove: z
          .boolean()
          .default(true)
          .meta({ title: 'Moving while prone', description: 'Does being prone stop all movement? (SW-RUL-46)' }),
        checks: z
          .int()
          .default(-2)
          .meta({ title: 'Checks while prone', description: 'Modifier to checks while prone (SW-RUL-46)' }),
        linger: z.boolean().default(false).meta({
          title: 'Prone modifier after standing up',
          description: 'Does the prone modifier last until the end of the turn in which a unit stands up? (SW-RUL-46)',
        }),
      })
      .prefault({})
      .meta({ title: 'Prone', description: 'What being prone does (SW-RUL-46)' }),
    fallDefense: z
      .boolean()
      .default(true)
      .meta({ title: 'Defense against falls', description: 'Does Defense reduce fall damage? (SW-RUL-69)' }),
    unconsciousFlyer: z
      .boolean()
      .default(true)
      .meta({ title: 'Unconscious flyers', description: 'Does an unconscious flyer fall 10 m less? (SW-RUL-70)' }),
    aquaticRanged: z.boolean().default(false).meta({
      title: 'Ranged attacks underwater',
      description: 'Do underwater abilities allow ranged attacks underwater? (SW-RUL-74)',
    }),
  }),
});
export type Settings = z.output<typeof settingsSchema>;

/** Settings that follow the original text literally where our defaults do not. Above each is its source. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Fixed Values for Monsters: “It is unwise to have one monster switch”, not forbidden.
  allowFixedSwitch: true,
  // 1. Begin Combat: the Initiative score is “the target number to beat”.
  initiativeTie: 'monsters',
  // 1. Begin Combat: no exception is made for initiative.
  initiativeAutoSuccess: true,
  // Declaring a Retreat: “independent characters will count as enemies”.
  retreatIndependents: 'all',
  // Losing HP/MP and Death, which the felled goblin of the example is sent to: “a Death Check needs to be made”.
  monsterDeathCheck: true,
  // Standing from Prone names no penalty.
  prone: { checks: 0 },
  // Skirmish Outbreaks: “at least one of them is attacking, casting a spell, or activating a unique skill”, at whomever.
  skirmishOutbreak: 'any',
};
