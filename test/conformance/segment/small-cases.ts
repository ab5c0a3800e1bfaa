import { scriptedDice } from '../../../src/dice/scripted.ts';
import { moveAfterAttack } from '../../../src/systems/segment/attack-and-move.ts';
import { armorProt, effectiveDex, find } from '../../../src/systems/segment/battle.ts';
import { castingTime } from '../../../src/systems/segment/casting.ts';
import { readRoll, thresholds } from '../../../src/systems/segment/critical.ts';
import { distance, engaged } from '../../../src/systems/segment/engagement.ts';
import { friendOn, meleeSizes, rollIntoMelee } from '../../../src/systems/segment/into-melee.ts';
import { lostByMain } from '../../../src/systems/segment/kept-attacks.ts';
import { mains, paces, settingsSchema } from '../../../src/systems/segment/model.ts';
import { allowanceFeet, rateOf, squaresBySegment } from '../../../src/systems/segment/movement.ts';
import { stunCon, stunThreshold } from '../../../src/systems/segment/stun.ts';
import { multipleAttackers } from '../../../src/systems/segment/to-hit.ts';
import { unfolding } from '../../../src/systems/segment/unfolding.ts';
import { effectiveTmr, woundNow } from '../../../src/systems/segment/wounds.ts';
import type { WorkedCase } from '../case.ts';
import { declareParams } from './orders.ts';
import { list, maybeRaw, number, type Raw, raw, raws, square, text } from './raw.ts';
import { attackResult, isAttack, isLost } from './results.ts';
import { answer, castOf, openDeclarations } from './round-cases.ts';
import { adHocsOf, attackSlot, combatantOf, slotOf, stageOf, stateOf } from './stage.ts';

/** A result, with how many dice are left over. */
export type Played = readonly [Raw, { readonly left: () => number }];

const noDice = { left: () => 0 };
const settingsOf = ({ setup }: WorkedCase) =>
  settingsSchema.parse({ ...raw(setup.settings), ...raw(raw(setup.battle).settings) });

export const playReadRolls = ({ setup, dice }: WorkedCase): Played => {
  const script = scriptedDice([...dice]);
  const read = raws(setup.attacks).map(({ sc, def }) => {
    const need = (number(sc) ?? 0) - (number(def) ?? 0);
    return { need, ...thresholds(need), outcome: readRoll(script.roll(100, 'attack'), need) };
  });
  return [
    {
      need: read.map(({ need }) => need),
      grievousMax: read.map(({ grievousMax }) => grievousMax),
      criticalMax: read.map(({ criticalMax }) => criticalMax),
      outcome: read.map(({ outcome }) => outcome),
    },
    { left: () => script.left().length },
  ];
};

export const playStunThreshold = ({ setup }: WorkedCase): Played => {
  const sheets = raws(setup.probes).map((probe) => combatantOf({ name: 'P', ...probe }).sheet);
  return [{ effectiveCon: sheets.map(stunCon), threshold: sheets.map(stunThreshold) }, noDice];
};

export const playWoundLevel = (worked: WorkedCase): Played => {
  const { setup } = worked;
  const hps = Array.isArray(setup.hp) ? list(setup.hp) : [setup.hp];
  const maxHps = Array.isArray(setup.maxHp) ? list(setup.maxHp) : hps.map(() => setup.maxHp);
  const read = hps.map((hp, n) => {
    const maxHp = maxHps[n];
    const who = combatantOf({ name: 'P', maxHp, hp, tmr: setup.tmr, entryHp: setup.entryHp ?? maxHp });
    const state = stateOf(worked, [who]);
    return { ...woundNow(state, who), tmr: effectiveTmr(state, who) };
  });
  return [
    {
      modifier: read.map(({ modifier }) => modifier),
      level: read.map(({ level }) => level),
      effectiveTmr: read.map(({ tmr }) => tmr),
    },
    noDice,
  ];
};

export const playCastingTime = (worked: WorkedCase): Played => [
  {
    castingTime: raws(worked.setup.spells).map(({ castingTime: own, rank, knowledge }) =>
      castingTime(
        {
          castingTime: own === 'round' ? 'round' : number(own),
          rank: number(rank),
          knowledge: knowledge === 'SK' ? 'SK' : 'GK',
        },
        settingsOf(worked),
      ),
    ),
  },
  noDice,
];

