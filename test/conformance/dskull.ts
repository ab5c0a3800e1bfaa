import { z } from 'zod';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import { createRulingDraft } from '../../src/rules/order-limits.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { dskull } from '../../src/systems/dskull/index.ts';
import { type Board, figuresOf, find, type State, type Warrior } from '../../src/systems/dskull/state.ts';
import {
  type Corner,
  type CountingRule,
  cairnPoints,
  calculateSight,
  chooseFirstInitiative,
  combinedTestStep,
  corners,
  countFaces,
  coverOf,
  createTerrain,
  distance,
  findDropRefusal,
  findOpponent,
  findUnawareSeats,
  formatDropId,
  hasFigures,
  hasReadyWarriors,
  innateAbilities,
  isFlanked,
  parseDropId,
  poolSize,
  rangeBand,
  rollDice,
  scenarios,
  seatsFrom,
} from '../systems/dskull/inner.ts';
import type { PlayCase, WorkedCase } from './case.ts';
import { differences } from './compare.ts';
import {
  byName,
  describeAttack,
  describeBlast,
  describeDamage,
  describeMove,
  describeRoll,
  describeSymbols,
  describeTest,
  one,
} from './dskull/describe.ts';
import { drawBoard } from './dskull/drawing.ts';
import {
  cornerName,
  describeFinal,
  describeTactics,
  expandExpectation,
  playScript,
  pointText,
  spending,
} from './dskull/script.ts';
import {
  battleOf,
  checkWarband,
  type Point,
  type Setup,
  setupSchema,
  space,
  toPoint,
  withActivation,
} from './dskull/setup.ts';
import { type CommandResult, tableOf } from './dskull/table.ts';

const point = z.tuple([z.number(), z.number()]);
const actionSchema = z.looseObject({
  type: z.string(),
  by: z.string().optional(),
  base: z.number().default(1),
  step: z.number().default(0),
  opponent: z.boolean().default(true),
  count: z.enum(['default', 'melee', 'armour', 'morale']).default('default'),
  drop: z.array(z.number()).optional(),
  drops: z.union([z.record(z.string(), z.array(z.number())), z.array(z.array(z.number()))]).optional(),
  roll: z.string().default('other'),
  roller: z.string().default('A'),
  other: z.string().optional(),
  affected: z.record(z.string(), z.number()).default({}),
  warrior: z.string().default(''),
  weapons: z.array(z.string()).optional(),
  primary: z.string().optional(),
  source: z.string().default('action'),
  times: z.number().default(1),
  path: z.array(point).default([]),
  from: point.default([0, 0]),
  to: point.default([0, 0]),
  hands: z.number().default(1),
  dice: z.number().optional(),
  distance: z.number().default(0),
  corner: z.union([point, z.string()]).optional(),
  attacker: z.string().default(''),
  target: z.string().default(''),
  weapon: z.string().optional(),
  spendAdv: z.union([z.boolean(), z.string(), z.number()]).optional(),
  damage: z.number().default(0),
  armour: z.boolean().optional(),
  space: point.default([0, 0]),
  levels: z.array(z.number().nullable()).default([]),
  skill: z.string().default('tactics'),
  condition: z.string().optional(),
  edge: z.tuple([point, point]).optional(),
  startedAt: point.default([0, 0]),
  commands: z.unknown().optional(),
  rounds: z.boolean().default(false),
});
type Action = z.output<typeof actionSchema>;

interface Played {
  readonly result: object;
  readonly diceUsed: number;
}
type Play = (setup: Setup, action: Action, dice: readonly number[]) => Played;

const free = (result: object): Played => ({ result, diceUsed: 0 });

/** The result of an order: its refusal code, or its description. */
const ordered = (
  table: ReturnType<typeof tableOf>,
  told: CommandResult,
  tell: (done: Extract<CommandResult, { kind: 'done' }>) => object,
): Played => ({
  result:
    told.kind === 'done' ? tell(told) : told.kind === 'refused' ? { error: told.code } : { pending: told.question.to },
  diceUsed: table.diceUsed(),
});

const ownerOf = (state: State, id: string, by: string | undefined): string =>
  by ?? find(state, id)?.owner ?? state.current ?? '';

