import type { Game, GameAction } from '../../../src/rules/game.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { stateSchema } from '../../../src/systems/segment/state.ts';
import type { Pick } from '../../chance.ts';

/** An order that may be illegal, with its caller. */
export interface Ordered {
  readonly actor: string;
  readonly gm: boolean;
  readonly controls: readonly string[];
  readonly doing: GameAction;
}

export interface RandomBattle {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly entrants: readonly Extract<GameAction, { do: 'enter' }>[];
  /** The combatant that some readers must not learn about. */
  readonly hidden: string;
  readonly propose: (game: Game) => Ordered;
}

/** The name that reveals a leak. */
export const hiddenName = 'Zzyx the Unseen';

const oneOf = <Item>(pick: Pick, list: readonly Item[], otherwise: Item): Item => list[pick(list.length)] ?? otherwise;

const booleans = [
  'autoClose',
  'autoEnd',
  'moveBeforeActions',
  'allowMoveCast',
  'holdAny',
  'attackMoveHalves',
  'stackLight',
  'defendVsRanged',
  'freeAttackBusy',
  'freeAttackFlyer',
  'autoFreeAttack',
  'idleIsStationary',
  'sizeInMelee',
  'aimCarries',
  'bleedFirstRound',
  'fallenBleed',
  'friendlyFire',
];

const choices: Readonly<Record<string, readonly unknown[]>> = {
  declarations: ['open', 'private'],
  contingency: ['ask', 'auto'],
  initiativeDice: [[10, 8, 6, 4, 2], '10, 6', [6]],
  ties: ['order', 'simultaneous'],
  useMap: [true, true, false],
  board: ['none', { width: 12, height: 10 }, { width: 8, height: 8, blocked: [{ x: 3, y: 3 }] }],
  defFloor: ['none', 0],
  critDoubles: ['total', 'dice'],
  deathAt: ['none', -10],
  stunBasis: ['taken', 'damage'],
  startingHp: ['max', 'entry'],
  roundSpellSegments: [10, 15],
  interruptRule: ['damage', 'hit', 'check'],
  interruptMultiple: [1, 5],
  maxPace: ['fast-sprint', 'walk'],
  halfRoundSegment: [5, 1, 10],
  unseenCheck: ['round', 'battle', 'gm'],
  multiCount: ['declared', 'engaged'],
  aimApplies: ['all', 'first'],
  prone: ['off', 'melee', 'all'],
};

const settingsBy = (pick: Pick): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(booleans.flatMap((key) => (pick(4) === 0 ? [[key, pick(2) === 0]] : []))),
  ...Object.fromEntries(
    Object.entries(choices).flatMap(([key, list]) => (pick(3) === 0 ? [[key, oneOf(pick, list, list[0])]] : [])),
  ),
});

const actions = [
  'attack',
  'attack',
  'attack',
  'move-attack',
  'move-attack',
  'attack-move',
  'run-attack',
  'move',
  'dodge',
  'withdraw',
  'cast',
  'cast',
  'move-cast',
  'hold',
  'full-defense',
  'desperate-defense',
  'pick-up',
  'first-aid',
  'other',
  'none',
  'teleport',
];

const wordsBy = (pick: Pick, weapon: string): string =>
  oneOf(
    pick,
    [
      'no movement',
      'aim',
      `draw ${weapon}`,
      `draw ${weapon} (off)`,
      `sheathe ${weapon}`,
      'sheathe',
      'shield',
      'drink potion by attacks',
      'drink potion by movement',
      'defend 10',
      'defend 999',
      'defend lots',
      'free shout',
      'free drop prone',
      `free drop ${weapon}`,
      'double shot',
      `step ${String.fromCharCode(65 + pick(9))}${1 + pick(9)}`,
      'dance wildly',
    ],
    'aim',
  );

const compact = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** A value with some probability, otherwise undefined. */
const maybe = <Value>(pick: Pick, times: number, value: () => Value): Value | undefined =>
  pick(times) === 0 ? value() : undefined;

