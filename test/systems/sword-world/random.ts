import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import type { Pick } from '../../chance.ts';
import type { Proposal, RandomBattle } from '../random-battle.ts';

const one = <T>(pick: Pick, list: readonly T[]): T => {
  if (list.length === 0) throw new Error('Nothing to pick from.');
  return list[pick(list.length)] as T;
};

const rulings: Readonly<Record<string, readonly unknown[]>> = {
  areaDistance: [5, 12],
  allowFixedSwitch: [true],
  initiativeTie: ['monsters'],
  initiativeAutoSuccess: [true],
  forcedAdvance: ['loserOnly', 'none'],
  forcedAdvanceRestricts: [false],
  placementCountsSections: [false],
  retreatTiming: ['sameTurn'],
  retreatIndependents: ['all'],
  radius10: ['narrow'],
  casterInOwnRadius: [false],
  breakthroughFromMelee: [true],
  areaDamage: ['once'],
  monsterDeathCheck: [true],
  prone: [{ noMove: false }, { checks: -4, linger: true }],
  activeFeats: [2],
  skirmishOutbreak: ['any'],
  blocksPerRound: [0, 1],
  blockOnEntry: [true],
  fallDefense: [false],
  unconsciousFlyer: [false],
  aquaticRanged: [true],
};

const gm: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };
const calling = (actor: string): Caller => ({ actor, by: 'ann', gm: false, controls: [actor], pending: undefined });
const verb = (name: string, params: Readonly<Record<string, unknown>>, call: Caller): Proposal => ({
  doing: { do: 'verb', verb: name, params },
  call,
});

const partyKinds = ['wolf', 'mira', 'tess', 'ilse', 'koro'] as const;
const foeKinds = ['goblin', 'bog-archer', 'mire-drake', 'reed-lurker', 'goblin', 'wolf'] as const;

const spells = [
  { id: 'Lightning', cls: 'Sorcerer', mpCost: 2, range: 30, shape: 'line', damage: { power: 20 }, resist: 'half' },
  { id: 'Rush', cls: 'Sorcerer', mpCost: 1, range: 30, shape: 'breakthrough', damage: { power: 10 }, resist: 'half' },
  {
    id: 'Sleep',
    cls: 'Sorcerer',
    mpCost: 1,
    range: 20,
    shape: 'shot',
    resist: 'negates',
    status: 'asleep',
    durationRounds: 2,
  },
  { id: 'Trip', cls: 'Sorcerer', mpCost: 1, range: 20, shape: 'target', resist: 'negates', status: 'prone' },
  { id: 'Flight', cls: 'Sorcerer', mpCost: 1, range: 'touch', effect: { flight: true }, durationRounds: 2 },
  { id: 'Cure', cls: 'Priest', mpCost: 1, range: 'touch', recovery: { power: 20 } },
  {
    id: 'Bless',
    cls: 'Priest',
    mpCost: 1,
    castAs: 'minor',
    range: 'touch',
    effect: { evasion: 1 },
    durationRounds: '1h',
  },
  { id: 'Storm', cls: 'Sorcerer', mpCost: 3, range: 20, shape: { radius: 10 }, damage: { power: 10 }, resist: 'half' },
];

const sheetOf = (kind: string): unknown => {
  const sheet = swordWorld.presets[kind]?.sheet;
  return kind === 'ilse' &&
    typeof sheet === 'object' &&
    sheet !== null &&
    'spells' in sheet &&
    Array.isArray(sheet.spells)
    ? { ...sheet, spells: [...sheet.spells, ...spells], classes: { Sorcerer: 3, Sage: 2, Priest: 2 } }
    : sheet;
};

const entering = (pick: Pick, hidden: string): readonly Proposal[] => {
  const enter = (id: string, side: string, kind: string, more: object = {}): Proposal => ({
    doing: { do: 'enter', entrant: { id, side, sheet: { ...Object(sheetOf(kind)), ...more } } },
    call: gm,
  });
  const party = Array.from({ length: 1 + pick(3) }, (_, n) => enter(`Hero${n}`, 'heroes', one(pick, partyKinds)));
  const riders = [
    enter('Dusty', 'heroes', 'dusty'),
    enter('Bram', 'heroes', 'bram'),
    enter('Warg', 'foes', 'dusty'),
    enter('Raider', 'foes', 'bram', { rides: 'Warg' }),
  ];
  const riding = pick(3) === 0 ? riders.slice(0, 2 + 2 * pick(2)) : [];
  const foes = Array.from({ length: 1 + pick(4) }, (_, n) => enter(`Foe${n}`, 'foes', one(pick, foeKinds)));
  const seated = (mount: string, value: string): Proposal => ({
    doing: { do: 'correct', field: 'passengers', who: mount, value },
    call: gm,
  });
  return [
    ...party,
    ...riding,
    ...foes,
    enter(hidden, 'foes', one(pick, foeKinds)),
    ...riding.slice(0, 1).map(() => seated('Dusty', 'Hero0')),
    ...riding.slice(2, 3).map(() => seated('Warg', 'Foe0')),
  ];
};

const odd = [
  '',
  'nobody',
  '__proto__',
  'Foe0.body',
  '-1',
  '99999',
  'x'.repeat(50),
  'Wolf: ; ;',
  'none',
  true,
  -3,
  4.5,
  null,
];