/** The named weapon is the only active one unless the case says otherwise. */
const usualWeapons =
  (weapon: string | undefined) =>
  ({ weapons, held }: Warrior): readonly string[] => {
    const named = weapons.find(({ name }) => name === weapon);
    return named ? [named.id] : weapon === undefined && weapons.length === 1 ? weapons.map(({ id }) => id) : held;
  };

const handsOf = (drops: Action['drops']): ((question: unknown) => readonly number[] | undefined) | undefined => {
  if (!Array.isArray(drops)) return undefined;
  const left = [...drops];
  return () => left.shift();
};

const kindsBetween = ({ edges }: Board, ...pair: readonly [Point, Point]): readonly string[] =>
  edges.find(({ a, b }) => [a, b].every((end) => pair.some(([x, y]) => x === end.x && y === end.y)))?.kinds ?? [];

const rollAsked = z.object({ roller: z.string() });

const plays: Readonly<Record<string, Play>> = {
  roll: (setup, { base, step, opponent, count, drop, roller }, script) => {
    const state = battleOf(opponent ? setup : { ...setup, eliminated: ['B'] });
    const dice = createScriptedDice(script);
    const rolling = rollDice(
      createRulingDraft<State>(state, (same) => same, { dice }),
      {
        name: 'roll',
        roller,
        base,
        step,
        concern: { kind: 'other' },
        question: () => ({ roller: 'A roll', opponent: 'A roll' }),
      },
    );
    let next = rolling.next();
    const asked = !next.done;
    if (drop !== undefined) {
      // Under the policy `auto` equal faces are not asked about, but a case may still name them.
      const named = step > 0 || (step < 0 && opponent);
      const fault = named ? findDropRefusal(drop, Math.abs(step), poolSize(base, step)) : 'E_NO_PENDING';
      if (fault !== undefined) return { result: { error: fault }, diceUsed: dice.rolledDice().length };
    }
    if (!next.done) next = rolling.next(drop === undefined ? next.value.auto : formatDropId(drop));
    if (!next.done) throw new Error('A roll asks once.');
    const roll =
      drop !== undefined && !asked
        ? {
            ...next.value,
            dropped: [...drop].sort((a, b) => a - b),
            kept: next.value.faces.filter((_, n) => !drop.includes(n)),
          }
        : next.value;
    const counting: CountingRule = count;
    return {
      result: { ...describeRoll(roll), count: countFaces(roll.kept, counting, state.settings.test.moraleAdv) },
      diceUsed: dice.rolledDice().length,
    };
  },
  directOpponent: (setup, { roll, roller, other, affected }) =>
    free({
      opponent:
        findOpponent(
          battleOf(setup),
          roller,
          roll === 'affects'
            ? { kind: 'affects', figures: affected }
            : other === undefined
              ? { kind: 'other' }
              : { kind: 'player', player: other },
        ) ?? null,
    }),
  tactics: (setup, { drops, by }, script) => {
    const byHand = Array.isArray(drops) ? {} : (drops ?? {});
    const config =
      drops === undefined
        ? setup.config
        : { ...setup.config, dice: { ...Object(setup.config.dice), dropPolicy: 'ask' } };
    const state: State = { ...battleOf({ ...setup, config }), phase: 'preparation' };
    const holder = seatsFrom(state, state.initiative).find((seat) => hasFigures(state, seat));
    const table = tableOf({ ...state, initiative: holder ?? state.initiative }, script);
    const told = table.order('tactics', {}, by ?? 'gm', {
      byHand: ({ facts, auto }) => {
        const { roller } = rollAsked.parse(facts);
        return byHand[roller] ?? (drops === undefined ? undefined : parseDropId(auto));
      },
    });
    return ordered(table, told, ({ events, after }) => describeTactics(events, after));
  },
  turnOrder: (setup) => {
    const state = battleOf(setup);
    const first = seatsFrom(state, state.initiative).find((seat) => hasReadyWarriors(state, seat));
    const table = tableOf({ ...state, current: first }, []);
    const turns: string[] = [];
    for (
      let now = table.state();
      now.current !== undefined && hasReadyWarriors(now, now.current);
      now = table.state()
    ) {
      const { current } = now;
      turns.push(current);
      const warrior = figuresOf(now).find(({ owner, ready }) => owner === current && ready)?.id;
      table.order('activate', { warrior }, current, { cut: true });
      table.order('end', {}, current, { cut: true });
    }
    return free({ turns });
  },
  cleanup: (setup, _action, script) => {
    const state = battleOf(setup);
    const idle = { ...state, current: undefined, warriors: state.warriors.map((each) => ({ ...each, ready: false })) };
    const table = tableOf(idle, script);
    return ordered(table, table.order('next', {}, 'gm'), ({ after }) => ({
      initiative: after.initiative ?? null,
      symbols: describeSymbols(after),
      vp: Object.fromEntries(after.seats.map(({ id, vp }) => [id, vp])),
      round: after.round,
      phase: after.phase,
    }));
  },
  firstInitiative: (setup, { first = 'lowest-d6' }, script) => {
    const state = battleOf(setup);
    const dice = createScriptedDice(script);
    const strength = (seat: string) => state.warriors.filter(({ owner }) => owner === seat).length;
    const found = chooseFirstInitiative(
      String(first),
      state.seats.map(({ id }) => id),
      strength,
      dice,
    );
    return { result: found, diceUsed: dice.rolledDice().length };
  },
  validate: (setup, action) => {
    const { settings } = battleOf({ ...setup, warriors: [] });
    const report = checkWarband(setup.warband ?? action.warband, settings);
    const named = report.errors.map((each) => ({ ...each, name: each.what }));
    const costs = Object.fromEntries(report.costs.map(({ warrior, cost }) => [warrior, cost.total]));
    return free({ ...report, errors: named, costs });
  },
  gain: (setup, { warrior, source }, script) => {
    const given = withActivation(setup, warrior);
    const state = battleOf(given);
    const seats = state.seats.map((seat) => ({ ...seat, symbols: { HIT: 1, ADV: 1 } }));
    const table = tableOf({ ...state, seats }, script);
    const told =
      source === 'tacticsAdv'
        ? table.order('symbol', { symbol: 'ADV' }, ownerOf(state, warrior, undefined))
        : table.order('gain', {}, ownerOf(state, warrior, undefined));
    return ordered(table, told, ({ events, after }) => ({
      gained: one(events, 'mp-gained')?.amount,
      mp: after.activation?.mp,
    }));
  },
  activate: (setup, { warrior, weapons, primary, by }, script) => {
    const state = battleOf(setup);
    const owner = ownerOf(state, warrior, by);
    const table = tableOf({ ...state, current: setup.current ?? setup.initiative ?? owner }, script);
    const params = {
      warrior,
      ...(weapons && { weapons: weapons.join(', ') }),
      ...(primary !== undefined && { primary }),
    };
    return ordered(table, table.order('activate', params, owner, { cut: true }), ({ events, after }) => {
      const begun = one(events, 'activated')?.activation;
      const live = find(after, warrior);
      const nameOf = (id: string) => live?.weapons.find((weapon) => weapon.id === id)?.name ?? id;
      return {
        actions: one(events, 'condition-cost-paid')?.actions ?? begun?.actions,
        conditions: live?.conditions ?? [],
        active: begun?.active.map(nameOf),
        primary: begun?.primary === undefined ? null : nameOf(begun.primary),
        ended: events.some(({ type }) => type === 'activation-ended'),
      };
    });
  },
  'attack-actions': (setup, { warrior, times, source }, script) => {
    const who = warrior || (setup.activation?.warrior ?? '');
    const given = withActivation(setup, who);
    const state = battleOf(given, ({ held }) => held);
    const activation = state.activation && {
      ...state.activation,
      actions: given.activation?.actions ?? Math.max(times, 2),
    };
    const table = tableOf({ ...state, activation }, script);
    const zero = Object.fromEntries(
      state.settings.attack.perAction === 'one-chosen' ? [] : (activation?.active ?? []).map((id) => [id, 0]),
    );
    const gains: object[] = [];
    for (let n = 0; n < times; n++) {
      const told = table.order(
        source === 'symbol' ? 'symbol' : 'attack-action',
        source === 'symbol' ? { symbol: 'HIT' } : {},
        ownerOf(state, who, undefined),
        { cut: true },
      );
      if (told.kind !== 'done') return ordered(table, told, () => ({}));
      gains.push(byName(state, who, { ...zero, ...one(told.events, 'attacks-gained')?.gains }));
    }
    const pool = byName(state, who, { ...zero, ...table.state().activation?.attacks });
    return { result: { gains, pool }, diceUsed: table.diceUsed() };
  },
  move: (setup, { path, by, drops, warrior }, script) => {
    const given = warrior === '' ? setup : withActivation(setup, warrior);
    const state = battleOf(given);
    const table = tableOf(state, script);
    const byHand = handsOf(drops);
    const told = table.order('move', { path: path.map(pointText).join(' ') }, by ?? state.activation?.seat ?? '', {
      cut: true,
      ...(byHand && { byHand }),
    });
    return ordered(table, told, ({ events }) => describeMove(events));
  },
  zone: (setup, { warrior }) => {
    const game = dskull.openGame(JSON.parse(JSON.stringify(battleOf(setup))));
    const answer = game.answerQuery('zone', gmCaller(), { warrior }, gmViewer);
    if (!answer.ok) throw new Error(answer.error.code);
    const { lines, zones = [] } = answer.value;
    return free({
      spaces: zones.flatMap(({ squares }) => squares.map(toPoint)),
      contested: lines.some(({ text }) => text.includes('a contested zone')),
    });
  },
  distance: (setup, { from, to }) =>
    free({ distance: distance(battleOf(setup).settings.los.metric, space(from), space(to)) }),
  range: (setup, { hands, distance: spaces, dice }) =>
    free(rangeBand(battleOf(setup).settings, dice ?? hands + 1, spaces)),
  los: (setup, { from, to, corner }) => {
    const state = battleOf({ ...setup, warriors: setup.warriors ?? [] });
    const terrain = createTerrain(state);
    if (terrain === undefined) throw new Error('No board.');
    const named = typeof corner === 'string' ? corner : cornerName(corner, from);
    const chosen: Corner | undefined = corners.find((each) => each === named);
    const figures = terrain.figures.map(({ at }) => at);
    const seen = calculateSight(terrain.ground, figures, state.settings.los, space(from), space(to), chosen);
    return free({
      corner: toPoint(seen.from),
      lines: seen.lines.map(({ to: end, clear }) => ({ to: toPoint(end), clear })),
      count: seen.count,
      cover: coverOf(seen.count),
    });
  },
  attack: (setup, { attacker, target, weapon, corner, spendAdv, by, drops }, script) => {
    const state = battleOf(withActivation(setup, attacker), usualWeapons(weapon));
    const table = tableOf(state, script);
    const at = find(state, attacker)?.at;
    const look = typeof corner === 'string' ? corner : cornerName(corner, at && toPoint(at));
    const params = {
      target,
      ...(weapon !== undefined && { weapon }),
      ...(look !== undefined && { corner: look }),
      ...spending(spendAdv),
    };
    const byHand = handsOf(drops);
    const told = table.order('attack', params, ownerOf(state, attacker, by), { cut: true, ...(byHand && { byHand }) });
    return ordered(table, told, ({ events, after }) => {
      const attacked = one(events, 'attacked');
      return {
        ...(attacked && describeAttack(attacked, after)),
        pool: byName(after, attacker, after.activation?.attacks ?? {}),
        actions: after.activation?.actions ?? 0,
        chargesLeft: find(after, attacker)?.weapons.find(({ name }) => name === weapon)?.chargesLeft ?? null,
        vp: Object.fromEntries(after.seats.map(({ id, vp }) => [id, vp])),
      };
    });
  },
  harm: (setup, { target, damage, armour }, script) => {
    const table = tableOf(battleOf(setup), script);
    const told = table.order('harm', { target, damage, ...(armour !== undefined && { armour }) }, 'gm', { cut: true });
    return ordered(table, told, ({ events, after }) => {
      const harm = one(events, 'damaged')?.harm;
      const live = find(after, target);
      return {
        damage: harm?.damage,
        ...describeDamage(harm),
        result: harm?.result,
        targetConditions: live?.conditions ?? [],
        targetRemoved: live?.removed !== undefined,
      };
    });
  },
  blast: (setup, { attacker, weapon, space: aim, by, corner }, script) => {
    const state = battleOf(withActivation(setup, attacker), usualWeapons(weapon));
    const table = tableOf(state, script);
    const at = find(state, attacker)?.at;
    const look = typeof corner === 'string' ? corner : cornerName(corner, at && toPoint(at));
    const params = { to: pointText(aim), ...(weapon !== undefined && { weapon }), ...(look && { corner: look }) };
    const told = table.order('blast', params, ownerOf(state, attacker, by), { cut: true });
    return ordered(table, told, ({ events }) => describeBlast(events));
  },
  dare: (setup, { warrior, target }, script) => {
    const state = battleOf(withActivation(setup, warrior));
    const table = tableOf(state, script);
    const told = table.order('dare', { target }, ownerOf(state, warrior, undefined));
    return ordered(table, told, ({ events }) => {
      const tested = one(events, 'morale-tested');
      return tested ? describeTest(tested) : {};
    });
  },
  combinedTest: (setup, { levels, skill, bonus = 0, innate: inborn }, script) => {
    const state = battleOf(setup);
    const dice = createScriptedDice(script);
    const isInnate = inborn === true || innateAbilities.some((each) => each === skill);
    const step =
      combinedTestStep(
        state.settings,
        levels.map((level) => level ?? (isInnate ? 0 : undefined)),
      ) + Number(bonus);
    const rolling = rollDice(
      createRulingDraft<State>(state, (same) => same, { dice }),
      {
        name: skill,
        roller: 'A',
        base: 1,
        step,
        concern: { kind: 'other' },
        question: () => ({ roller: 'A test', opponent: 'A test' }),
      },
    );
    let next = rolling.next();
    while (!next.done) next = rolling.next(next.value.auto);
    const count = countFaces(next.value.kept, skill === 'morale' ? 'morale' : 'default', state.settings.test.moraleAdv);
    const result = { ...describeRoll(next.value), count, passed: count >= state.settings.test.target };
    return { result, diceUsed: dice.rolledDice().length };
  },
  medicine: (setup, { warrior, target, condition: named, remove, clear }, script) => {
    const condition = named ?? remove ?? clear;
    const state = battleOf(withActivation(setup, warrior));
    const table = tableOf(state, script);
    const what = `medicine ${target}${condition === undefined ? '' : ` ${condition}`}`;
    const told = table.order('interact', { what }, ownerOf(state, warrior, undefined), { cut: true });
    return ordered(table, told, ({ events, after }) => {
      const treated = one(events, 'treated');
      const conditions = find(after, target)?.conditions ?? [];
      return { ...(treated && describeTest(treated)), conditions, targetConditions: conditions };
    });
  },
  door: (setup, { warrior, edge }, script) => {
    const state = battleOf(withActivation(setup, warrior));
    const table = tableOf(state, script);
    const [a, b] = edge ?? [
      [0, 0],
      [0, 0],
    ];
    const what = `door ${pointText(a)} ${pointText(b)}`;
    const told = table.order('interact', { what }, ownerOf(state, warrior, undefined), { cut: true });
    return ordered(table, told, ({ after }) => ({
      kinds: after.board ? kindsBetween(after.board, a, b) : [],
      actions: after.activation?.actions ?? 0,
    }));
  },
  deploy: (setup, { warrior, space: to, by }, script) => {
    const state = battleOf({ ...setup, warriors: setup.warriors ?? [] });
    const known = find(state, warrior);
    const current = setup.current ?? setup.initiative ?? state.seats[0]?.id ?? '';
    const [fresh] = battleOf(setupSchema.parse({ warriors: [{ id: warrior, owner: current, weapons: [] }] })).warriors;
    const deploying: State = {
      ...state,
      phase: 'deploy',
      current,
      warriors: known || !fresh || warrior === '' ? state.warriors : [...state.warriors, fresh],
      zones: setup.zone ? Object.fromEntries(state.seats.map(({ id }) => [id, (setup.zone ?? []).map(space)])) : {},
    };
    const table = tableOf(deploying, script);
    const told = table.order('deploy', { warrior, to: pointText(to) }, by ?? current);
    return ordered(table, told, ({ after }) => {
      const at = find(after, warrior)?.at;
      return { at: at ? toPoint(at) : null, current: after.current ?? null };
    });
  },
  flanked: (setup, { attacker, target }) => {
    const terrain = createTerrain(battleOf(setup));
    const find = (id: string) => terrain?.figures.find((figure) => figure.id === id);
    const [from, to] = [find(attacker), find(target)];
    return free({ flanked: terrain && from && to ? isFlanked(terrain, from, to) : false });
  },
  surprised: (setup, { target, startedAt, attacker }) => {
    const state = battleOf(setup);
    const figures = figuresOf(state);
    const figure = figures.find(({ id }) => id === target);
    const from = figures.find(({ id }) => id === attacker);
    const unaware = findUnawareSeats(state, space(startedAt), from);
    return free({ surprised: figure !== undefined && unaware.includes(figure.owner) });
  },
  cairns: (setup) => {
    const state = battleOf(setup);
    const objects = scenarios['three-cairns']?.ground(2).objects ?? [];
    const vp = Object.fromEntries(state.seats.map(({ id }) => [id, 0]));
    for (const each of cairnPoints({ ...state, objects })) vp[each.seat] = (vp[each.seat] ?? 0) + each.vp;
    return free({ vp });
  },
  script: (setup, { commands, rounds }, script) => {
    const table = tableOf(battleOf(setup), script);
    const result = playScript(commands, table, rounds);
    return { result, diceUsed: table.diceUsed() };
  },
};

