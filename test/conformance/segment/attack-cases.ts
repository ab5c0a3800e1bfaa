import { type Combatant, find, type State, sortByTieOrder } from '../../../src/systems/segment/state.ts';
import {
  defenseBonus,
  defenseRank,
  isEngaged as engaged,
  canMakeFreeAttack as mayStrikeFreely,
} from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { combatantOf } from './combatant.ts';
import { list, maybeRaw, number, type Raw, raw, raws, text, texts, yes } from './raw.ts';
import { attackerOf, attackResult, isAttack } from './results.ts';
import { adHocsOf, attackSlot, type Stage, slotOf, stageOf, stateOf } from './stage.ts';

const guardWeapon = (rank: number): Raw => ({ name: 'guard', use: 'melee', sc: 50, damage: '1d4', rank });

/** The target of a case, with the weapon it defends with. */
const targetOf = (value: Raw, battle: Raw): Raw => {
  const rank = number(battle.targetWeaponRank);
  return rank === undefined ? value : { ...value, weapons: [...raws(value.weapons), guardWeapon(rank)], hand: 'guard' };
};

const dummies = (count: number, prefix: string, team: string): readonly Combatant[] =>
  Array.from({ length: count }, (_, n) => combatantOf({ name: `${prefix}${n + 1}`, team }));

interface Scene {
  readonly state: State;
  readonly attacker: string;
  readonly intended: string;
  readonly weapon: string;
}

/** Sections 6.2 and 6.3: attacker, target and everything the case says of the fight around them. */
const sceneOf = (worked: WorkedCase, attacks: readonly Raw[]): Scene => {
  const { setup, action } = worked;
  const battle = raw(setup.battle);
  const given = raw(setup.attacker);
  const aimedName = text(battle.intendedTarget) ?? text(attacks[0]?.target) ?? text(raw(setup.target).name) ?? 'T';
  const weapon = text(attacks[0]?.weapon) ?? text(raws(given.weapons)[0]?.name) ?? 'weapon';
  const off = action.hand === 'off';
  const weapons = attacks.map((each) => text(each.weapon) ?? weapon);
  const whole = combatantOf(
    { ...given, ...(off && given.hand === undefined && { hand: null, offHand: weapon }) },
    { team: 'us', weapons, aimsAt: { weapon, target: aimedName } },
  );
  const tentacles = number(battle.tentacleAttacksOnTarget) ?? 0;
  const attacker =
    tentacles > 0 && whole.sheet.tentacles === 0 ? { ...whole, sheet: { ...whole.sheet, tentacles } } : whole;
  const strayName = text(raw(setup.target).name) ?? 'T';
  const strays = aimedName !== strayName;
  const struck = combatantOf(targetOf(raw(setup.target), battle), {
    team: strays ? attacker.team : 'foes',
    aimsAt: { weapon: 'bow', target: attacker.id },
  });
  const friends = number(battle.friendsInTargetMelee) ?? 0;
  const opponents = number(battle.opponentsInTargetMelee) ?? (friends > 0 ? 1 : 0);
  const foeTeam = strays ? 'foes' : struck.team;
  const intended = strays ? combatantOf({ name: aimedName, team: foeTeam }) : struck;
  const others = dummies(friends - (strays ? 1 : 0), 'friend', attacker.team);
  const place = friends > 1 && strays ? (worked.dice[1] ?? 1) - 1 : 0;
  const friendly = strays && friends > 0 ? [...others.slice(0, place), struck, ...others.slice(place)] : others;
  const hostiles = dummies(friends > 0 ? opponents - 1 : 0, 'opponent', foeTeam);
  const nearby = yes(battle.attackerInMelee) ? dummies(1, 'near', foeTeam) : [];
  const segment = segmentOf(battle, struck);
  const also = dummies(number(battle.otherMeleeAttackersOnTarget) ?? 0, 'also', attacker.team).map((each) => ({
    ...each,
    initiatives: [slotOf({ segment: 12, status: 'done', weapon: 'x', use: 'melee', target: struck.id })],
  }));
  const found = attacker.sheet.weapons.filter(({ name }) => weapons.includes(name));
  const slots = attacks.map((each, n) => {
    const one = found.find(({ name }) => name === (text(each.weapon) ?? weapon)) ?? found[0];
    if (one === undefined) throw new Error('no weapon');
    const target = strays ? aimedName : (text(each.target) ?? aimedName);
    return attackSlot(one, target, { number: n + 1, segment: segment - n, hand: off ? 'off' : 'main' });
  });
  const more = Array.from({ length: Math.max(0, tentacles - slots.length) }, (_, n) =>
    slotOf({ number: slots.length + n + 1, segment: 12, status: 'done', weapon, use: 'melee', target: aimedName }),
  );
  const cast = maybeRaw(raw(setup.target).casting) ?? maybeRaw(raw(setup.target).pendingCast);
  const striker = {
    ...attacker,
    declaration: attacker.declaration ?? combatantOf({ ...given, declaration: { main: 'attack' } }).declaration,
    initiatives: [...slots, ...more],
  };
  const state = stateOf(
    worked,
    [
      striker,
      ...(strays && friends > 0 ? [] : [castNow(worked, struck, cast, segment, striker)]),
      ...(strays ? [intended] : []),
      ...friendly,
      ...hostiles,
      ...nearby,
      ...also,
    ],
    { phase: 'resolve', clock: { segment, moved: true } },
  );
  const pairs = [
    ...friendly.map(({ id }): [string, string] => [intended.id, id]),
    ...hostiles.map(({ id }): [string, string] => [id, friendly[0]?.id ?? attacker.id]),
    ...nearby.map(({ id }): [string, string] => [attacker.id, id]),
    ...(state.settings.multiCount === 'engaged' ? also.map(({ id }): [string, string] => [id, struck.id]) : []),
  ];
  const surprise = battle.surprise === 'in' || battle.surprise === 'out' ? battle.surprise : undefined;
  const cover = battle.cover === 'soft' || battle.cover === 'hard' ? battle.cover : undefined;
  return {
    attacker: attacker.id,
    intended: aimedName,
    weapon,
    state: {
      ...state,
      engagements: pairs,
      ambushers: state.ambushRound ? [attacker.id, ...also.map(({ id }) => id)] : [],
      surprises: surprise ? [{ attacker: attacker.id, target: aimedName, kind: surprise }] : [],
      covers: cover ? [{ target: struck.id, kind: cover }] : [],
      ...adHocsOf(worked, attacker.id, 'attack'),
    },
  };
};

