import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** What a table of edition 1 played by where it had chosen nothing. It stays as it is: battles of then go on by it. */
const defaults = {
  autoClose: true,
  autoEnd: false,
  secretDeclarations: false,
  declarations: 'open',
  contingency: 'ask',
  initiativeDice: [10, 8, 6, 4, 2],
  ties: 'order',
  moveBeforeActions: true,
  useMap: true,
  board: {
    width: 24,
    height: 16,
    blocked: [],
  },
  defFloor: 'none',
  critDoubles: 'total',
  deathAt: 'none',
  stunBasis: 'taken',
  startingHp: 'max',
  checkStyle: 'percent-under',
  roundSpellSegments: 10,
  interruptRule: 'damage',
  interruptMultiple: 3,
  allowMoveCast: true,
  holdAny: false,
  maxPace: 'fast-sprint',
  attackMoveHalves: false,
  halfRoundSegment: 5,
  freeActions: ['speak or shout', 'drop an item', 'drop prone', 'let go of something'],
  unseenCheck: 'round',
  stackLight: false,
  multiCount: 'declared',
  defendVsRanged: true,
  freeAttackBusy: false,
  freeAttackFlyer: false,
  autoFreeAttack: true,
  idleIsStationary: false,
  sizeInMelee: false,
  aimApplies: 'all',
  aimCarries: true,
  bleedFirstRound: true,
  intoMeleeTable: [
    {
      friends: 1,
      opponents: 1,
      friendOn: 30,
    },
    {
      friends: 1,
      opponents: 2,
      friendOn: 20,
    },
    {
      friends: 1,
      opponents: 3,
      friendOn: 10,
    },
    {
      friends: 2,
      opponents: 1,
      friendOn: 40,
    },
    {
      friends: 3,
      opponents: 1,
      friendOn: 50,
    },
    {
      friends: 3,
      opponents: 2,
      friendOn: 45,
    },
  ],
  friendlyFire: false,
};

/** Every setting is kept where a battle, a campaign or a server is pinned, not only what was chosen. */
export const edition2: EditionStep = { settings: (chosen) => withDefaults(defaults, chosen) };
