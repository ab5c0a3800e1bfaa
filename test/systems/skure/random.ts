import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { stateSchema } from '../../../src/systems/skure/state.ts';
import type { Pick } from '../../chance.ts';
import type { Proposal, RandomBattle } from '../random-battle.ts';

const gm: Caller = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };

/** Some settings at another value than the default, read off their schema. */
const randomSettings = (pick: Pick): Readonly<Record<string, unknown>> => {
  const numbers: Readonly<Record<string, readonly number[]>> = {
    'board.width': [6, 9, 14],
    'board.height': [6, 9, 14],
    'charge.effectChance': [0, 50, 100],
    'gore.damagePerTurn': [0, 3, 9],
    'stun.turns': [1, 2],
    'essence.failPer': [25, 50],
    'reaction.shift': [-10, 0],
    'aoo.squares': [1, 2, 3],
    'revive.hp': [1, 15],
    'stage.frontCap': [5, 6, 7],
    'aim.cap': [6, 7],
    'damage.hitMinimum': [1, 0],
    'stage.hitFrom': [2, 3],
    'fly.heightCost': [0, 1],
    'hint.blows': [0, 2, 30],
    'climb.obstacles': [0, 1, 3],
  };
  const words: Readonly<Record<string, readonly string[]>> = {
    'board.blocked': ['', 'C4 D4', 'A3 B3 E5'],
    objective: [
      ...['', '', '', 'hold the bridge', 'hold C3 D3 for 2 rounds', 'red: reach E5', 'fell the captain'],
      ...['red: survive 4 rounds', 'protect Ann', 'protect Ann for 3 rounds'],
    ],
    'order.tieBreak': ['speed', 'join'],
    'order.joinMidRound': ['next', 'now'],
    'victory.counts': ['conscious', 'notDead'],
    'zones.flank': ['rearDiagonals', 'sides+rearDiagonals'],
    'speed.ratio': ['nearest', 'down'],
    'stage.capStack': ['highest', 'lowest'],
    'damage.percent': ['multiply', 'add'],
    'damage.rounding': ['up', 'nearest', 'down'],
    'charge.pushRounding': ['up', 'down'],
    'spell.hitRoll': ['bySpell', 'always', 'never'],
    'breath.kind': ['magical', 'physical'],
    'aim.sight': ['front', 'visible'],
    'ally.position': ['strict', 'adjacent'],
    'ally.perRound': ['unlimited', '1'],
    'counter.speed': ['difference', 'ratio'],
    'death.cause': ['largest', 'anyElement'],
    'ally.ownCut': ['front', 'all', 'none'],
  };
  return Object.fromEntries(
    Object.keys(stateSchema.shape.settings.shape).flatMap((key): readonly (readonly [string, unknown])[] => {
      const choices = numbers[key] ?? words[key] ?? ['yes', 'no'];
      return pick(3) > 0 && !key.startsWith('board') ? [] : [[key, choices[pick(choices.length)]]];
    }),
  );
};

const weird = [
  '',
  'nobody',
  '__proto__',
  'constructor',
  'Z99',
  '-1,-1',
  '1e9',
  'N'.repeat(50),
  '‮x',
  'none',
  '-stunned',
  'red 1-2',
  'yes',
] as const;

/** Parameters for a verb: mostly offered values, sometimes odd ones. */
const paramsFor = (game: Game, verb: string, call: Caller, pick: Pick): Readonly<Record<string, unknown>> => {
  const shape = skure.verbs[verb]?.params.shape ?? {};
  const words: Readonly<Record<string, readonly unknown[]>> = {
    mode: ['melee', 'ranged'],
    facing: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
    answer: verb === 'intercept' ? ['yes', 'no'] : ['approve', 'deny'],
    altitude: ['ground', 'low', 'mid', 'high'],
    path: ['N', 'S', 'E', 'W', 'NE SW', '2N', '3E', 'C3', 'D5 D6', 'S S', 'W NW'],
    to: ['A1', 'C3', 'E5', 'F6', 'Z50'],
    text: ['leaps onto the table', 'why?'],
    effect: ['', 'it works'],
    hp: [1, 5, 20, 0],
    hit: [10, -20],
    damage: [50, -50],
    chance: [1, 50, 100],
    again: [true, false],
    spend: [true, false],
  };
  const soFar: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) {
    const roll = pick(20);
    if (roll === 0) continue;
    if (roll === 1) {
      soFar[name] = [weird[pick(weird.length)], 7, true, null][pick(4)];
      continue;
    }
    const optional = shape[name]?.safeParse(undefined).success ?? false;
    if (optional && pick(2) === 0) continue;
    const viewer = {
      gm: true,
      user: undefined,
      controls: [],
      knows: [],
      unseen: [],
      foes: { mode: 'exact' as const, words: [] },
    };
    const offered = game.offers(verb, name, call, soFar, viewer)?.map(({ value }) => value) ?? [];
    const roster = name === 'target' ? game.roster().map(({ id }) => id) : [];
    const choices = offered.length > 0 && pick(8) > 0 ? offered : (words[name] ?? roster);
    if (choices.length > 0) soFar[name] = choices[pick(choices.length)];
  }
  return soFar;
};