/** `battle.segment`, else inside the casting window, else any. */
const segmentOf = (battle: Raw, target: Combatant): number => number(battle.segment) ?? target.casting?.begins ?? 8;

/** A spell not yet begun or gone off already opens no window; on its edges tie order decides. */
const castNow = (
  worked: WorkedCase,
  target: Combatant,
  cast: Raw | undefined,
  segment: number,
  attacker: Combatant,
): Combatant => {
  const { setup } = worked;
  const battle = raw(setup.battle);
  const halfDone =
    segment < stateOf(worked, []).settings.halfRoundSegment &&
    target.declaration?.options.readyShield === true &&
    !target.stunned
      ? { ...target, shieldReady: true, shieldDone: true }
      : target;
  if (cast === undefined) return halfDone;
  const begins = number(cast.begins) ?? 8;
  const goesOff = number(cast.goesOff) ?? 3;
  const spell = text(cast.spell) ?? halfDone.casting?.spell ?? 'X';
  const first = sortByTieOrder(stateWith(attacker, halfDone), [attacker, halfDone])[0] === halfDone;
  const stated = number(battle.segment) !== undefined;
  const begun =
    raw(setup.target).pendingCast === undefined && (!stated || segment < begins || (segment === begins && first));
  const over = stated && (segment < goesOff || (segment === goesOff && first));
  const open = begun && !over && raw(setup.target).castDoneOn === undefined;
  return { ...halfDone, casting: open ? { spell, begins, goesOff: stated ? goesOff : -5 } : undefined };
};

const stateWith = (...combatants: readonly Combatant[]): State =>
  stateOf({ setup: {}, action: {} } as WorkedCase, combatants);

/** Lets the round run to the next attack of this combatant. */
export const runToAttack = (stage: Stage, who: string): string | undefined => {
  const from = stage.events().length;
  for (let n = 0; n < 60; n++) {
    const { pending } = stage.state();
    const code =
      pending?.kind === 'choose-again' ? stage.order(pending.who, 'keep') : stage.order('GM', 'next', {}, 'GM');
    if (code !== undefined) return code;
    const since = stage.events().slice(from);
    if (since.some((event) => attackerOf(event) === who)) return undefined;
  }
  throw new Error('the attack never came up');
};

