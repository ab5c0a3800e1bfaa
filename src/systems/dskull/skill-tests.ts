import { z } from 'zod';
import { joined, listing, maskedRef, phrase, ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/result.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, type SumRow, step } from '../../rules/lines.ts';
import { combatantParam, namesParam, oneOfParam, wholeNumberParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { boardPhases, byGm, findSeatByName, offerAllFigures, offerAllSeats } from './checks.ts';
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
  order,
  type PartialRuling,
  type State,
  stepsSchema,
  type Warrior,
  warriorOrSeatId,
} from './state.ts';
import { moraleBonus, persuasionBonus, strengthBonus } from './traits.ts';

/** DS-TEST-4. Learned skills are trained to a level or not at all; everybody has the innate abilities. */
const learned = ['tactics', 'medicine', 'persuasion'] as const;

export const innateAbilities = ['morale', 'strength'] as const;

export const testableSkills = [...learned, ...innateAbilities] as const;
export type Skill = (typeof testableSkills)[number];

/** The skill of that name, if it is one that can be tested. */
export const findSkill = (name: string | undefined): Skill | undefined => testableSkills.find((each) => each === name);

/** The trained level, 0 for an innate ability; nothing for the untrained. */
export const skillLevel = ({ skills }: Pick<Warrior, 'skills'>, skill: Skill): number | undefined =>
  skill === 'morale' || skill === 'strength' ? 0 : skills[skill];

/** What traits add to the step of a test. */
const traitBonus: Readonly<Partial<Record<Skill, (warrior: Warrior) => number>>> = {
  morale: moraleBonus,
  strength: strengthBonus,
  persuasion: persuasionBonus,
};

/** DS-TEST-2, DS-TEST-4. The parts of one warrior's step. */
export const warriorTestSteps = (state: State, warrior: Warrior, skill: Skill): Record<string, number> => ({
  skill: skillLevel(warrior, skill) ?? state.settings.test.untrained,
  traits: traitBonus[skill]?.(warrior) ?? 0,
  scenario: effectSum(state.effects, warrior.id, skill),
});

/** DS-TEST-3. The leader's step with help; `undefined` levels are untrained. */
export const combinedTestStep = ({ test }: Settings, levels: readonly (number | undefined)[]): number => {
  const trained = levels.filter((level) => level !== undefined);
  if (trained.length === 0) return test.untrained;
  return Math.max(...trained) + Math.min(test.combinedMax, test.combinedHelp * (trained.length - 1));
};

/** DS-TEST-1, DS-TAC-2. The best trained level among a player's warriors on the board. */
export const warbandSkillLevel = (state: State, seat: string, skill: Skill): number | undefined => {
  const levels = figuresOf(state)
    .filter(({ owner }) => owner === seat)
    .map((figure) => skillLevel(figure, skill))
    .filter((level) => level !== undefined);
  return levels.length === 0 ? undefined : Math.max(...levels);
};

/** DS-TEST-1. The step of the warband's best warrior at this. */
const warbandSteps = (state: State, seat: string, skill: Skill): Record<string, number> => {
  const all = figuresOf(state)
    .filter(({ owner }) => owner === seat)
    .map((figure) => warriorTestSteps(state, figure, skill));
  return all.toSorted((a, b) => sumParts(b) - sumParts(a))[0] ?? { skill: state.settings.test.untrained };
};

/** DS-TEST-3. The best of several leads; the others who are trained help. */
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

/** What every test tells: the parts of its step, the dice, what they count, and whether that was enough. */
export const testFacts = { steps: stepsSchema, roll: rollSchema, count: z.int(), passed: z.boolean() };
type TestResult = z.output<z.ZodObject<typeof testFacts>>;

/** A test for the pencil. `shown`: may the reader know what its step is made of? */
export const testRow = (name: string, { steps, roll, count }: Omit<TestResult, 'passed'>, shown = true): SumRow<Text> =>
  rollRow(name, roll, shown ? buildSumSteps(steps, { skill: 'DS-TEST-4', traits: 'DS-TEST-4' }) : [], [
    step('DS-TEST-5', phrase`count ${count}`),
  ]);

/** DS-TEST-4, DS-TEST-5, DS-TEST-6. Rolls a test with base 1. `who`: those who take it, in words. */
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
    says: () => ({ roller: say`${skill} test of ${who}`, opponent: phrase`A ${skill} test` }),
  });
  const count = countFaces(roll.kept, skill === 'morale' ? 'morale' : 'default', rules.moraleAdv);
  return { steps, roll, count, passed: count >= rules.target };
}

/** A test that one warrior takes; `effects` are added to its step. */
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

/** DS-TEST-1, DS-TEST-7. */
export const tested = event(
  'tested',
  { seat: warriorOrSeatId, warriors: z.array(warriorOrSeatId), skill: warriorOrSeatId, ...testFacts },
  {
    apply: (state) => state,
    narrate: ({ seat, warriors, skill, passed, ...test }) =>
      line(
        say`${warriors.length > 0 ? listing(warriors.map(maskedRef)) : ref(seat)} ${passed ? 'passes' : 'fails'} the ${skill} test.`,
        passed ? 'good' : 'bad',
        [testRow(skill, test)],
        [seat],
      ),
  },
);

/** DS-TEST-1, DS-TEST-7. A test that the scenario or the GM calls for. */
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
  resolve: byGm(boardPhases, function* (draft, { skill, warriors: named = [], seat: seatName, bonus }, state) {
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
  }),
});