/** An action named like a verb that is not handled above: its other keys are the verb's parameters. */
const playVerb =
  ({ type, by, ...given }: Readonly<Record<string, unknown>>): Play =>
  (setup, { warrior }, script) => {
    const verb = String(type);
    const { warrior: _, ...others } = given;
    const takesWarrior = dskull.verbs[verb]?.params.shape.warrior !== undefined;
    const state = battleOf(warrior === '' || takesWarrior ? setup : withActivation(setup, warrior));
    const table = tableOf(state, script);
    const who = typeof by === 'string' ? by : dskull.verbs[verb]?.role === 'gm' ? 'gm' : undefined;
    const told = table.order(verb, takesWarrior ? given : others, ownerOf(state, warrior, who), { cut: true });
    return ordered(table, told, ({ events, after }) => ({ ...describeFinal(after, undefined), happened: events }));
  };

const sets = ['conditions', 'ready', 'warnings', 'targetConditions', 'final.conditions', 'kinds'];

const badBoard = ({ board }: Setup): string | undefined => {
  const read = board === undefined ? undefined : drawBoard(JSON.stringify(board));
  return typeof read === 'string' ? read : undefined;
};

/** Section 25: plays one worked case on the engine. */
export const play: PlayCase = (worked: WorkedCase) => {
  const action = actionSchema.parse(worked.action);
  const setup = setupSchema.parse({ scenario: action.scenario ?? Object(action.modifiers).scenario, ...worked.setup });
  const verb = dskull.verbs[action.type] === undefined ? undefined : playVerb(worked.action);
  const playing = plays[action.type] ?? verb;
  if (playing === undefined) return [`No action is called ${action.type}.`];
  const refused = badBoard(setup);
  const { result, diceUsed } = refused ? free({ error: refused }) : playing(setup, action, worked.dice);
  const found = { ...result, diceUsed };
  const unknown = Object.keys(worked.expect).filter((key) => !(key in found) && !('error' in found));
  return [
    ...unknown.map((key) => `${key}: nothing is called so here`),
    ...differences(expandExpectation(worked.expect), found, sets),
    ...('error' in found && !('error' in worked.expect) ? [`refused with ${String(found.error)}`] : []),
    ...(worked.dice.length > diceUsed ? [`dice: ${worked.dice.length - diceUsed} left over`] : []),
  ];
};
