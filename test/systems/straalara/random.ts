import { type Caller, gmActor } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { actionNames } from '../../../src/systems/straalara/state.ts';
import type { Pick } from '../../chance.ts';
import type { Proposal } from '../random-battle.ts';

export interface RandomBattle {
  readonly blank: Game;
  /** Joins and the start, in order. */
  readonly opening: readonly Proposal[];
  /** A random order for the current battle, legal or not. */
  readonly propose: (game: Game) => Proposal;
}

const one = <T>(pick: Pick, list: readonly T[]): T => {
  if (list.length === 0) throw new Error('nothing to pick from');
  return list[pick(list.length)] as T;
};

const settingChoices: Readonly<Record<string, readonly unknown[]>> = {
  initiativeFloor: [0, 'none', -3],
  tieRating: ['effective', 'unwounded'],
  secondActions: ['count', 'wave'],
  lapse: ['lose', 'retarget', 'ask'],
  separateMelee: [false, true],
  defenseBonus: [4, 0, 2],
  blockCountsAsParry: [true, false],
  walkSpeedDefault: [7, 0],
  botchMode: ['no-success', 'net-negative'],
  tens: ['one', 'two'],
  woundsReducePools: [true, false],
  emptyPool: ['fail', 'one-die'],
  difficultyMin: [2, 4],
  difficultyMax: [10, 8],
  longRangeModifier: [2, -1],
  parryRanged: ['shield', 'none', 'any'],
  unseenBars: ['all', 'dodge'],
  defensesPerTurn: ['none', 0, 1],
  repeatDefensePenalty: [0, 1],
  partialDefense: ['subtract', 'nothing'],
  soakOnesCancel: [true, false],
  healthTrack: ['Bruised 0, Hurt -1, Down', [{ level: 'Down' }], 'A 0, B 1, C 1, D 2, E 2, F 5, G'],
  death: ['overflow', 'gm'],
  dazeBasis: ['net', 'rolled'],
  dazeLoses: ['next-action', 'next-turn', 'mark'],
  botches: ['continue', 'wait'],
  dazedMayDefend: [true, false],
  declarations: ['open', 'private'],
  earlyDeclarations: ['refused', 'sealed'],
};

const randomSettings = (pick: Pick): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(settingChoices).flatMap(([name, values]) => (pick(3) === 0 ? [[name, one(pick, values)]] : [])),
  );

/** The GM half the time, otherwise a player who may or may not control the combatant. */
const someCall = (pick: Pick, actor: string): Caller => {
  const kind = pick(8);
  if (kind < 4) return { actor, by: 'gm', gm: true, controls: [], pending: undefined };
  return { actor, by: 'ann', gm: false, controls: kind < 7 ? [actor] : [], pending: undefined };
};

const weird: readonly unknown[] = ['', 'nobody', -1, 2.5, 1e9, true, null, undefined, '\u202e', 'none', 'mixed', 99];

/** Attacks are more frequent, so that there is something to defend against. */
const fights = ['brawl', 'melee', 'thrown', 'spell', 'act'] as const;

const nomination = (pick: Pick, names: readonly string[]): Readonly<Record<string, unknown>> => {
  const action = one(pick, [...fights, ...fights, ...actionNames, 'charge']);
  return {
    action,
    ...(pick(10) > 0 && { target: one(pick, names) }),
    ...(action === 'spell' && {
      spell: one(pick, ['Ember Lance', 'Slow Frost', 'Glass Ward', 'Binding Mist', 'Great Sigil', 'Nothing']),
    }),
    ...(pick(6) === 0 && { weapon: one(pick, ['longsword', 'spear', 'maul', 'longbow', 'round shield']) }),
    ...(action === 'act' && {
      attribute: one(pick, ['strength', 'wits', 'dexterity', 'charm']),
      ability: one(pick, ['athletics', 'brawl', 'stealth']),
      ...(pick(2) === 0 && { opposed: 'strength + athletics' }),
      ...(pick(2) === 0 && { damage: one(pick, ['3', '2 + strength', 'strength']) }),
      ...(pick(2) === 0 && { timing: one(pick, ['immediate', 'endOfTurn', 'extended']), goal: 1 + pick(4) }),
      ...(pick(3) === 0 && { difficulty: pick(14) - 1 }),
    }),
    ...(action === 'trivial' &&
      pick(2) === 0 && { [one(pick, ['ready', 'stow'])]: one(pick, ['spear', 'maul', 'axe']) }),
  };
};

const paramsFor = (pick: Pick, verb: string, names: readonly string[]): Readonly<Record<string, unknown>> => {
  const target = one(pick, names);
  switch (verb) {
    case 'initiative':
      return pick(3) === 0 ? { all: true } : {};
    case 'stance':
      return { stance: one(pick, ['offense', 'partial', 'defense', 'fury']) };
    case 'declare':
      return { stance: one(pick, ['offense', 'offense', 'mixed', 'defense', 'fury']), ...nomination(pick, names) };
    case 'intend':
      return {
        ...(pick(4) > 0 && { stance: one(pick, ['offense', 'mixed', 'defense']) }),
        ...nomination(pick, names),
        slot: one(pick, ['first', 'second']),
      };
    case 'nominate':
      return nomination(pick, names);
    case 'take':
      return { ...(pick(3) === 0 && { move: one(pick, [0, 1, 3, 50, -1, 0.5]) }), ...(pick(3) === 0 && { target }) };
    case 'pass':
      return pick(2) === 0 ? { move: pick(9) } : {};
    case 'defend':
      return {
        maneuver: one(pick, ['block', 'parry', 'dodge', 'spell', 'none', 'pray']),
        ...(pick(3) === 0 && { weapon: one(pick, ['spear', 'round shield', 'longbow']) }),
        ...(pick(2) === 0 && { spell: one(pick, ['Glass Ward', 'Ember Lance']) }),
      };
    case 'mod':
      return {
        target,
        for: one(pick, ['take', 'defend', 'soak']),
        dice: one(pick, [0, 3, -3, 25]),
        difficulty: one(pick, [0, 1, -2, 0.5]),
        long: pick(3) === 0,
        unseen: pick(3) === 0,
      };
    case 'botch':
      return {
        target,
        consequence: one(pick, ['none', 'weapon-broken', 'hits-ally', 'curse']),
        ...(pick(2) === 0 && { victim: one(pick, names) }),
      };
    case 'harm':
    case 'heal':
      return { target, levels: one(pick, [1, 1, 2, 3, 0, -2, 1.5]) };
    case 'life':
      return { target, life: one(pick, ['up', 'incapacitated', 'dead']) };
    default:
      return {};
  }
};

