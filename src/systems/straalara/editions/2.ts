import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** What a table of edition 1 played by where it had chosen nothing. It stays as it is: battles of then go on by it. */
const defaults = {
  initiativeFloor: 0,
  tieRating: 'effective',
  secondActions: 'count',
  lapse: 'lose',
  separateMelee: false,
  defenseBonus: 4,
  blockCountsAsParry: true,
  walkSpeedDefault: 7,
  botchMode: 'no-success',
  tens: 'one',
  woundsReducePools: true,
  emptyPool: 'fail',
  difficultyMin: 2,
  difficultyMax: 10,
  longRangeModifier: 2,
  parryRanged: 'shield',
  unseenBars: 'all',
  defensesPerTurn: 'none',
  repeatDefensePenalty: 0,
  partialDefense: 'subtract',
  soakOnesCancel: true,
  healthTrack: [
    {
      level: 'Bruised',
      penalty: 0,
    },
    {
      level: 'Hurt',
      penalty: 1,
    },
    {
      level: 'Injured',
      penalty: 1,
    },
    {
      level: 'Wounded',
      penalty: 2,
    },
    {
      level: 'Mauled',
      penalty: 2,
    },
    {
      level: 'Crippled',
      penalty: 5,
    },
    {
      level: 'Incapacitated',
      penalty: 0,
    },
  ],
  death: 'overflow',
  dazeBasis: 'net',
  dazeLoses: 'next-action',
  dazedMayDefend: true,
  declarations: 'open',
  earlyDeclarations: 'refused',
};

/** Every setting is kept where a battle, a campaign or a server is pinned, not only what was chosen. */
export const edition2: EditionStep = { settings: (chosen) => withDefaults(defaults, chosen) };