const single = ({ setup }: WorkedCase): Raw => maybeRaw(setup.combatant) ?? raws(setup.combatants)[0] ?? {};

export const playCheck = (worked: WorkedCase): Played => {
  const who = combatantOf(single(worked));
  const told = String(worked.action.kind);
  const [kind] = /dex|per|luck/i.exec(told) ?? [];
  const [, times] = /(\d)\s*x|x\s*(\d)/i.exec(told)?.filter((each) => each !== undefined) ?? [];
  const multiple = Number(times ?? worked.action.multiple ?? worked.action.k ?? worked.action.times ?? 1);
  const stage = stageOf(stateOf(worked, [who], adHocsOf(worked, who.id, 'check')), worked.dice);
  const error = stage.order(
    text(worked.action.who) ?? who.id,
    'check',
    { kind: kind?.toLowerCase(), multiple },
    worked.action.by,
  );
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  const event = stage.events().find((each) => each.type === 'checked');
  return [{ ...event?.roll, degree: event?.degree, effectiveDex: effectiveDex(who) }, stage];
};

export const playAttackMove = (worked: WorkedCase): Played => {
  const given = maybeRaw(worked.setup.combatant) ?? {};
  const attacks = list(worked.setup.attackSegments).map(Number);
  const segments = attacks.length > 0 ? attacks : [number(worked.setup.lastAttackSegment) ?? 10];
  const gone = list(worked.setup.lostOrForgone).map(Number);
  const who = combatantOf({ ...given, declaration: { main: 'attack-move' } }, { weapons: ['sword'] });
  const [weapon] = who.sheet.weapons;
  if (weapon === undefined) throw new Error('no weapon');
  const state = stateOf(
    worked,
    [
      {
        ...who,
        initiatives: segments.map((segment, n) =>
          attackSlot(weapon, 'T', {
            number: n + 1,
            segment,
            status: gone.includes(segment) ? 'lost' : 'done',
            ...(!gone.includes(segment) && { at: segment }),
          }),
        ),
        march: { route: { squares: [] }, rate: 2, covered: 0, entered: 0, done: false, spared: [] },
      },
    ],
    { phase: 'resolve', clock: { segment: Math.min(...segments), moved: true } },
  );
  const script = scriptedDice([...worked.dice]);
  const tape = unfolding(state);
  moveAfterAttack(tape, who.id, script);
  const event = tape.events().find((each) => each.type === 'move-after-attack');
  const begins = event?.begins;
  const segmentsMoved = begins === undefined ? 0 : Math.min(10, begins);
  const feet = (segmentsMoved * 2 * effectiveTmr(state, who)) / 40;
  return [
    {
      begins,
      segmentsMoved,
      feet,
      squares: Math.floor(feet / 5),
      degree: event?.roll?.degree,
      lastAttackSegment: event?.last,
    },
    { left: () => script.left().length },
  ];
};

export const playMovement = (worked: WorkedCase): Played => {
  const who = combatantOf(single(worked));
  const { mode, drink, pace } = worked.action;
  const pay = maybeRaw(drink)?.pay ?? drink;
  const found = [...mains, ...paces].find((each) => each === mode) ?? 'walk';
  const walking = paces.find((each) => each === pace) ?? 'walk';
  const rate = rateOf(found, walking, pay === 'movement') ?? 0;
  const state = stateOf(worked, [who]);
  const tmr = effectiveTmr(state, who);
  const normal = who.sheet.attacks;
  const main = mains.find((each) => each === mode);
  const drinking = pay === 'attacks' ? Math.ceil(normal / 2) : 0;
  const lost =
    main === undefined || main === 'move' ? drinking : Math.min(normal, lostByMain(state, main, normal) + drinking);
  return [
    { allowance: allowanceFeet(rate, tmr), squaresBySegment10to1: squaresBySegment(rate, tmr), attacksLost: lost },
    noDice,
  ];
};

