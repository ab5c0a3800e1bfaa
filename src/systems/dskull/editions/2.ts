import { z } from 'zod';
import { ownValue } from '../../../core/plain-object.ts';
import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** What a table of edition 1 played by where it had chosen nothing. It stays as it is: battles of then go on by it. */
const defaults = {
  dice: {
    faces: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'],
    dropPolicy: 'auto',
  },
  points: {
    limit: 40,
    body: {
      grunt: 6,
      bruiser: 7,
      scout: 7,
      guardian: 7,
      healer: 7,
    },
    armour: {
      light: 1,
      heavy: 2,
    },
    shield: 1,
    weapon: {
      '1': 2,
      '2': 3,
    },
    reach: 1,
    aoeBase: 1,
    aoeExtra: 2,
    threeCharges: -1,
    oneChargeRounding: 'down',
    freeHands: 3,
    extraHand: 1,
    multiracial: 1,
    minWarrior: 1,
  },
  bodies: ['grunt'],
  traits: {
    prices: {
      strong: 1,
      'very-strong': 1,
      brave: 1,
      'very-brave': 1,
      intimidating: 1,
      fearsome: 2,
      'awe-inspiring': 2,
    },
  },
  races: {
    human: 0,
    orc: 0,
    dwarf: 0,
    elf: 1,
    goblin: -3,
  },
  skills: {
    prices: {},
  },
  test: {
    untrained: -1,
    target: 1,
    moraleAdv: true,
    combinedHelp: 1,
    combinedMax: 2,
  },
  range: {
    perDie: 2,
  },
  attack: {
    shieldStep: -1,
    coverLight: -1,
    coverHeavy: -2,
    rangeStep: -1,
    maxBands: null,
    surprisedStep: 0,
    flankedStep: 0,
    smallStep: -1,
    spendAdv: true,
    armourWeakness: false,
    twoHandGrip: 'sole-active',
    perAction: 'tables',
    tables: {
      primary: {
        '1': [1, 0],
        '2': [1, 1],
        '3': [2, 1],
        '4': [2, 2],
      },
      secondary: {
        '1': [0, 0],
        '2': [0, 1],
        '3': [0, 1],
        '4': [1, 1],
      },
    },
  },
  injury: {
    baseStep: -1,
    cap: 3,
    toughStep: 1,
    fragileStep: -1,
  },
  move: {
    action: 4,
    tacticsAdv: 2,
    step: 1,
    impeding: 1,
    friend: 1,
    zone: 1,
    intimidating: 1,
    slowScope: 'every-gain',
  },
  engage: {
    radius: 1,
    reachRadius: 2,
    activeOnly: false,
  },
  los: {
    overlap: 'count-once',
    metric: 'orthogonal',
    corners: 'grazing',
  },
  aoe: {
    coverLight: 1,
    coverHeavy: 2,
    coverAs: 'dice',
  },
  cond: {
    woundedEndsActivation: false,
    stack: false,
  },
  round: {
    autoEnd: true,
    tactics: 'auto',
  },
  warband: {
    custom: false,
  },
};

/** The faces by the names they had. */
const named: Readonly<Record<string, readonly string[]>> = {
  standard: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'],
  gentle: ['SKL', 'BLK', 'BLK', 'ADV', 'HIT', 'HIT'],
  noblank: ['SKL', 'SKL', 'ADV', 'ADV', 'HIT', 'HIT'],
  brutal: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'],
};

const chosenSchema = z.looseObject({ dice: z.looseObject({ faces: z.unknown() }).optional() });

const withFaces = (settings: unknown): unknown => {
  const { data } = chosenSchema.safeParse(settings);
  const faces = typeof data?.dice?.faces === 'string' ? ownValue(named, data.dice.faces) : undefined;
  return data === undefined || faces === undefined ? settings : { ...data, dice: { ...data.dice, faces } };
};

/** Every setting is kept where a battle, a campaign or a server is pinned, not only what was chosen. */
export const edition2: EditionStep = { settings: (chosen) => withDefaults(defaults, withFaces(chosen)) };
