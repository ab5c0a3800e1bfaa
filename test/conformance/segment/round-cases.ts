import { segment } from '../../../src/systems/segment/index.ts';
import { effectiveDex, find, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import type { WorkedCase } from '../case.ts';
import { castOf } from './cast.ts';
import { byName, closedResult, declareAll, openDeclarations, plan } from './close-cases.ts';
import { number, type Raw, raw, raws, text } from './raw.ts';
import { attackResult, isAttack, isLost } from './results.ts';
import { type Stage, stageOf } from './stage.ts';

/** Answers the open questions with their defaults. */
export const answer = (stage: Stage): void => {
  const { pending } = stage.state();
  if (pending === undefined) return;
  switch (pending.kind) {
    case 'contingency':
    case 'push':
      stage.order(pending.who, 'forgo');
      return;
    case 'choose-again':
      stage.order(pending.who, 'keep');
      return;
    case 'free-attack':
      for (const who of pending.left) stage.order(who, 'free-attack');
      return;
    case 'shout':
      for (const who of pending.waiting) stage.order(who, 'shout');
  }
};

export const runRound = (stage: Stage): void => {
  const { round } = stage.state();
  for (let n = 0; n < 300 && stage.state().round === round && stage.state().status === 'active'; n++) {
    const error = stage.state().pending === undefined ? stage.order('GM', 'resolve', {}, 'GM') : undefined;
    if (error !== undefined) throw new Error(`resolve: ${error}`);
    answer(stage);
  }
};

/** Every event with the battle right after it. */
const unfolded = (from: State, stage: Stage) => {
  let game = segment.openGame(JSON.parse(JSON.stringify(from)));
  return stage.events().map((event) => {
    game = game.applyEvents([event]);
    return { event, after: stateSchema.parse(game.save()) };
  });
};

/** The energy of a failed or interrupted spell is lost. SEG-CAST-10. */
const spellWord = (success: boolean | undefined, carried: boolean): string =>
  carried ? 'carried' : success === true ? 'success' : 'lost';

export const roundResult = (from: State, atClose: State, stage: Stage, expected: Raw): Raw => {
  const told = unfolded(from, stage);
  const attacks = told.flatMap(({ event, after }) =>
    isAttack(event)
      ? [
          {
            free: event.number === undefined,
            result: {
              segment: event.segment,
              who: event.attacker,
              by: event.attacker,
              attack: event.number,
              ...attackResult(event, after, expected),
            },
          },
        ]
      : [],
  );
  const events = told.flatMap(({ event, after }): readonly Raw[] => {
    if (isAttack(event) && event.number !== undefined)
      return [
        {
          segment: event.segment,
          who: event.attacker,
          attack: event.number,
          target: event.target,
          ...attackResult(event, after),
        },
      ];
    if (isLost(event)) return [{ segment: event.segment, who: event.who, attack: event.number, lost: event.why }];
    return [];
  });
  const ordinary = attacks.filter(({ free }) => !free).map(({ result }) => result);
  const freely = attacks.filter(({ free }) => free).map(({ result }) => result);
  const lost =
    stage.events().some(isLost) ||
    atClose.combatants.some((who) => who.initiatives.some(({ status }) => status === 'lost'));
  const only = ordinary[0] ?? (lost ? 'lost' : undefined);
  const after = stage.state();
  const caster = atClose.combatants.find(({ declaration }) => /cast/.test(declaration?.main ?? ''));
  const went = stage.events().find((event) => event.type === 'spell-went-off');
  const interrupted = told.some(
    ({ event }) => (isAttack(event) || event.type === 'spell-went-off') && event.impact?.interrupted === true,
  );
  return {
    ...closedResult(atClose),
    carried: caster?.carried?.spell !== undefined,
    events,
    attack: only,
    ordinaryAttack: only,
    freeAttack: freely[0],
    freeAttacks: freely,
    pos: byName(after, ({ pos }) => pos && [pos.x, pos.y]),
    ...(caster && {
      casting: plan(atClose, caster),
      interrupted,
      energy: find(after, caster.id)?.energy,
      spell:
        typeof expected.spell === 'string'
          ? spellWord(went?.success, find(after, caster.id)?.carried?.spell !== undefined)
          : went === undefined
            ? 'lost'
            : { success: went.success, lost: false, ...went.impact, target: went.chance?.target },
    }),
    endOfRound: byName(after, (who) => ({
      ...who,
      effectiveDex: effectiveDex(who),
      pos: who.pos && [who.pos.x, who.pos.y],
    })),
    status: after.status,
  };
};

export const playRound = (worked: WorkedCase): readonly [Raw, Stage] => {
  const cast = castOf(
    raws(worked.setup.combatants),
    raws(worked.action.declarations),
    false,
    raw(worked.setup.positions),
  );
  const from = openDeclarations(worked, cast);
  const stage = stageOf(from, worked.dice);
  const error = declareAll(stage, cast.declarations);
  if (error !== undefined) return [{ error }, stage];
  const atClose = stage.state();
  runRound(stage);
  return [roundResult(from, atClose, stage, worked.expect), stage];
};

export const playRounds = (worked: WorkedCase): readonly [Raw, Stage] => {
  const rounds = raws(worked.action.rounds);
  const all = rounds.flatMap(({ declarations }) => raws(declarations));
  const values = raws(worked.setup.combatants).map(
    (each): Raw => ({ hpLostSinceAiming: worked.setup.hpLostSinceAiming, ...each }),
  );
  const cast = castOf(values, all, false, raw(worked.setup.positions));
  const opened = openDeclarations(worked, cast);
  const round = cast.combatants.some(({ aimCarried }) => aimCarried !== undefined) ? 1 : opened.round;
  const stage = stageOf({ ...opened, round }, worked.dice);
  const losing = values.find((each) => number(each.hpLostSinceAiming) !== undefined);
  const lostHp = number(losing?.hpLostSinceAiming) ?? 0;
  const results: Record<string, unknown> = {};
  let mark = 0;
  let from = 0;
  for (const [n, { declarations }] of rounds.entries()) {
    const count = raws(declarations).length;
    const given = cast.declarations.slice(from, from + count);
    from += count;
    if (n === 1 && lostHp > 0)
      stage.order(
        'GM',
        'damage',
        { target: text(losing?.name) ?? '', amount: lostHp, prot: false, single: false },
        'GM',
      );
    const error = declareAll(stage, declarations === 'carried' ? [] : given);
    if (error !== undefined) return [{ error }, stage];
    const atClose = stage.state();
    const last = n === rounds.length - 1;
    const strikes = atClose.combatants.some(({ initiatives }) => initiatives.some(({ kind }) => kind === 'attack'));
    if (!last || strikes) runRound(stage);
    const happened = stage.events().slice(mark);
    mark = stage.events().length;
    const attacks = happened.filter(isAttack);
    const [event] = attacks;
    const aimCarried = stage
      .state()
      .combatants.some((who) => who.aimCarried !== undefined && who.aimCarried.round === n + round);
    results[`round${n + 1}`] = {
      ...closedResult(atClose),
      ...(event && attacks.length === 1 && attackResult(event, stage.state(), raw(worked.expect[`round${n + 1}`]))),
      aimCarried,
    };
    if (n === 0) results.aimCarried = aimCarried;
  }
  return [results, stage];
};
