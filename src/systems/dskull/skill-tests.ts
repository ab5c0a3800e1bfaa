import { z } from 'zod';
import { joined, listing, maskedRef, phrase, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { combatantParam, doneVerdict, namesParam, oneOfParam, wholeNumberParam } from '../../rules/verb.ts';
import { boardPhases, offerAllFigures, offerAllSeats, requireGmWhile } from './checks.ts';
import {
  buildSumSteps,
  countFaces,
  type RollSubject,
  rollDice,
  rollRow,
  rollSchema,
  sumParts,
  withoutZeros,
} from './dice/roll.ts';
import type { Settings } from './settings.ts';
import {
  type Draft,
  event,
  figuresOf,
  findByName,
  findSeatByName,
  order,
  type PartialRuling,
  type State,
  stepsSchema,
  type Warrior,
} from './state.ts';
import { testTraitSteps } from './traits.ts';

/** Skills that a warrior is untrained in until it learns them. DS-TEST-4. */
const learned = ['tactics', 'medicine', 'persuasion'] as const;

export const innateAbilities = ['morale', 'strength'] as const;

export const testableSkills = [...learned, ...innateAbilities] as const;
export type Skill = (typeof testableSkills)[number];

/** Finds a skill by its exact name. Undefined if no testable skill has this name. */
export const findSkill = (name: string | undefined): Skill | undefined => testableSkills.find((each) => each === name);

/** Level of a warrior’s skill, 0 for an innate ability. Undefined if untrained. */
export const skillLevel = ({ skills }: Pick<Warrior, 'skills'>, skill: Skill): number | undefined =>
  skill === 'morale' || skill === 'strength' ? 0 : skills[skill];

/** Parts of the dice step when a warrior takes a test. DS-TEST-2, DS-TEST-4. */
export const warriorTestSteps = (state: State, warrior: Warrior, skill: Skill): Record<string, number> => ({
  skill: skillLevel(warrior, skill) ?? state.settings.test.untrained,
  ...testTraitSteps(warrior, skill),
  scenario: effectSum(state.effects, warrior.id, skill),
});

/** Dice step of a test taken together: the best level plus help. An undefined level means untrained. DS-TEST-3. */
export const combinedTestStep = ({ test }: Settings, levels: readonly (number | undefined)[]): number => {
  const trained = levels.filter((level) => level !== undefined);
  if (trained.length === 0) return test.untrained;
  return Math.max(...trained) + Math.min(test.combinedMax, test.combinedHelp * (trained.length - 1));
};

/** Best level of a skill among a player’s warriors on the board. Undefined if untrained. DS-TEST-1, DS-TAC-2. */
export const warbandSkillLevel = (state: State, seat: string, skill: Skill): number | undefined => {
  const levels = figuresOf(state)
    .filter(({ owner }) => owner === seat)
    .map((figure) => skillLevel(figure, skill))
    .filter((level) => level !== undefined);
  return levels.length === 0 ? undefined : Math.max(...levels);
};

/** Parts of the dice step when a whole warband is tested: the parts of its best warrior. DS-TEST-1. */
const warbandSteps = (state: State, seat: string, skill: Skill): Record<string, number> => {
  const all = figuresOf(state)
    .filter(({ owner }) => owner === seat)
    .map((figure) => warriorTestSteps(state, figure, skill));
  return all.toSorted((a, b) => sumParts(b) - sumParts(a))[0] ?? { skill: state.settings.test.untrained };
};

/** Parts of the dice step when warriors take a test together: the best leads, trained others help. DS-TEST-3. */
const combinedSteps = (state: State, warriors: readonly Warrior[], skill: Skill): Record<string, number> => {
  const [leader, ...others] = warriors.toSorted(
    (a, b) => sumParts(warriorTestSteps(state, b, skill)) - sumParts(warriorTestSteps(state, a, skill)),
  );
  if (leader === undefined) return { skill: state.settings.test.untrained };
  const level = skillLevel(leader, skill);
  const team = [level, ...others.map((warrior) => skillLevel(warrior, skill))];
  const alone = warriorTestSteps(state, leader, skill);
  return { ...alone, help: combinedTestStep(state.settings, team) - (alone.skill ?? 0) };
};

/** Result of a test, as saved in the log. */
export const testResultShape = { steps: stepsSchema, roll: rollSchema, count: z.int(), passed: z.boolean() };
type TestResult = z.output<z.ZodObject<typeof testResultShape>>;

/** A test as a row of a calculation. `shown`: true if the reader may see the parts of the dice step. */
export const testRow = (name: Text, { steps, roll, count }: Omit<TestResult, 'passed'>, shown = true): SumRow<Text> =>
  rollRow(name, roll, shown ? buildSumSteps(steps, { skill: 'DS-TEST-4' }) : [], [
    step('DS-TEST-5', phrase`count ${count}`),
  ]);

/** Rolls a test. `who`: who takes the test, named if a player must remove dice. DS-TEST-4, DS-TEST-5, DS-TEST-6. */
function* rollTest(
  draft: Draft,
  skill: Skill,
  roller: string,
  parts: Readonly<Record<string, number>>,
  concern: RollSubject,
  who: Text,
): PartialRuling<TestResult> {
  const { test: rules } = draft.now().settings;
  const steps = withoutZeros(parts);
  const roll = yield* rollDice(draft, {
    name: skill,
    roller,
    base: 1,
    step: sumParts(steps),
    concern,
    question: () => ({ roller: say`${term(skill)} test of ${who}`, opponent: say`A ${term(skill)} test` }),
  });
  const count = countFaces(roll.kept, skill === 'morale' ? 'morale' : 'default', rules.moraleAdv);
  return { steps, roll, count, passed: count >= rules.target };
}

/** Rolls a test for one warrior. `effects`: dice steps to add. */
export const testWarrior = (
  draft: Draft,
  warrior: Warrior,
  skill: Skill,
  concern: RollSubject,
  effects = 0,
): PartialRuling<TestResult> => {
  const steps = { ...warriorTestSteps(draft.now(), warrior, skill), effects };
  return rollTest(draft, skill, warrior.owner, steps, concern, ref(warrior.id));
};

/** A test that the GM called for. DS-TEST-1, DS-TEST-7. */
export const tested = event('tested', {
  facts: { seat: z.string(), warriors: z.array(z.string()), skill: z.string(), ...testResultShape },
  narrate: ({ seat, warriors, skill, passed, ...test }) => {
    const who = warriors.length > 0 ? listing(warriors.map(maskedRef)) : ref(seat);
    return line(
      passed ? say`The ${term(skill)} test of ${who} succeeds.` : say`The ${term(skill)} test of ${who} fails.`,
      passed ? 'good' : 'bad',
      [testRow(term(skill), test)],
      [seat],
    );
  },
});

/** Calls for a test by warriors or by a whole warband. DS-TEST-1, DS-TEST-7. */
export const callSkillTest = order({
  summary: 'Call for a test by one warrior, by several together, or by a whole warband',
  role: 'gm',
  params: z.strictObject({
    skill: oneOfParam('Which skill or ability', testableSkills),
    warriors: namesParam('Who takes the test; several warriors help each other').optional(),
    seat: combatantParam('The player whose whole warband takes the test, if no warrior is named').optional(),
    bonus: wholeNumberParam('Steps added for the situation', -5, 5).default(0),
  }),
  offers: { warriors: offerAllFigures, seat: offerAllSeats },
  requires: requireGmWhile(...boardPhases),
  resolve: function* (draft, _call, { skill, warriors: named = [], seat: seatName, bonus }, state) {
    const warriors = named.flatMap((name) => findByName(state, name) ?? []);
    const missing = named.find((name) => findByName(state, name) === undefined);
    if (missing !== undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(missing) });
    const owner = warriors[0]?.owner ?? findSeatByName(state, seatName ?? '')?.id;
    if (owner === undefined)
      return refuse('seat-unknown', { seat: seatName === undefined ? undefined : ref(seatName) });
    const stranger = warriors.find((warrior) => warrior.owner !== owner);
    if (stranger !== undefined)
      return refuse('E_NOT_YOUR_WARRIOR', { warrior: ref(stranger.id), owner: ref(stranger.owner) });
    const steps = warriors.length > 0 ? combinedSteps(state, warriors, skill) : warbandSteps(state, owner, skill);
    const who = joined((warriors.length > 0 ? warriors.map(({ id }) => id) : [owner]).map(ref));
    const result = yield* rollTest(draft, skill, owner, { ...steps, bonus }, { kind: 'other' }, who);
    draft.emit(tested({ seat: owner, warriors: warriors.map(({ id }) => id), skill, ...result }));
    return doneVerdict;
  },
});
