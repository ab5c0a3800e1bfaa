import { armorProt, effectiveDex, find } from '../../../src/systems/segment/state.ts';
import { currentWound as woundNow } from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { castOf } from './cast.ts';
import { closedResult, openDeclarations, refused } from './close-cases.ts';
import { combatantOf } from './combatant.ts';
import { declareParams } from './orders.ts';
import { type Played, single } from './played.ts';
import { list, maybeRaw, number, raw, raws, text, texts } from './raw.ts';
import { answer } from './round-cases.ts';
import { adHocsOf, stageOf, stateOf } from './stage.ts';

export const playAmbush = (worked: WorkedCase): Played => {
  const victims = raws(worked.setup.victims).map((each) => combatantOf(each, { team: 'us' }));
  const shouts = worked.action.shout;
  const stage = stageOf(stateOf(worked, [...victims, combatantOf({ name: 'AMBUSHER', team: 'foes' })]), worked.dice);
  const told = texts(worked.action.victims);
  const names = (told.length > 0 ? told : victims.map(({ id }) => id)).join(', ');
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
    const event = stage.events().find((each) => each.type === 'damaged');
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

/** An action named like a verb that is not handled above: its other keys are the verb's parameters. */
export const playVerb = (worked: WorkedCase): Played => {
  const { type, who, by, ...params } = worked.action;
  const cast = castOf(raws(worked.setup.combatants), []);
  const stage = stageOf(openDeclarations(worked, cast), worked.dice);
  const before = JSON.stringify(stage.state());
  const actor = text(who) ?? text(by) ?? cast.combatants[0]?.id ?? 'GM';
  const error = stage.order(actor, String(type), params, by);
  return error === undefined
    ? [{ happened: stage.events(), ...closedResult(stage.state(), worked.expect) }, stage]
    : [refused(stage, error, before), stage];
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
