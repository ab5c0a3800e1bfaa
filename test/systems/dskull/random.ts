import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { triggerMoments, triggerTimes } from '../../../src/systems/dskull/state.ts';
import type { Pick } from '../../chance.ts';
import type { Proposal, RandomBattle } from '../random-battle.ts';
import { scenarios } from './inner.ts';

const gm: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };
const seatNames = ['Ada', 'Bo', 'Cy', 'Di'];

const calling = (seat: string): Caller => ({ actor: seat, by: seat, gm: false, controls: [seat], pending: undefined });
const verb = (name: string, params: object, call: Caller): Proposal => ({
  doing: { do: 'verb', verb: name, params },
  call,
});

const from = <T>(pick: Pick, list: readonly T[]): T => {
  if (list.length === 0) throw new Error('Nothing to pick from.');
  return list[pick(list.length)] as T;
};

/** Every ruling with other values than its own, by its dotted name. */
const rulings: Readonly<Record<string, readonly unknown[]>> = {
  'dice.faces': ['gentle', 'noblank', 'brutal', ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'HIT']],
  'dice.dropPolicy': ['ask'],
  'points.shield': [0, 2],
  'test.untrained': [-2, 0],
  'test.target': [0, 2],
  'test.moraleAdv': [false],
  'range.perDie': [1, 3],
  'attack.shieldStep': [-2, 0],
  'attack.coverLight': [0],
  'attack.coverHeavy': [-3],
  'attack.maxBands': [1, 2],
  'attack.statuses': ['suggested'],
  'attack.surprisedStep': [1, 2],
  'attack.flankedStep': [1],
  'attack.smallStep': [-2],
  'attack.spendAdv': [false],
  'attack.armourWeakness': [true],
  'attack.twoHandGrip': ['only-item', 'off'],
  'attack.perAction': ['one-chosen'],
  'injury.baseStep': [-2, 0, 1],
  'injury.cap': [1, 5],
  'move.action': [3, 8],
  'move.friend': [0, 2],
  'move.zone': [0, 2],
  'move.slowScope': ['movement-action'],
  'engage.radius': [2],
  'engage.reachRadius': [3],
  'engage.activeOnly': [true],
  'los.overlap': ['count-both'],
  'los.metric': ['chebyshev'],
  'los.corners': ['strict'],
  'aoe.coverAs': ['step'],
  'cond.woundedEndsActivation': [true],
  'cond.stack': [true],
  'round.autoEnd': [false],
  'round.tactics': ['command'],
};

const randomSettings = (pick: Pick): Readonly<Record<string, unknown>> => {
  const settings: Record<string, Record<string, unknown>> = { warband: { custom: true } };
  for (const [key, values] of Object.entries(rulings)) {
    if (pick(6) > 0) continue;
    const [group = '', name = ''] = key.split('.');
    settings[group] = { ...settings[group], [name]: from(pick, values) };
  }
  return settings;
};

const strange = (hidden: string) => ({
  name: 'Strange Company',
  warriors: [
    {
      name: hidden,
      armour: ['light'],
      weapons: [{ name: 'flail', hands: 1, type: 'melee', apr: 3, tags: ['sharp'] }],
      traits: ['fearsome', 'awe-inspiring', 'intimidating'],
    },
    {
      name: 'Vast',
      traits: ['strong', 'very-strong'],
      weapons: [{ name: 'pole', hands: 2, type: 'melee', reach: true, tags: ['impact'] }],
    },
    {
      name: 'Leech',
      skills: { medicine: 1, tactics: 2, weapon: 1, parry: 1 },
      weapons: [{ name: 'knife', hands: 1, type: 'melee' }],
    },
    {
      name: 'Bang',
      weapons: [
        { name: 'keg', hands: 2, type: 'ranged', aoe: 2, charges: 3 },
        { name: 'keg', hands: 1, type: 'ranged', aoe: 1 },
      ],
    },
  ],
});

const boards = [
  '9x9; wall D3/D4 E3-E6e; fence C1-C4s; hedge F6w; door G5/G6; void A5 I1; screen D8/E8; use chest E5 vp 2 test strength holds 3 armour 1 worth 2; cairn C5 2; lantern G4; zone 1 A1-I2; zone 2 A8-I9; zone 3 A3-B7; zone 4 H3-I7',
  '12x7; chasm F1-F6e; zone 1 A1-B7; zone 2 K1-L7; zone 3 D1-E7; zone 4 H1-I7',
];

const openingOf = (pick: Pick, hidden: string): readonly Proposal[] => {
  const players = 2 + pick(3);
  const teams = players === 4 && pick(2) === 0;
  const presets = Object.values(dskull.presets).map(({ sheet }) => sheet);
  const entering = seatNames.slice(0, players).map(
    (id, index): Proposal => ({
      doing: {
        do: 'enter',
        entrant: {
          id,
          side: teams ? `side ${index % 2}` : undefined,
          sheet: index === 0 ? strange(hidden) : from(pick, presets),
        },
      },
      call: gm,
    }),
  );
  const scenario = verb('scenario', { name: from(pick, Object.keys(scenarios)), rounds: 1 + pick(4) }, gm);
  const ground = pick(3) === 0 ? [verb('board', { board: from(pick, boards) }, gm)] : [];
  const manual = pick(2) === 0 ? [verb('policy', { seat: 'Ada', policy: 'ask' }, gm)] : [];
  const specials = seatNames
    .slice(0, pick(3))
    .map(() =>
      verb('skill', { name: from(pick, skillNames), who: from(pick, ['Vast', `Leech, ${hidden}`, 'Bang']) }, gm),
    );
  const effect = pick(3) === 0 ? [randomTrigger(pick, hidden)] : [];
  return [
    ...entering,
    scenario,
    verb('scenario', { name: 'open-ground', rounds: 3 }, calling('Ada')),
    ...ground,
    ...manual,
    ...effect,
    ...specials,
    { doing: { do: 'start' }, call: gm },
  ];
};

