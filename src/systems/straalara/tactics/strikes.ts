import { memoizeByKey } from '../../../core/memoize.ts';
import { netOf } from '../attack.ts';
import { atLeast, type Chances, mean, type StrikeChances, strikeChances, successChances } from '../chances.ts';
import { legalDefenses } from '../defense/plan.ts';
import { type AttackPlan, attackPlan, attackSpellCalled } from '../maneuvers.ts';
import { clampedDifficulty, sumOf, usualDifficulty } from '../pools.ts';
import type { Sheet } from '../sheet.ts';
import { soakParts } from '../soak.ts';
import { able, type Combatant, type Nomination, type PendingAttack, type State } from '../state.ts';
import { believedAttack } from './beliefs.ts';

/** What a blow does to somebody: its worth in percent of their health, and the chance that it fells them. */
export interface Harm {
  readonly worth: number;
  readonly fells: number;
  /** Levels lost on average. */
  readonly levels: number;
}

const nothing: Harm = { worth: 0, fells: 0, levels: 0 };

/** What a daze is worth beside a fall, which is worth 100: the next step is lost (ST-DAZE-3). */
const dazeWorth = 30;

/** Pools that meet: dice and difficulty of attack and defense, base damage, soak. */
interface Meeting {
  readonly attack: number;
  readonly difficulty: number;
  /** Successes that are sure, where the attack has been rolled already. */
  readonly met?: number;
  readonly defense: number;
  readonly ward: number;
  readonly base: number;
  readonly netAdds: boolean;
  readonly soak: number;
}

const exactly = (n: number): Chances => Array.from({ length: n + 1 }, (_, at) => (at === n ? 1 : 0));

/** What blows are worth in one battle as somebody knows it; what has been reckoned is kept as long as this is. */
export interface Strikes {
  /** An attack of `me` on `target`, answered as well as the target can. */
  readonly attack: (me: Combatant, action: Way, target: Combatant) => Harm;
  /** An attack by a foe of whom only beliefs are known, on somebody in this stance. */
  readonly threat: (foe: Combatant, me: Combatant) => Harm;
  /** What is left of an attack that has been rolled, once it was answered with so many dice; `undefined`: not at all. */
  readonly answered: (attack: PendingAttack, me: Combatant, dice: number | undefined, difficulty: number) => Harm;
}

export type Way = Pick<Nomination, 'action' | 'weapon' | 'spell'>;

const worthOf = (target: Combatant, { lost, rolled }: StrikeChances, { settings }: State): Harm => {
  const most = settings.healthTrack.length;
  const left = Math.max(1, most - target.lost);
  const fells = atLeast(lost, left);
  const levels = mean(lost.slice(0, left)) + fells * left;
  const dazed = Math.max(
    0,
    atLeast(settings.dazeBasis === 'rolled' ? rolled : lost, target.sheet.attributes.stamina + 1) - fells,
  );
  return { worth: (levels / most) * 100 + fells * 100 + dazed * dazeWorth, fells, levels };
};

/** The attack as it will stand before its target (ST-RES-1). */
const pendingOf = (me: Combatant, plan: AttackPlan, target: Combatant): PendingAttack => ({
  attacker: me.name,
  target: target.name,
  slot: 1,
  maneuver: plan.maneuver,
  weapon: plan.weapon,
  spell: plan.spell,
  unseen: false,
  successes: 1,
  base: plan.base,
  netAdds: plan.netAdds,
  later: false,
  answerableBy: plan.answerableBy,
});