export const playAmbush = (worked: WorkedCase): Played => {
  const victims = raws(worked.setup.victims).map((each) => combatantOf(each, { team: 'us' }));
  const shouts = worked.action.shout;
  const stage = stageOf(stateOf(worked, [...victims, combatantOf({ name: 'AMBUSHER', team: 'foes' })]), worked.dice);
  const names = victims.map(({ id }) => id).join(', ');
  const error = stage.order('GM', 'ambush', { ambushers: 'AMBUSHER', victims: names }, worked.action.by ?? 'GM');
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  const event = stage.events().find((each) => each.type === 'ambushed');
  for (let n = 0; n < 20 && stage.state().pending?.kind === 'shout'; n++) {
    const { pending } = stage.state();
    const [who] = pending?.kind === 'shout' ? pending.waiting : [];
    stage.order(who ?? '', 'shout', { warn: shouts !== false });
  }
  const levels = new Map(stage.state().combatants.map(({ id, ambushLevel }) => [id, ambushLevel]));
  return [
    {
      levelRolled: victims.map(({ id }) => event?.victims.find(({ who }) => who === id)?.level),
      level: victims.map(({ id }) => levels.get(id)),
    },
    stage,
  ];
};

export const playSpell = (worked: WorkedCase): Played => {
  const given = raw(worked.setup.caster);
  const casting = raw(given.casting);
  const victim = maybeRaw(worked.setup.target);
  const target = victim && combatantOf(victim, { team: 'foes' });
  const [spell] = raws(given.spells);
  const goesOff = number(casting.goesOff) ?? 3;
  const name = text(casting.spell) ?? text(spell?.name) ?? 'X';
  const caster = combatantOf(
    {
      ...given,
      casting: { begins: 8, goesOff, spell: name, ...(target && { target: target.id }), ...casting },
      declaration: { main: 'cast', spell: name },
    },
    { spells: [name] },
  );
  const state = stateOf(worked, [caster, ...(target ? [target] : [])], {
    phase: 'resolve',
    clock: { segment: goesOff, moved: true },
    ...adHocsOf(worked, caster.id, 'check'),
  });
  const stage = stageOf(state, worked.dice);
  for (let n = 0; n < 20 && !stage.events().some(({ type }) => type === 'spell-went-off'); n++)
    stage.order('GM', 'next', {}, 'GM');
  const event = stage.events().find((each) => each.type === 'spell-went-off');
  const after = find(stage.state(), target?.id);
  return [
    {
      ...(after && { hp: after.hp, life: after.life, stunned: after.stunned, armorProt: armorProt(after) }),
      ...(event?.rolled !== undefined && { rolled: event.rolled }),
      ...event?.impact,
      target: event?.chance?.target,
      success: event?.success,
    },
    stage,
  ];
};

export const playForceMove = (worked: WorkedCase): Played => {
  const given = single(worked);
  const left = number(given.attacksLeft) ?? number(worked.setup.attacksLeft) ?? number(worked.action.attacksLeft) ?? 0;
  const who = combatantOf(given);
  const slots = Array.from({ length: left }, (_, n) => slotOf({ number: n + 1, segment: 5 - n }));
  const state = stateOf(worked, [{ ...who, initiatives: slots }], {
    phase: 'resolve',
    clock: { segment: 6, moved: true },
  });
  const stage = stageOf(state, worked.dice);
  const feet = number(worked.action.feet) ?? 5;
  const error = stage.order('GM', 'force-move', { target: who.id, feet }, worked.action.by ?? 'GM');
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  const event = stage.events().find((each) => each.type === 'force-moved');
  const after = find(stage.state(), who.id);
  const open = after?.initiatives.filter(({ status }) => status === 'pending').length ?? 0;
  return [
    {
      check: event?.roll?.target,
      prone: after?.prone,
      interrupted: event?.interrupted,
      remainingActions: after?.actionsLost === undefined ? open : 0,
      effectiveDex: effectiveDex(who),
    },
    stage,
  ];
};