/** A value for a parameter: mostly an offered one, sometimes any. */
const valueFor = (
  game: Game,
  name: string,
  param: string,
  call: Caller,
  soFar: Readonly<Record<string, unknown>>,
  pick: Pick,
): unknown => {
  if (pick(15) === 0) return one(pick, odd);
  const offered = game.offers(name, param, call, soFar, gmViewer) ?? [];
  if (offered.length > 0 && pick(6) > 0) return one(pick, pick(2) === 0 ? offered.slice(0, 3) : offered).value;
  const ids = game.roster().map(({ id }) => id);
  const pools: Readonly<Record<string, readonly unknown[]>> = {
    type: ['limited', 'normal', 'full'],
    to: ['front', 'rear', 'enemiesRear', '0', '4', '-6', '12', '2H', '1H', one(pick, ids)],
    join: [true, false],
    altitude: [0, 5, 15],
    kind: [
      'equip',
      'stance',
      'sheathe',
      'drop',
      'receive',
      'stand',
      'feat',
      'end-spell',
      'mount',
      'dismount',
      'other',
      'stow',
      'pick-up',
      'hand-over',
      'accessory',
    ],
    item: ['bastard sword', 'rapier', 'dagger', 'long bow', 'Power Attack', 'Lethal Strike', 'Bless', 'Dusty', 'ring'],
    placement: ['all: front', 'all: rear', 'Hero0: rear', 'all: 0', 'Hero0: 3; Foe0: 4'],
    side: ['allies', 'enemies', true, false],
    spell: spells.map(({ id }) => id),
    center: ['front', 'rear', '3', '0'],
    stance: ['1H', '2H', 'throw'],
    mode: ['melee', 'throw', 'shoot', 'gun'],
    cause: ['prone', 'moved', 'unconscious'],
    env: ['land', 'underwater'],
    depth: ['deep', 'shoulder'],
    herb: ['lifegrass', 'magicHerb'],
    use: ['fixed', 'dice'],
    height: [0, 5, 30],
    mods: ['forest', 'hard cliff'],
    hide: ['2 to 4', '5 to 5 heavy rain'],
    tn: [7, 12],
    low: [-30],
    high: [40],
  };
  return one(pick, pools[param] ?? [one(pick, ids), 1, 3, true]);
};

const randomVerb = (game: Game, pick: Pick): Proposal => {
  const awaited = game.expectedActions();
  const ids = game.roster().map(({ id }) => id);
  const due = awaited.length > 0 && pick(5) > 0 ? one(pick, awaited) : undefined;
  const actor = due?.actor ?? one(pick, ids);
  const call =
    actor === 'gm' || pick(5) === 0
      ? { ...gm, actor }
      : pick(25) === 0
        ? { ...calling(actor), controls: [] }
        : calling(actor);
  if (due?.auto && pick(3) === 0) return verb(due.auto.verb, due.auto.params, { ...gm, actor });
  const name = due && pick(4) > 0 ? one(pick, due.verbs) : one(pick, Object.keys(swordWorld.verbs));
  if (['leave', 'field', 'surrender'].includes(name) && pick(6) > 0) return verb('move', { to: '5' }, call);
  const declared = swordWorld.verbs[name];
  const soFar: Record<string, unknown> = {};
  for (const param of Object.keys(declared?.params.shape ?? {})) {
    const schema = declared?.params.shape[param];
    const usual = ['to', 'target', 'item', 'type', 'join'].includes(param);
    if (schema?.safeParse(undefined).success && pick(usual ? 6 : 3) !== 1 && (!usual || pick(6) === 0)) continue;
    let value = valueFor(game, name, param, call, soFar, pick);
    for (let again = 0; again < 6 && pick(20) > 0 && !schema?.safeParse(value).success; again++)
      value = valueFor(game, name, param, call, soFar, pick);
    soFar[param] = value;
  }
  return verb(name, soFar, call);
};

const values = [
  '0',
  '5',
  '-3',
  '30',
  'none',
  'front',
  'prone',
  'yes',
  'no',
  'allies',
  'Hero0',
  '+3/10',
  'Fighter 2',
  'dex 2',
  'ready',
  's1 at 3: Hero0, Foe0',
];

const randomOrder = (game: Game, pick: Pick): Proposal => {
  const chance = pick(60);
  const who = one(pick, game.roster()).id;
  if (chance === 0) {
    const field = one(
      pick,
      Object.keys(swordWorld.corrections).filter((name) => name !== 'stage'),
    );
    return { doing: { do: 'correct', field, who, value: one(pick, values) }, call: gm };
  }
  if (chance === 1) {
    const effect = {
      name: 'fog',
      who,
      modifiers: { [one(pick, [...Object.keys(swordWorld.modifiers), 'luck'])]: pick(7) - 3 },
      remaining: 1 + pick(3),
      ticks: { at: one(pick, ['start', 'end'] as const), ...(pick(2) === 0 && { of: who }) },
    };
    return { doing: { do: 'hang', who, name: 'fog', effect: pick(4) === 0 ? undefined : effect }, call: gm };
  }
  return randomVerb(game, pick);
};

/** A battle of presets in either mode, under any settings, and orders of every kind. */
export const randomBattle = (pick: Pick, hidden = 'Mark7Unseen'): RandomBattle => {
  const changed = Object.keys(rulings).filter(() => pick(4) === 0);
  const settings = Object.fromEntries(changed.map((name) => [name, one(pick, rulings[name] ?? [])]));
  return {
    settings: { ...settings, mode: pick(2) === 0 ? 'simplified' : 'standard' },
    opening: [...entering(pick, hidden), { doing: { do: 'start' }, call: gm }],
    hidden,
    propose: (game) => randomOrder(game, pick),
  };
};