export const playAttack = (worked: WorkedCase): readonly [Raw, Stage] => {
  const { state, attacker, intended, weapon } = sceneOf(worked, [worked.action]);
  const stage = stageOf(state, worked.dice);
  const error = runToAttack(stage, attacker);
  const event = stage.events().find(isAttack);
  if (error !== undefined || event === undefined) return [{ error: error ?? 'lost', attack: 'lost' }, stage];
  const struck = find(state, event.target);
  return [
    {
      ...attackResult(event, stage.state(), worked.expect),
      defBonus: struck?.defending?.defBonus ?? 0,
      weapon,
      intended,
      modifiers: event.scParts,
    },
    stage,
  ];
};

export const playAttacks = (worked: WorkedCase): readonly [Raw, Stage] => {
  const attacks = raws(worked.action.attacks);
  const { state, attacker } = sceneOf(worked, attacks);
  const stage = stageOf(state, worked.dice);
  const lost = number(raw(worked.setup.between).attackerLosesHp);
  attacks.forEach((_, n) => {
    if (n === 1 && lost !== undefined)
      stage.order('GM', 'damage', { target: attacker, amount: lost, prot: false, single: false }, 'GM');
    const { pending } = stage.state();
    if (pending?.kind === 'push') stage.order(pending.who, 'forgo');
    runToAttack(stage, attacker);
  });
  const events = stage.events().filter(isAttack);
  const last = events.at(-1);
  const results = events.map((event) => attackResult(event, stage.state()));
  const column = (key: string) => results.map((each) => each[key]);
  const lists = ['need', 'outcome', 'sc', 'def', 'roll', 'rolled', 'damage', 'taken', 'grievousMax', 'criticalMax'];
  return [
    {
      ...(last && attackResult(last, stage.state())),
      ...Object.fromEntries(lists.map((key) => [key, column(key)])),
    },
    stage,
  ];
};

/** Engaged pairs a case names, or attacker and target alone. */
const pairsOf = (value: unknown, a: string, b: string): [string, string][] => {
  const pairs = list(value).map((pair): [string, string] => [texts(pair)[0] ?? a, texts(pair)[1] ?? b]);
  return pairs.length > 0 ? pairs : [[a, b]];
};

export const playFreeAttack = (worked: WorkedCase): readonly [Raw, Stage] => {
  const { setup, action } = worked;
  const battle = raw(setup.battle);
  const on = text(action.on) ?? text(raw(setup.target).name) ?? 'T';
  const striker = combatantOf(raw(setup.attacker), { team: 'us', aimsAt: { weapon: '-', target: on } });
  const leaving = combatantOf(targetOf({ declaration: { main: 'withdraw' }, ...raw(setup.target) }, battle), {
    team: 'foes',
  });
  const pairs = pairsOf(setup.engaged, striker.id, leaving.id);
  const named = new Set(pairs.flat());
  const allies = [...named]
    .filter((id) => id !== striker.id && id !== leaving.id)
    .map((name) => combatantOf({ name, team: leaving.team }));
  const open = stateOf(worked, [striker, leaving, ...allies], {
    phase: 'resolve',
    clock: { segment: number(battle.segment) ?? 10, moved: false },
    engagements: pairs,
  });
  const [a, t] = [find(open, striker.id), find(open, leaving.id)];
  const may = a !== undefined && t !== undefined && engaged(open, a, t) && mayStrikeFreely(open, a, t);
  const state: State = {
    ...open,
    pending: { kind: 'free-attack', on: leaving.id, left: may ? [striker.id] : [], taking: [] },
    ...adHocsOf(worked, striker.id, 'attack'),
  };
  const stage = stageOf(state, worked.dice);
  const before = JSON.stringify(stage.state());
  const error = stage.order(
    text(action.by) ?? striker.id,
    'free-attack',
    { take: action.take !== false },
    action.commander,
  );
  if (error !== undefined)
    return [{ error, changes: JSON.stringify(stage.state()) === before ? 'none' : 'some' }, stage];
  const event = stage.events().find(isAttack);
  const after = find(stage.state(), leaving.id);
  return [
    {
      ...(event && attackResult(event, stage.state(), worked.expect)),
      defBonus:
        leaving.defending?.defBonus ??
        (leaving.declaration?.options.defend
          ? defenseBonus('partial', leaving.declaration.options.defend, defenseRank(leaving))
          : 0),
      withdrew: after !== undefined && after.life === 'up' && !after.stunned,
    },
    stage,
  ];
};