const corrections: readonly (readonly [string, readonly string[]])[] = [
  ['lost', ['0', '3', '6', '7', '99']],
  ['overflow', ['0', '2']],
  ['life', ['up', 'dead', 'incapacitated', 'asleep']],
  ['dazed', ['yes', 'no']],
  ['rating', ['3', '-2']],
  ['score', ['12', '0', '-4']],
  ['stance', ['offense', 'none', 'partial', 'odd']],
  ['action', ['none', '2: none', 'brawl at Ann', 'spell Ember Lance at Ann', '?']],
  ['moved', ['3']],
  ['defenses', ['1']],
  ['progress', ['4']],
  ['extended', ['none']],
  ['botch', ['none']],
  ['modifiers', ['none']],
  ['attribute', ['strength 4', 'charm 2', 'strength']],
  ['ability', ['brawl 2']],
  ['armor', ['2', '99']],
  ['walk', ['9']],
  ['weapon', ['spear broken', 'spear whole', 'spear stowed', 'spear']],
  ['next', ['Ann', 'Bob', 'Nobody']],
  ['turn', ['5']],
  ['seconds', ['30']],
  ['stage', ['initiative', 'declare', 'end', 'lunch']],
  ['attack', ['none']],
];

const someDoing = (pick: Pick, game: Game, names: readonly string[]): GameAction => {
  const kind = pick(60);
  if (kind === 0) {
    const [field, values] = one(pick, corrections);
    return { do: 'correct', field, who: one(pick, names), value: one(pick, values) };
  }
  if (kind === 1) {
    const modifiers = { [one(pick, Object.keys(straalara.modifiers))]: pick(5) - 2 };
    const who = one(pick, names);
    const remaining = pick(2) === 0 ? {} : { remaining: 1 + pick(3) };
    const ticks = { at: one(pick, ['start', 'end'] as const), ...(pick(2) === 0 && { of: who }) };
    return {
      do: 'hang',
      who,
      name: 'a spell',
      effect: pick(4) === 0 ? undefined : { name: 'a spell', who, modifiers, ticks, ...remaining },
    };
  }
  if (kind === 2) return joining(pick, one(pick, [...names, 'Newcomer']));
  if (kind === 3) return { do: 'start' };
  const waited = game.expectedActions().flatMap(({ verbs }) => [...verbs.slice(0, 1), ...verbs.slice(0, 1), ...verbs]);
  const verb = kind < 50 && waited.length > 0 ? one(pick, waited) : one(pick, Object.keys(straalara.verbs));
  if (verb === 'end-combat' && pick(4) > 0) return { do: 'verb', verb: 'take', params: {} };
  const params = { ...paramsFor(pick, verb, names) };
  if (pick(25) === 0) params[one(pick, [...Object.keys(params), 'extra'])] = one(pick, weird);
  return { do: 'verb', verb, params };
};

const joining = (pick: Pick, id: string): GameAction => {
  const preset = straalara.presets[one(pick, Object.keys(straalara.presets))];
  const side = pick(3) === 0 ? undefined : one(pick, ['the Watch', 'the Hollow']);
  return { do: 'enter', entrant: { id, side, sheet: pick(20) === 0 ? { attributes: {} } : preset?.sheet } };
};

/** A battle of two to five presets under random settings, and random orders for it. */
export const randomBattle = (pick: Pick, marked?: string): RandomBattle => {
  const blank = straalara.createGame(randomSettings(pick));
  if (!blank.ok) throw new Error('the random settings do not parse');
  const names = ['Ann', 'Bob', 'Cyd', 'Dov', 'Eve'].slice(0, 2 + pick(4));
  const all = marked === undefined ? names : [...names, marked];
  const gm: Caller = { actor: gmActor, by: 'gm', gm: true, controls: [], pending: undefined };
  return {
    blank: blank.value,
    opening: [...all.map((id) => ({ doing: joining(pick, id), call: gm })), { doing: { do: 'start' }, call: gm }],
    propose: (game) => {
      const waited = game.expectedActions();
      const likely = waited.length > 0 && pick(10) > 0;
      const due = likely ? one(pick, waited) : undefined;
      const actor = due?.actor ?? one(pick, [...all, 'Nobody', gmActor]);
      if (due?.auto !== undefined && pick(due.kind === 'declaration' ? 12 : 3) === 0)
        return { doing: { do: 'verb', ...due.auto }, call: { ...gm, actor } };
      return {
        doing: someDoing(pick, game, [...all, ...(pick(10) === 0 ? ['Nobody'] : [])]),
        call: someCall(pick, actor),
      };
    },
  };
};