export const strikesIn = (state: State): Strikes => {
  const { settings } = state;
  const trait = memoizeByKey((key: string) => {
    const [pool = 0, difficulty = 0] = key.split(' ').map(Number);
    return successChances('trait', pool, difficulty, settings);
  });
  const strike = memoizeByKey((key: string): StrikeChances => {
    const { attack, difficulty, met, defense, ward, base, netAdds, soak }: Meeting = JSON.parse(key);
    return strikeChances({
      attack: met === undefined ? trait(`${attack} ${difficulty}`) : exactly(met),
      defense: ward === 0 ? [1] : trait(`${defense} ${ward}`),
      net: (a, d) => netOf(a, d, settings),
      base,
      netAdds,
      soakPool: soak,
      settings,
    });
  });
  const meeting = (target: Combatant, met: Omit<Meeting, 'soak'>): Harm =>
    worthOf(target, strike(JSON.stringify({ ...met, soak: sumOf(soakParts(target, state)) })), state);

  /** The dice and the difficulty of the best answer; nothing where there is none. */
  const answerTo = (target: Combatant, attack: PendingAttack): Pick<Meeting, 'defense' | 'ward'> => {
    const [best] = legalDefenses(state, target, attack)
      .map(({ plan }) => ({
        defense: sumOf(plan.parts),
        ward: clampedDifficulty(sumOf(plan.marks), settings),
      }))
      .map((each) => ({ ...each, mean: mean(trait(`${each.defense} ${each.ward}`)) }))
      .toSorted((a, b) => b.mean - a.mean);
    return best === undefined ? { defense: 0, ward: 0 } : { defense: best.defense, ward: best.ward };
  };

  const sheets = new Map<Sheet, Map<string, Pick<Meeting, 'defense' | 'ward'>>>();
  /** Many are believed to be alike: their answers are the same. */
  const bestAnswer = (target: Combatant, attack: PendingAttack): Pick<Meeting, 'defense' | 'ward'> => {
    if (!able(target)) return { defense: 0, ward: 0 };
    const { sheet, stance, dazed, defensesUsed, lost } = target;
    const known = sheets.get(sheet) ?? new Map<string, Pick<Meeting, 'defense' | 'ward'>>();
    sheets.set(sheet, known);
    const key = JSON.stringify([stance, dazed, defensesUsed, lost, attack.maneuver, attack.answerableBy]);
    const answer = known.get(key) ?? answerTo(target, attack);
    known.set(key, answer);
    return answer;
  };

  /** How many turns an extended attack takes until its successes are gathered (ST-RES-10); nothing where it is none. */
  const turnsOf = (me: Combatant, way: Way, perTurn: number): number | undefined => {
    const spell = attackSpellCalled(me, way.spell);
    if (spell?.timing !== 'extended') return undefined;
    return Math.max(1, ((spell.goal ?? 1) - (me.extended?.progress ?? 0)) / Math.max(0.1, perTurn));
  };

  return {
    attack: (me, way, target) => {
      const plan = attackPlan(me, way, state);
      if (plan === undefined) return nothing;
      const attack = sumOf(plan.parts);
      const difficulty = clampedDifficulty(sumOf(plan.marks), settings);
      const turns = turnsOf(me, way, mean(trait(`${attack} ${difficulty}`)));
      const harm = meeting(target, {
        attack,
        difficulty,
        ...(turns !== undefined && { met: 1 }),
        ...bestAnswer(target, pendingOf(me, plan, target)),
        base: plan.base,
        netAdds: plan.netAdds,
      });
      return turns === undefined ? harm : { ...harm, worth: harm.worth / turns, levels: harm.levels / turns };
    },
    threat: (foe, me) => {
      const { pool, base } = believedAttack(foe, state);
      const plan: AttackPlan = {
        maneuver: 'melee',
        weapon: undefined,
        spell: undefined,
        parts: [],
        marks: [],
        base,
        netAdds: true,
        answerableBy: [],
      };
      return meeting(me, {
        attack: pool,
        difficulty: usualDifficulty,
        ...bestAnswer(me, pendingOf(foe, plan, me)),
        base,
        netAdds: true,
      });
    },
    answered: ({ successes, netAdds, base }, me, dice, difficulty) =>
      meeting(me, {
        attack: 0,
        difficulty: 0,
        met: successes,
        defense: dice ?? 0,
        ward: dice === undefined ? 0 : difficulty,
        base,
        netAdds,
      }),
  };
};
