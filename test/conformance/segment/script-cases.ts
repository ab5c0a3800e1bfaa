import type { WorkedCase } from '../case.ts';
import { castOf } from './cast.ts';
import { byName } from './close-cases.ts';
import type { Played } from './played.ts';
import { raw, raws, text } from './raw.ts';
import { attackResult, isAttack, isLost } from './results.ts';
import { stageOf, stateOf } from './stage.ts';

/** Plays orders of several people in order (`as`, `by`, `verb`, parameters), over as many rounds as they take. */
export const playScript = (worked: WorkedCase): Played => {
  const cast = castOf(raws(worked.setup.combatants), [], false, raw(worked.setup.positions));
  const alone = { ...worked, setup: { settings: { autoClose: false }, ...worked.setup } };
  const stage = stageOf(stateOf(alone, cast.combatants), worked.dice);
  const results = raws(worked.action.script).map(({ as = 'GM', by, verb, ...params }) => {
    const mark = stage.events().length;
    const actor = String(as);
    const error = stage.order(actor, String(verb), params, by ?? (actor === 'GM' ? 'GM' : undefined));
    if (error !== undefined) return { error, changed: stage.events().length > mark };
    const happened = stage.events().slice(mark);
    const attacks = happened.filter(isAttack);
    return {
      round: stage.state().round,
      asks: stage.state().pending?.kind,
      attacks: attacks.map((each) => ({
        who: each.attacker,
        target: each.target,
        weapon: each.weapon,
        segment: each.segment,
        ...attackResult(each, stage.state()),
      })),
      lost: happened.filter(isLost).map(({ who, why }) => [who, text(why)]),
      events: happened,
      segments: byName(stage.state(), ({ initiatives }) => initiatives.map(({ segment }) => segment)),
    };
  });
  const state = stage.state();
  const final = byName(state, (who) => ({ ...who, weapons: who.sheet.weapons.map(({ name, rank }) => [name, rank]) }));
  return [{ results, round: state.round, final }, stage];
};
