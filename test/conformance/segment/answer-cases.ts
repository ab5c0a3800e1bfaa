import { find } from '../../../src/systems/segment/state.ts';
import type { WorkedCase } from '../case.ts';
import { combatantOf } from './combatant.ts';
import type { Played } from './played.ts';
import { maybeRaw, number, type Raw, raws, text } from './raw.ts';
import { attackerOf, attackResult, isAttack, isLost } from './results.ts';
import { attackSlot, stageOf, stateOf } from './stage.ts';

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
    stage.events().some((event) => attackerOf(event) === id && 'number' in event && event.number === nth) ||
    stage.state().pending !== undefined ||
    stage.state().phase !== 'resolve';
  for (let n = 0; n < 60 && !done(); n++) stage.order('GM', 'next', {}, 'GM');
  const attack = stage.events().find((event) => isAttack(event) && event.attacker === id);
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
