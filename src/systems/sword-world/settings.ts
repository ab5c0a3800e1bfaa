import { z } from 'zod';
import { loadSettingGroups } from '../../rules/editions.ts';

const group = loadSettingGroups(new URL('./settings.json', import.meta.url));

/** The settings of a battle, by name. They are fixed when it starts. SW section 18.2. */
export const settingsSchema = z.strictObject({
  ...group('The battlefield', {
    mode: z.enum(['simplified', 'standard']).default('simplified'),
    areaDistance: z.int().min(1).default(10),
    placementCountsSections: z.boolean().default(true),
  }),
  ...group('Initiative and the first round', {
    initiativeTie: z.enum(['pcs', 'monsters']).default('pcs'),
    initiativeAutoSuccess: z.boolean().default(false),
    forcedAdvance: z.enum(['both', 'loserOnly', 'none']).default('both'),
    forcedAdvanceRestricts: z.boolean().default(true),
  }),
  ...group('Movement and skirmishes', {
    skirmishOutbreak: z.enum(['directed', 'any']).default('directed'),
    blocksPerRound: z.int().min(0).nullable().default(null),
    blockOnEntry: z.boolean().default(false),
    retreatTiming: z.enum(['nextTurn', 'sameTurn']).default('nextTurn'),
    retreatIndependents: z.enum(['hostileOnly', 'all']).default('hostileOnly'),
  }),
  ...group('Attacks and magic', {
    allowFixedSwitch: z.boolean().default(false),
    activeFeats: z.int().min(1).default(1),
    radius10: z.enum(['wide', 'narrow']).default('wide'),
    casterInOwnRadius: z.boolean().default(true),
    breakthroughFromMelee: z.boolean().default(false),
    areaDamage: z.enum(['perTarget', 'once']).default('perTarget'),
  }),
  ...group('Damage, falls and water', {
    monsterDeathCheck: z.boolean().default(false),
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
      .prefault({}),
    fallDefense: z.boolean().default(true),
    unconsciousFlyer: z.boolean().default(true),
    aquaticRanged: z.boolean().default(false),
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