export const playFirstAid = (worked: WorkedCase): Played => {
  const { who, patient, missile, by } = worked.action;
  const healer = text(who) ?? 'M';
  const cast = castOf(raws(worked.setup.combatants), []);
  const stage = stageOf(openDeclarations(worked, cast), worked.dice);
  const declared = { main: 'first-aid', target: patient ?? healer, ...(missile !== undefined && { missile }) };
  const error = stage.order(healer, 'declare', declareParams(declared), by) ?? stage.order('GM', 'close', {}, 'GM');
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  for (let n = 0; n < 30 && !stage.events().some(({ type }) => type === 'first-aided' || type === 'round-ended'); n++)
    stage.order('GM', 'next', {}, 'GM');
  const event = stage.events().find((each) => each.type === 'first-aided');
  const treated = find(stage.state(), text(patient) ?? healer);
  const kindsOnly = list(worked.expect.stuck).some((each) => typeof each === 'string');
  return [
    {
      segment: event?.segment,
      target: event?.roll?.target,
      success: event?.roll?.success,
      stuck: kindsOnly ? treated?.stuck.map(({ kind }) => kind) : treated?.stuck,
      effectiveDex: treated && effectiveDex(treated),
    },
    stage,
  ];
};

/** The GM's damage, heal and repair. */
export const playGm =
  (verb: 'damage' | 'heal' | 'repair') =>
  (worked: WorkedCase): Played => {
    const values = maybeRaw(worked.setup.combatant) ? [single(worked)] : raws(worked.setup.combatants);
    const named = text(worked.action.who) ?? text(worked.action.target) ?? text(values[0]?.name) ?? 'P';
    const stage = stageOf(
      stateOf(
        worked,
        values.map((each) => combatantOf(each)),
      ),
      worked.dice,
    );
    const { amount, prot, singleHit, by } = worked.action;
    const params =
      verb === 'repair'
        ? { target: named }
        : verb === 'heal'
          ? { target: named, amount }
          : { target: named, amount, prot: prot !== false, single: singleHit !== false };
    const error = stage.order('GM', verb, params, by ?? 'GM');
    if (error !== undefined) return [{ error, changes: 'none' }, stage];
    const after = find(stage.state(), named);
    const event = stage.events().find((each) => each.type === 'hurt');
    return [
      {
        ...event?.impact,
        hp: after?.hp,
        life: after?.life,
        stunned: after?.stunned,
        armorLoss: after?.armorLoss,
        armorProt: after && armorProt(after),
      },
      stage,
    ];
  };

export const playEndRound = (worked: WorkedCase): Played => {
  const values = raws(worked.setup.combatants);
  const state = stateOf(
    worked,
    values.map((each) => combatantOf(each, { round: number(worked.setup.round) ?? 1 })),
    { phase: 'resolve', clock: { segment: -5, moved: true } },
  );
  const stage = stageOf(state, worked.dice);
  stage.order('GM', 'resolve', {}, 'GM');
  const [first] = state.combatants;
  const after = find(stage.state(), first?.id);
  const event = stage.events().find((each) => each.type === 'round-ended');
  return [
    {
      bled: event?.bled.find(({ who }) => who === first?.id)?.amount ?? 0,
      ...after,
      woundModifierAfter: after && woundNow(stage.state(), after).modifier,
      oneTeamLeft: event?.teamLeft,
      status: stage.state().status,
    },
    stage,
  ];
};

/** An attack that has come up, its list with it. */
const upComing = (worked: WorkedCase, facts: Raw, pending: boolean) => {
  const id = text(facts.who) ?? '';
  const nth = number(facts.attack) ?? 1;
  const segment = number(facts.segment) ?? 6;
  const target = text(facts.target) ?? '';
  const values = raws(worked.setup.combatants);
  const cast = values.map((each) =>
    combatantOf(each, { weapons: each.name === id && each.weapons === undefined ? ['sword'] : [] }),
  );
  const combatants = cast.map((each) => {
    const weapon = each.sheet.weapons.find(({ name }) => name === each.hand) ?? each.sheet.weapons[0];
    if (each.id !== id || weapon === undefined) return each;
    const count = Math.max(each.sheet.attacks, nth);
    const waits = facts.kind === 'wait' || facts.kind === 'waiting';
    const initiatives = Array.from({ length: count }, (_, n) =>
      attackSlot(weapon, target, {
        number: n + 1,
        segment: segment - (n + 1 - nth),
        status: n + 1 < nth ? 'done' : n + 1 === nth && waits ? 'waiting' : 'pending',
      }),
    );
    const attacks = initiatives.map(() => ({ weapon: weapon.name, use: weapon.use, target, hand: 'main' as const }));
    const declared = each.declaration ?? combatantOf({ name: id, declaration: { main: 'attack' } }).declaration;
    return { ...each, initiatives, ...(declared && { declaration: { ...declared, attacks } }) };
  });
  const open = stateOf(worked, combatants, { phase: 'resolve', clock: { segment, moved: true } });
  const waits = facts.kind === 'wait' || facts.kind === 'waiting';
  const again = /choose|defen/.test(String(facts.kind));
  const question = again
    ? { kind: 'choose-again' as const, who: id, number: nth, target, segment }
    : { kind: 'contingency' as const, who: id, number: nth, target, segment, spell: false };
  return { state: pending && !waits ? { ...open, pending: question } : open, id, nth };
};