const skillNames = ['rally', 'war-cry', 'backstab', 'take-aim', 'sprint', 'nonsense'];

const deeds = [
  'cancel',
  'amount -1',
  'amount 1',
  'mp 1',
  'actions 1',
  'vp 1',
  'damage 1',
  'gain stunned',
  'gain distracted',
  'clear wounded',
  'say Hear!',
  'off',
  'nonsense',
];

const randomTrigger = (pick: Pick, hidden: string): Proposal =>
  verb(
    'trigger',
    {
      name: from(pick, ['Mud', 'Bell', 'Rain']),
      does: from(pick, deeds),
      window: from(pick, triggerMoments),
      when: from(pick, triggerTimes),
      owner: from(pick, ['scenario', 'Ada', 'Nobody']),
      ...(pick(2) === 0 && { who: from(pick, [hidden, 'Ada', 'Vast']) }),
      ...(pick(2) === 0 && { uses: 1 + pick(3) }),
    },
    gm,
  );

const corrected = (pick: Pick, names: readonly string[]): Proposal => {
  const values = [
    'D4',
    'off',
    'yes',
    'no',
    'stunned',
    'stunned wounded',
    'none',
    'killed',
    'up',
    'light',
    '3',
    '0',
    'Bo',
    'Bo, Ada',
    '-1',
    '',
  ];
  return {
    doing: {
      do: 'correct',
      field: from(pick, [...Object.keys(dskull.corrections).filter((field) => field !== 'board'), 'nothing']),
      who: from(pick, [...names, ...seatNames, 'battle']),
      value: from(pick, values),
    },
    call: gm,
  };
};

const hung = (pick: Pick, names: readonly string[]): Proposal => ({
  doing: {
    do: 'hang',
    who: from(pick, [...names, 'Nobody']),
    name: 'curse',
    effect:
      pick(3) === 0
        ? undefined
        : {
            name: 'curse',
            who: from(pick, names),
            modifiers: { [from(pick, Object.keys(dskull.modifiers))]: pick(5) - 2 },
            remaining: 1 + pick(2),
            ticks: { at: from(pick, ['start', 'end'] as const), ...(pick(2) === 0 && { of: from(pick, names) }) },
          },
  },
  call: gm,
});

const word = (pick: Pick, names: readonly string[]): unknown =>
  from(pick, [
    ...names,
    ...seatNames,
    'D4',
    'D4 D5',
    '0,0 0,1',
    '',
    'sword',
    'axe, axe',
    'HIT',
    'ADV',
    'door',
    'lantern',
    'medicine Vast',
    3,
    -1,
    true,
    undefined,
    'x'.repeat(80),
  ]);

/** Any order with any parameters: most are refused. */
const wild = (pick: Pick, names: readonly string[]): Proposal => {
  const name = from(pick, [...Object.keys(dskull.verbs), 'nothing']);
  const shape = Object.keys(dskull.verbs[name]?.params.shape ?? {});
  const params = Object.fromEntries(shape.filter(() => pick(4) > 0).map((param) => [param, word(pick, names)]));
  return verb(name, params, from(pick, [gm, ...seatNames.map(calling), { ...calling('Nobody') }]));
};

/** An order built from what autocomplete offers, mostly legal. */
const offered = (pick: Pick, game: Game, actor: string, name: string): Proposal => {
  const call = actor === 'gm' ? gm : calling(actor);
  const params: Record<string, unknown> = {};
  for (const param of Object.keys(dskull.verbs[name]?.params.shape ?? {})) {
    const offers = game.offers(name, param, call, params, gmViewer);
    const optional = param === 'weapons' || param === 'weapon' || param === 'primary' || param === 'corner';
    if (offers === undefined || offers.length === 0 || (optional && pick(3) > 0)) continue;
    params[param] = from(pick, offers).value;
  }
  if (name === 'blast') params.to = `${from(pick, ['A', 'C', 'D', 'E', 'F', 'H'])}${1 + pick(9)}`;
  return verb(name, params, call);
};

const propose =
  (pick: Pick, hidden: string) =>
  (game: Game): Proposal => {
    const names = game.roster().map(({ id }) => id);
    const [awaited] = game.expectedActions();
    const dice = pick(40);
    if (dice < 3) return wild(pick, names);
    if (dice === 3) return corrected(pick, names);
    if (dice === 4) return hung(pick, names);
    if (dice === 5 && pick(3) === 0) return randomTrigger(pick, hidden);
    if (dice === 6 && pick(4) === 0)
      return verb('harm', { target: from(pick, names), damage: 1 + pick(6), armour: pick(2) === 0 }, gm);
    if (awaited === undefined) return wild(pick, names);
    const { actor, auto, verbs } = awaited;
    if (auto !== undefined && (dice < 12 || actor === 'gm'))
      return verb(auto.verb, auto.params, actor === 'gm' ? gm : calling(actor));
    return offered(pick, game, actor, from(pick, verbs));
  };

/** A battle of two to four warbands on some ground, under some rulings. */
export const randomBattle = (pick: Pick, hidden = 'Mark7Unseen'): RandomBattle => ({
  settings: randomSettings(pick),
  opening: openingOf(pick, hidden),
  hidden,
  propose: propose(pick, hidden),
});
