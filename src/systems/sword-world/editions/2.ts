import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** What a table of edition 1 played by where it had chosen nothing. It stays as it is: battles of then go on by it. */
const defaults = {
  mode: 'simplified',
  areaDistance: 10,
  allowFixedSwitch: false,
  initiativeTie: 'pcs',
  initiativeAutoSuccess: false,
  forcedAdvance: 'both',
  forcedAdvanceRestricts: true,
  placementCountsSections: true,
  retreatTiming: 'nextTurn',
  retreatIndependents: 'hostileOnly',
  radius10: 'wide',
  casterInOwnRadius: true,
  breakthroughFromMelee: false,
  areaDamage: 'perTarget',
  monsterDeathCheck: false,
  prone: {
    noMove: true,
    checks: -2,
    linger: false,
  },
  activeFeats: 1,
  skirmishOutbreak: 'directed',
  blocksPerRound: null,
  blockOnEntry: false,
  fallDefense: true,
  unconsciousFlyer: true,
  aquaticRanged: false,
};

/** Every setting is kept where a battle, a campaign or a server is pinned, not only what was chosen. */
export const edition2: EditionStep = { settings: (chosen) => withDefaults(defaults, chosen) };