const correctionValues = [
  '0',
  '-5',
  '-25',
  '12',
  '40',
  'dead',
  'conscious',
  'destroyed',
  'stunned',
  'asleep 2',
  'paralyzed 3',
  '-paralyzed',
  'gored',
  'E5',
  'C3',
  'N',
  'SW',
  'counter',
  'defend-self',
  'none',
  'yes',
  'no',
  '3F (+1) Ground',
  'fire',
  'frozen',
  'low',
  'good',
  'blue',
  'Ann 2',
] as const;

const players = ['p1', 'p2'] as const;

/** Presets on two or three sides, one of them hidden from the others, and endless orders. */
export const randomBattle = (pick: Pick, hidden = 'Mark7Unseen'): RandomBattle => {
  const settings = randomSettings(pick);
  const kinds = Object.values(skure.presets);
  const sides = ['red', 'blue', 'green'].slice(0, 2 + (pick(4) === 0 ? 1 : 0));
  const cast = [...['Ann', 'Bob', 'Cat', 'Dot', 'Eve', 'Fay'].slice(0, 2 + pick(5)), hidden];
  const controls = (index: number): readonly string[] => cast.filter((_, at) => at % players.length === index);
  const enter = (id: string, side: string): Proposal => ({
    doing: { do: 'enter', entrant: { id, side, sheet: kinds[pick(kinds.length)]?.sheet } },
    call: gm,
  });
  const verb = (name: string, params: Readonly<Record<string, unknown>>): Proposal => ({
    doing: { do: 'verb', verb: name, params },
    call: gm,
  });

  const callFor = (game: Game): Caller => {
    const due = game.expectedActions()[0]?.actor;
    const actor = pick(8) > 0 && due !== undefined ? due : (cast[pick(cast.length)] ?? 'Ann');
    const index = pick(10) === 0 ? pick(players.length) : Math.max(0, cast.indexOf(actor)) % players.length;
    const asGm = actor === 'gm' || pick(15) === 0;
    return {
      actor,
      by: asGm ? 'gm' : (players[index] ?? 'p1'),
      gm: asGm,
      controls: asGm ? [] : controls(index),
      pending: undefined,
    };
  };

  const byHand = (): Proposal => {
    const fields = Object.keys(skure.corrections);
    return {
      doing: {
        do: 'correct',
        field: fields[pick(fields.length)] ?? 'hp',
        who: cast[pick(cast.length)] ?? 'Ann',
        value: correctionValues[pick(correctionValues.length)],
      },
      call: gm,
    };
  };

  const hung = (): Proposal => {
    const who = cast[pick(cast.length)] ?? 'Ann';
    const terms = Object.keys(skure.modifiers);
    const modifiers = { [terms[pick(terms.length)] ?? 'hit']: pick(41) - 20 };
    const ticks = { at: pick(2) === 0 ? ('start' as const) : ('end' as const), ...(pick(2) === 0 && { of: who }) };
    const effect =
      pick(4) === 0
        ? undefined
        : { name: 'Blessing', who, modifiers, ticks, ...(pick(2) === 0 && { remaining: 1 + pick(3) }) };
    return { doing: { do: 'hang', who, name: 'Blessing', effect }, call: gm };
  };

  let newcomers = 0;
  const propose = (game: Game): Proposal => {
    const kind = pick(60);
    if (kind === 0) return byHand();
    if (kind === 1) return hung();
    if (kind === 2 && newcomers < 3) return enter(`New${newcomers++}`, sides[pick(sides.length)] ?? 'red');
    if (kind === 3 && pick(20) === 0)
      return { doing: { do: 'finish', finish: { winner: undefined, reason: 'It is late.' } }, call: gm };
    const call = callFor(game);
    const due = game.expectedActions().find(({ actor }) => actor === call.actor);
    const names = pick(5) > 0 && due !== undefined ? due.verbs : Object.keys(skure.verbs);
    const name = names[pick(pick(3) === 0 ? names.length : Math.min(names.length, 4))] ?? 'end';
    return { doing: { do: 'verb', verb: name, params: paramsFor(game, name, call, pick) }, call };
  };

  return {
    settings,
    hidden,
    opening: [
      ...cast.map((id, index) => enter(id, sides[index % sides.length] ?? 'red')),
      verb('deploy', { again: pick(2) === 0 }),
      { doing: { do: 'start' }, call: gm },
    ],
    propose,
  };
};