const pathBy = (
  pick: Pick,
  at: { readonly x: number; readonly y: number } | undefined,
  names: readonly string[],
): string => {
  const kind = pick(4);
  if (kind === 0) return `toward ${oneOf(pick, names, 'Nobody')}`;
  if (kind === 1) return `away ${oneOf(pick, names, 'Nobody')}`;
  return stepsFrom(pick, at, 1 + pick(5));
};

const stepsFrom = (pick: Pick, at: { readonly x: number; readonly y: number } | undefined, length: number): string => {
  let { x, y } = at ?? { x: 3, y: 3 };
  return Array.from({ length }, () => {
    x += pick(3) - 1;
    y += pick(3) - 1;
    return `${x},${y}`;
  }).join(' ');
};

/** A declaration, an answer, a GM command, a correction or nonsense, based on the battle. */
const proposal = (pick: Pick, game: Game): Ordered => {
  const state = stateSchema.parse(game.save());
  const names = state.combatants.map(({ id }) => id);
  const someone = () => (pick(20) === 0 ? 'Nobody' : oneOf(pick, names, 'Nobody'));
  const actor = someone();
  const gm = pick(3) > 0;
  const order = (verb: string, params: Readonly<Record<string, unknown>> = {}, who = actor): Ordered => ({
    actor: who,
    gm,
    controls: pick(6) === 0 ? [] : [who],
    doing: { do: 'verb', verb, params: compact(params) },
  });
  const driven = state.pending?.kind === 'push' ? state.pending : undefined;
  if (driven !== undefined && pick(2) === 0) {
    const from = state.combatants.find(({ id }) => id === driven.on)?.pos;
    return { ...order('push', { path: stepsFrom(pick, from, 1 + pick(2)) }, driven.who), gm: true };
  }
  const [first] = game.expectedActions();
  if (pick(3) === 0 && first !== undefined) {
    const awaited = oneOf(pick, game.expectedActions(), first);
    const verb = awaited.auto?.verb ?? awaited.verbs[0] ?? 'next';
    return { ...order(verb, awaited.auto?.params ?? {}, awaited.actor), gm: true };
  }
  const who = state.combatants.find(({ id }) => id === actor);
  const weapon = oneOf(pick, who?.sheet.weapons.map(({ name }) => name) ?? [], 'spoon');
  const square = () => `${String.fromCharCode(65 + pick(10))}${1 + pick(10)}`;
  const target = someone();
  switch (pick(34)) {
    case 12:
      return order('close');
    case 13:
    case 14:
      return order('resolve');
    case 15:
      return order('next');
    case 16:
      return order('redirect', { target });
    case 17:
      return order('forgo');
    case 18:
      return order(
        oneOf(pick, ['keep', 'turn-away'], 'keep'),
        pick(2) === 0 ? {} : { path: pathBy(pick, who?.pos, names) },
      );
    case 19:
      return order('free-attack', { take: pick(2) === 0 });
    case 20:
      return order('push', { path: pick(2) === 0 ? square() : '', feet: pick(3) * 6 });
    case 21:
      return order('shout', { warn: pick(2) === 0 });
    case 22:
      return order('check', {
        kind: oneOf(pick, ['dex', 'per', 'luck'], 'dex'),
        multiple: 1 + pick(5),
        foe: maybe(pick, 3, someone),
      });
    case 23:
      return order('ambush', { ambushers: actor, victims: `${target}, ${someone()}` });
    case 24:
      return order('surprise', { attacker: actor, target, kind: oneOf(pick, ['in', 'out', 'none'], 'in') });
    case 25:
      return order('stand', { target });
    case 26:
      return pick(2) === 0
        ? order('cover', { target, kind: oneOf(pick, ['soft', 'hard', 'none'], 'soft'), from: maybe(pick, 2, someone) })
        : order('light', { lighting: oneOf(pick, ['normal', 'starry', 'pitch-black'], 'normal') });
    case 27:
      return order('modifier', {
        target,
        on: oneOf(pick, ['attack', 'damage', 'check', 'initiative'], 'attack'),
        amount: pick(41) - 20,
      });
    case 28:
      return order('force-move', { target, to: maybe(pick, 2, square) });
    case 29:
      return order('damage', { target, amount: pick(40), prot: pick(2) === 0, single: pick(2) === 0 });
    case 30:
      return order(oneOf(pick, ['heal', 'repair', 'stand'], 'heal'), { target, amount: pick(30) });
    case 31:
      return order(oneOf(pick, ['allow-free', 'deny-free'], 'allow-free'), {
        target,
        leaving: maybe(pick, 2, someone),
      });
    case 32: {
      const field = oneOf(pick, Object.keys(segment.corrections), 'hp');
      const pair = [`${actor}, ${target}`, actor, '{'];
      const plain = [
        '3',
        '-4',
        '25',
        'yes',
        'no',
        'none',
        'B2',
        'full',
        'dead',
        'up',
        '1 4',
        'arrow, spear',
        weapon,
        '{',
      ];
      const value = oneOf(pick, /engaged|parted|ambushers/.test(field) ? pair : plain, '1');
      return { ...order('next'), gm: true, doing: { do: 'correct', field, who: actor, value } };
    }
    case 33: {
      const effect = {
        name: 'Bless',
        who: actor,
        modifiers: { [oneOf(pick, Object.keys(segment.modifiers), 'sc')]: pick(21) - 10 },
        ...(pick(2) === 0 && { remaining: 1 + pick(3) }),
        ticks: { at: 'end' as const },
      };
      return {
        ...order('next'),
        gm: true,
        doing: { do: 'hang', who: actor, name: 'Bless', effect: pick(3) === 0 ? undefined : effect },
      };
    }
    default:
      return order('declare', {
        action: oneOf(pick, actions, 'none'),
        target: maybe(pick, 2, () => target),
        weapon: maybe(pick, 4, () => weapon),
        attacks: maybe(pick, 4, () => `${weapon} > ${target}${pick(2) === 0 ? ' x2' : ''}, ${someone()}`),
        options: maybe(pick, 2, () => Array.from({ length: 1 + pick(2) }, () => wordsBy(pick, weapon)).join(', ')),
        path: maybe(pick, 3, () => pathBy(pick, who?.pos, names)),
        pace: maybe(pick, 4, () => oneOf(pick, ['walk', 'run', 'sprint', 'fast-sprint', 'none'], 'walk')),
        spell: maybe(pick, 2, () => oneOf(pick, who?.sheet.spells.map(({ name }) => name) ?? [], 'Nonsense')),
        follow: maybe(pick, 6, someone),
        byair: maybe(pick, 6, () => true),
        does: maybe(pick, 6, () => 'pulls the lever'),
        missile: maybe(pick, 8, () => 'arrow'),
      });
  }
};

/** Presets on two sides and one whose name must not leak, under random settings. */
export const randomBattle = (pick: Pick, hidden = hiddenName): RandomBattle => {
  const titles = Object.keys(segment.presets);
  const enter = (id: string, side: string, preset: string) => ({
    do: 'enter' as const,
    entrant: { id, side, sheet: segment.presets[preset]?.sheet },
  });
  const count = 2 + pick(4);
  const entrants = Array.from({ length: count }, (_, n) => {
    const preset = oneOf(pick, titles, 'Hedda Stane');
    return enter(`${preset} ${n + 1}`, n % 2 === 0 ? 'Wardens' : 'Hollow', preset);
  });
  return {
    settings: settingsBy(pick),
    entrants: [...entrants, enter(hidden, 'Hollow', oneOf(pick, titles, 'Grummoth'))],
    hidden,
    propose: (game) => proposal(pick, game),
  };
};