export const playResolve = (worked: WorkedCase): Played => {
  const { state, id, nth } = upComing(worked, worked.action, false);
  const stage = stageOf(state, worked.dice);
  const done = () =>
    stage.events().some((event) => (isAttack(event) || isLost(event)) && event.who === id && event.number === nth) ||
    stage.state().pending !== undefined ||
    stage.state().phase !== 'resolve';
  for (let n = 0; n < 60 && !done(); n++) stage.order('GM', 'next', {}, 'GM');
  const attack = stage.events().find((event) => isAttack(event) && event.who === id);
  const result =
    attack !== undefined && isAttack(attack) ? attackResult(attack, stage.state(), worked.expect) : undefined;
  const lost = stage.events().some((event) => isLost(event) && event.who === id && event.number === nth);
  return [{ ...result, attack: lost ? 'lost' : (result ?? 'asked'), pending: stage.state().pending }, stage];
};

export const playAnswer =
  (verb: 'redirect' | 'forgo') =>
  (worked: WorkedCase): Played => {
    const facts = maybeRaw(worked.setup.pending);
    const { by, target } = worked.action;
    const { state, id, nth } = upComing(worked, facts ?? { who: by }, facts !== undefined);
    const stage = stageOf(state, worked.dice);
    const before = JSON.stringify(stage.state());
    const error = stage.order(by === 'GM' ? id : String(by ?? id), verb, verb === 'redirect' ? { target } : {}, by);
    if (error !== undefined)
      return [{ error, changes: JSON.stringify(stage.state()) === before ? 'none' : 'some' }, stage];
    const event = stage.events().find(isAttack);
    const after = find(stage.state(), id);
    const turned = stage.events().find((each) => each.type === 'redirected');
    return [
      {
        ...(event && attackResult(event, stage.state(), worked.expect)),
        target: event?.target ?? turned?.to,
        segment: event?.segment,
        laterTarget: after?.initiatives.find(({ number: n }) => n > nth)?.target,
        attack: stage.events().some(isLost) ? 'lost' : undefined,
      },
      stage,
    ];
  };

export const playPush = (worked: WorkedCase): Played => {
  const { by, on, squares, feet } = worked.action;
  const values = raws(worked.setup.combatants);
  const who = values.some(({ name }) => name === by) ? String(by) : (text(values[0]?.name) ?? 'A');
  const state = stateOf(
    worked,
    values.map((each) => combatantOf(each)),
    { phase: 'resolve', clock: { segment: 5, moved: true }, pending: { kind: 'push', who, on: String(on) } },
  );
  const stage = stageOf(state, worked.dice);
  const path = list(squares)
    .flatMap((each) => square(each) ?? [])
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
  const before = JSON.stringify(stage.state());
  const error = stage.order(who, 'push', { target: on, path, ...(number(feet) !== undefined && { feet }) }, by);
  if (error !== undefined)
    return [{ error, changes: JSON.stringify(stage.state()) === before ? 'none' : 'some' }, stage];
  const pos = find(stage.state(), String(on))?.pos;
  const event = stage.events().find((each) => each.type === 'pushed');
  const at = pos && [pos.x, pos.y];
  return [{ pos: maybeRaw(worked.expect.pos) ? { [String(on)]: at } : at, feet: event?.feet ?? 0 }, stage];
};

