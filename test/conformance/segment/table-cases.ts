import { createScriptedDice } from '../../../src/dice/dice.ts';
import { effectiveDex } from '../../../src/systems/segment/state.ts';
import {
  castingTime,
  effectiveTmr,
  readAttackRoll as readRoll,
  stunConstitution as stunCon,
  stunThreshold,
  criticalThresholds as thresholds,
  currentWound as woundNow,
} from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { combatantOf } from './combatant.ts';
import { noDice, type Played, settingsOf, single } from './played.ts';
import { list, number, raws, text } from './raw.ts';
import { adHocsOf, stageOf, stateOf } from './stage.ts';

export const playReadRolls = ({ setup, dice }: WorkedCase): Played => {
  const script = createScriptedDice([...dice]);
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
    { left: () => script.remaining().length },
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

export const playCheck = (worked: WorkedCase): Played => {
  const who = combatantOf(single(worked));
  const told = String(worked.action.kind);
  const [kind] = /dex|per|luck/i.exec(told) ?? [];
  const [, times] = /(\d)\s*x|x\s*(\d)/i.exec(told)?.filter((each) => each !== undefined) ?? [];
  const multiple = Number(times ?? worked.action.multiple ?? worked.action.k ?? worked.action.times ?? 1);
  const stage = stageOf(stateOf(worked, [who], adHocsOf(worked, who.id, 'check')), worked.dice);
  const skill = text(worked.action.skill);
  const error = stage.order(
    text(worked.action.who) ?? who.id,
    'check',
    skill === undefined ? { kind: kind?.toLowerCase(), multiple } : { skill },
    worked.action.by,
  );
  if (error !== undefined) return [{ error, changes: 'none' }, stage];
  const event = stage.events().find((each) => each.type === 'checked' || each.type === 'skill-rolled');
  const degree = event?.type === 'checked' ? event.degree : undefined;
  return [{ ...event?.roll, degree, effectiveDex: effectiveDex(who) }, stage];
};