export const playEngaged = (worked: WorkedCase): Played => {
  const state = stateOf(
    worked,
    raws(worked.setup.combatants).map((each) => combatantOf(each)),
  );
  const pairs = state.combatants.flatMap((a, n) => state.combatants.slice(n + 1).map((b) => [a, b] as const));
  return [
    {
      engaged: pairs.filter(([a, b]) => engaged(state, a, b)).map(([a, b]) => [a.id, b.id].toSorted()),
      distance: Object.fromEntries(
        pairs.flatMap(([a, b]) => [
          [`${a.id}-${b.id}`, distance(state, a, b)],
          [`${b.id}-${a.id}`, distance(state, a, b)],
        ]),
      ),
    },
    noDice,
  ];
};

export const playMultiple = (worked: WorkedCase): Played => {
  const { setup, action } = worked;
  const combatants = raws(setup.combatants).map((each) => {
    const who = combatantOf(each, { weapons: each.weapons === undefined ? ['arm'] : [] });
    const attacks = who.declaration?.attacks ?? [];
    return {
      ...who,
      initiatives: attacks.map(({ weapon, use, target }, n) =>
        slotOf({ number: n + 1, segment: 8 - n, weapon, use, target }),
      ),
    };
  });
  const state = stateOf(worked, combatants, { phase: 'resolve' });
  const [attacker, target] = [find(state, text(action.attacker)), find(state, text(action.target))];
  if (attacker === undefined || target === undefined) throw new Error('attacker or target is missing');
  return [{ ...multipleAttackers(state, attacker, target) }, noDice];
};

export const playPotion = (worked: WorkedCase): Played => {
  const given =
    raws(worked.setup.combatants).find((each) => each.stunnedOn !== undefined || each.downOn !== undefined) ??
    single(worked);
  const at = number(given.stunnedOn) ?? number(given.downOn);
  const who = combatantOf(given);
  const state = stateOf(worked, [who], { phase: 'resolve' });
  const half = state.settings.halfRoundSegment;
  const early = at !== undefined && at > half;
  const struck = given.downOn === undefined ? { stunned: true } : { life: 'down' as const, hp: 0 };
  const stage = stageOf(
    { ...state, combatants: state.combatants.map((each) => (early ? { ...each, ...struck } : each)) },
    worked.dice,
  );
  for (let n = 0; n < 30 && stage.state().phase === 'resolve'; n++) stage.order('GM', 'next', {}, 'GM');
  answer(stage);
  const event = stage.events().find((each) => each.type === 'drank');
  return [
    { drunk: event !== undefined, drunkOn: event?.segment, potions: find(stage.state(), who.id)?.potions },
    stage,
  ];
};

export const playIntoMelee = (worked: WorkedCase): Played => {
  const { rank, masterBowman, specialization } = raw(worked.setup.shooter);
  const friends = Array.from({ length: number(worked.setup.friends) ?? 0 }, (_, n) => `friend ${n + 1}`);
  const script = scriptedDice([...worked.dice]);
  const rolled = rollIntoMelee(
    {
      rank: number(rank) ?? 0,
      masterBowman: number(masterBowman) ?? 0,
      specialization: specialization === 2 ? 2 : specialization === 1 ? 1 : 0,
    },
    friends,
    number(worked.setup.opponents) ?? 1,
    'target',
    settingsOf(worked),
    script,
  );
  return [{ ...rolled, friendIndex: rolled.index }, { left: () => script.left().length }];
};

export const playIntoMeleeGroup = (worked: WorkedCase): Played => {
  const state = stateOf(
    worked,
    raws(worked.setup.combatants).map((each) => combatantOf(each)),
  );
  const [shooter, target] = [find(state, text(worked.action.shooter)), find(state, text(worked.action.target))];
  if (shooter === undefined || target === undefined) throw new Error('shooter or target is missing');
  const { friends, opponents } = meleeSizes(state, shooter, target);
  const none = friends.length === 0;
  return [
    {
      friends: friends.length,
      opponents: opponents.length,
      threshold: none ? undefined : friendOn(friends.length, opponents.length, state.settings),
    },
    noDice,
  ];
};
