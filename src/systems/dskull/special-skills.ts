import { z } from 'zod';
import {
  count,
  err,
  joined,
  listing,
  maskedRef,
  normalizeText,
  ok,
  phrase,
  present,
  type Refusal,
  type Result,
  ref,
  refuse,
  say,
  sentences,
  type Text,
  term,
} from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line } from '../../rules/event.ts';
import { loadTables } from '../../rules/presets.ts';
import {
  combatantOffer,
  combatantParam,
  createOffer,
  doneVerdict,
  namesParam,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { spendAction } from './activation/actions.ts';
import { findFreeName } from './activation/weapons.ts';
import { calculateLineOfSight } from './attack/steps.ts';
import { distance, edgeGridOf, isAdjacent } from './board/board.ts';
import {
  areHostile,
  noOffers,
  offerAllWarriors,
  offersForCurrentPlayer,
  openPhases,
  requireActivation,
  requireGmWhile,
  requireTarget,
} from './checks.ts';
import { createTerrain } from './engagement.ts';
import type { RefusalCode } from './refusals.ts';
import { findSkill, testableSkills, testResultShape, testRow, testWarrior } from './skill-tests.ts';
import {
  type CheckResult,
  conditions,
  type Draft,
  event,
  type Figure,
  figuresOf,
  find,
  findActingWarrior,
  findByName,
  order,
  type PartialRuling,
  type SpecialSkill,
  type State,
  specialSkillSchema,
  triggerMoments,
  triggerTimes,
} from './state.ts';
import { describeTriggerEffect, formatTriggerEffect, parseTriggerEffect, triggerAdded } from './triggers/triggers.ts';
import { areStepsVisible } from './visibility.ts';

/** Preset special skills. Defaults: 1 action, on the warrior itself, range 1. DS-SKILL-5, RULING-86. */
const exampleSpecialSkills = loadTables(
  new URL('./special-skills.json', import.meta.url),
  z.array(
    specialSkillSchema.extend({
      cost: z.int().default(1),
      on: specialSkillSchema.shape.on.default('self'),
      range: z.int().default(1),
    }),
  ),
);
const exampleNames = exampleSpecialSkills.map(({ name }) => name);

/** Describes a special skill: `1 action; foe within 3; unless the target passes a morale test; gain distracted`. */
export const formatSpecialSkill = (special: SpecialSkill): Text => {
  const { cost, on, range, test: own, resist, needs, waits, does } = special;
  const whom =
    on === 'self'
      ? term('the warrior itself')
      : range === 1
        ? say`${term(on)} in an adjacent space`
        : say`${term(on)} within ${range}`;
  const tests = present([
    own !== undefined && say`${term(own)} test`,
    resist !== undefined && say`unless the target passes a ${term(resist)} test`,
  ]);
  const effect = listing(does.map(describeTriggerEffect));
  const all = [
    count(cost, 'action'),
    needs === undefined ? whom : say`${whom}, ${term(needs)}`,
    ...tests,
    waits === undefined ? effect : say`${effect}, once, ${term(waits.when)} ${waits.window}`,
  ];
  return joined(all, '; ');
};

/** The GM adds a special skill, replacing one of the same name. `who`: warriors who get it. DS-SKILL-1, DS-SKILL-5. */
export const specialSkillAdded = event('special-skill-added', {
  facts: { special: specialSkillSchema, who: z.array(z.string()) },
  apply: (state, { special: given, who }) => ({
    ...state,
    specials: [...state.specials.filter((each) => each.name !== given.name), given],
    warriors: state.warriors.map((each) =>
      who.includes(each.id)
        ? { ...each, skills: { ...each.skills, [given.name]: ownValue(each.skills, given.name) ?? 0 } }
        : each,
    ),
  }),
  narrate: ({ special: given, who }, { reader }) => {
    const seen = who.filter((id) => reader.canSee(id));
    const added = say`The special skill ${given.name} is added to the game (${formatSpecialSkill(given)}).`;
    return line(sentences(added, seen.length > 0 && say`It is now a skill of ${listing(seen.map(ref))}.`));
  },
});

export const specialSkillRemoved = event('special-skill-removed', {
  facts: { special: z.string() },
  apply: (state, { special: gone }) => ({ ...state, specials: state.specials.filter((each) => each.name !== gone) }),
  narrate: ({ special: gone }) => line(phrase`The special skill ${gone} is removed from the game.`),
});

const testSchema = z.strictObject({ skill: z.string(), ...testResultShape });

/** A warrior uses a skill. `works`: the test passed and the target did not resist. DS-SKILL-3, DS-SKILL-4. */
export const specialSkillUsed = event('special-skill-used', {
  facts: {
    warrior: z.string(),
    special: z.string(),
    target: z.string(),
    test: testSchema.optional(),
    resist: testSchema.optional(),
    works: z.boolean(),
  },
  narrate: ({ warrior, special: used, target, test: own, resist, works }, { reader }) =>
    line(
      sentences(
        target === warrior
          ? say`${maskedRef(warrior)} uses ${term(used)}.`
          : say`${maskedRef(warrior)} uses ${term(used)} on ${maskedRef(target)}.`,
        !works && term('It has no effect.'),
      ),
      works ? 'good' : 'bad',
      present([
        own !== undefined && testRow(term(own.skill), own, areStepsVisible(reader, warrior)),
        resist !== undefined && testRow(term(resist.skill), resist, areStepsVisible(reader, target)),
      ]),
    ),
  actors: ({ warrior }) => [warrior],
});

/** Special skills of the game that this warrior has. DS-SKILL-1. */
const findSpecialSkills = ({ specials }: State, { skills }: Figure): readonly SpecialSkill[] =>
  specials.filter((each) => Object.hasOwn(skills, each.name));

/** The refusal if the skill cannot be used on this figure. Undefined if it can. DS-SKILL-2. */
const findTargetRefusal = (
  state: State,
  warrior: Figure,
  special: SpecialSkill,
  target: Figure,
): Refusal<RefusalCode> | undefined => {
  const facts = { target: ref(target.id) };
  const isFoe = areHostile(state, target, warrior);
  if (special.on === 'foe' && !isFoe) return { code: 'E_TARGET_NOT_HOSTILE', facts };
  if (special.on === 'friend' && isFoe) return { code: 'E_TARGET_NOT_FRIENDLY', facts };
  const terrain = createTerrain(state);
  if (state.board === undefined || terrain === undefined) return { code: 'no-board', facts: {} };
  if (target.id !== warrior.id) {
    if (special.range === 1) {
      if (!isAdjacent(edgeGridOf(state.board), warrior.at, target.at)) return { code: 'E_NOT_ADJACENT', facts };
    } else {
      const away = distance(state.settings.los.metric, warrior.at, target.at);
      if (away > special.range)
        return { code: 'E_TOO_FAR', facts: { ...facts, distance: count(away, 'space'), range: special.range } };
      const sight = calculateLineOfSight(terrain, warrior.at, target.at);
      if (sight.count < 2) return { code: 'E_NO_LOS', facts: { count: sight.count } };
    }
  }
  return special.needs === undefined || target.conditions.includes(special.needs)
    ? undefined
    : { code: 'E_SPECIAL_NEEDS', facts: { ...facts, special: special.name, condition: term(special.needs) } };
};

/** Figures on which the warrior could use this special skill from its space. */
const findTargets = (state: State, warrior: Figure, special: SpecialSkill): readonly Figure[] =>
  (special.on === 'self' ? [warrior] : figuresOf(state)).filter(
    (each) => findTargetRefusal(state, warrior, special, each) === undefined,
  );

/** Special skills that the acting warrior could use now. */
export const usableSpecials = (state: State): readonly SpecialSkill[] => {
  const acting = findActingWarrior(state);
  if (acting === undefined) return [];
  const { activation, warrior } = acting;
  return findSpecialSkills(state, warrior).filter(
    (each) => each.cost <= activation.actions && findTargets(state, warrior, each).length > 0,
  );
};

const skillOffers = offersForCurrentPlayer((state) =>
  usableSpecials(state).map((each) => createOffer(each.name, say`${each.name}: ${formatSpecialSkill(each)}`)),
);

const targetOffers = offersForCurrentPlayer((state, _call, { skill }) => {
  const acting = findActingWarrior(state);
  const special = acting && findSpecialSkills(state, acting.warrior).find((each) => each.name === skill);
  return acting === undefined || special === undefined || special.on === 'self'
    ? noOffers
    : findTargets(state, acting.warrior, special).map(combatantOffer);
});

/** Finds the target of a special skill: the user itself, or the named figure. DS-SKILL-2. */
const requireSkillTarget = (
  state: State,
  warrior: Figure,
  special: SpecialSkill,
  named: string | undefined,
): CheckResult<Figure> => {
  const target = special.on === 'self' ? ok(warrior) : requireTarget(state, named);
  const fault = target.ok ? findTargetRefusal(state, warrior, special, target.value) : undefined;
  return fault === undefined ? target : { ok: false, error: fault };
};

/** Tests a skill of `who` against the player of `against`. Undefined without a skill. DS-SKILL-3. */
function* runTest(
  draft: Draft,
  skill: string | undefined,
  who: Figure,
  against: Figure,
): PartialRuling<z.output<typeof testSchema> | undefined> {
  const tests = findSkill(skill);
  if (tests === undefined) return undefined;
  return { skill: tests, ...(yield* testWarrior(draft, who, tests, { kind: 'player', player: against.owner })) };
}

/** Runs the tests and effects of a special skill after its actions have been paid. DS-SKILL-3, DS-SKILL-4. */
function* useSpecial(draft: Draft, warrior: Figure, special: SpecialSkill, target: Figure): PartialRuling {
  const own = yield* runTest(draft, special.test, warrior, target);
  const tried = own?.passed ?? true;
  const resist = tried ? yield* runTest(draft, special.resist, target, warrior) : undefined;
  const works = tried && resist?.passed !== true;
  const { name } = special;
  draft.emit(specialSkillUsed({ warrior: warrior.id, special: name, target: target.id, test: own, resist, works }));
  if (!works) return;
  for (const does of special.does) {
    if (special.waits !== undefined) {
      const { triggers } = draft.now();
      const free = findFreeName(name, (taken) => triggers.some((each) => each.name === taken));
      const moment = { name: free, ...special.waits, owner: warrior.owner, who: target.id };
      draft.emit(triggerAdded({ trigger: { ...moment, order: 0, uses: 1, does } }));
    } else if (draft.perform !== undefined && find(draft.now(), target.id) !== undefined)
      yield* draft.perform(draft, does, does.do === 'vp' ? warrior.owner : target.id);
  }
}

/** Uses a special skill of the acting warrior. DS-CMD-18, DS-SKILL-2, DS-SKILL-3. */
export const useSpecialSkill = order({
  summary: 'Use a special skill of your warrior',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    skill: textParam('Which special skill', 60),
    target: combatantParam('The target, if it is not the warrior itself').optional(),
  }),
  offers: { skill: skillOffers, target: targetOffers },
  promptFor: () => ['target'],
  requires: requireActivation,
  resolve: function* (draft, _call, { skill, target: named }, { activation, warrior }) {
    const state = draft.now();
    const chosen = findSpecialSkills(state, warrior).find((each) => each.name === parseName(skill));
    if (chosen === undefined) return refuse('E_SPECIAL_UNKNOWN', { warrior: ref(warrior.id), special: skill });
    if (activation.actions < chosen.cost) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    const target = requireSkillTarget(state, warrior, chosen, named);
    if (!target.ok) return target;
    yield* spendAction(draft, warrior.id, 'skill', () => useSpecial(draft, warrior, chosen, target.value), chosen.cost);
    return doneVerdict;
  },
});

/** Converts a typed name of a skill to its id: `War cry` to `war-cry`. */
const parseName = (text: string): string =>
  normalizeText(text)
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

/** Parses effects of a special skill: `gain stunned; mp 2`. DS-SKILL-4. */
const parseEffects = (text: string, waits: boolean): Result<SpecialSkill['does'], string> => {
  const written = text.split(';').filter((each) => each.trim() !== '');
  const wrong = written.length === 0 ? text : written.find((each) => parseTriggerEffect(each) === undefined);
  if (wrong !== undefined) return err(phrase`“${wrong.trim()}” is not something a skill can do`);
  const does = written.flatMap((each) => parseTriggerEffect(each) ?? []);
  const lasting = does.find((each) => each.do === 'amount' || each.do === 'cancel');
  return lasting !== undefined && !waits
    ? err(phrase`“${formatTriggerEffect(lasting)}” works at a certain moment: choose the moment with the option window`)
    : ok(does);
};

/** Adds a preset or new special skill. With `off`, removes a skill. DS-CMD-19, DS-SKILL-1, DS-SKILL-5, DS-GEN-2. */
export const addSpecialSkill = order({
  summary: 'Add a special skill: a preset, or your own',
  role: 'gm',
  params: z.strictObject({
    name: textParam('The name: rally, war-cry, backstab, take-aim, sprint, or a name of your own', 40),
    does: textParam(
      'mp 2, actions 1, vp 1, damage 2, gain stunned, clear wounded, say …; separated by semicolons; or off',
      200,
    ).optional(),
    cost: wholeNumberParam('How many actions the skill costs', 1, 3).default(1),
    on: oneOfParam('Who the skill is used on', ['self', 'friend', 'foe']).default('self'),
    range: wholeNumberParam(
      'How far away the target may be, in spaces; 1: adjacent; 2 or more: also in line of sight',
      1,
      20,
    ).default(1),
    test: oneOfParam('The test the user must pass', testableSkills).optional(),
    resist: oneOfParam('The test with which the target can resist', testableSkills).optional(),
    needs: oneOfParam('The condition that the target must have', conditions).optional(),
    window: oneOfParam(
      'The moment at which the skill works, once; only for amount and cancel',
      triggerMoments,
    ).optional(),
    when: oneOfParam('Before, during or after that moment', triggerTimes).default('during'),
    who: namesParam('Warriors who get the skill, besides those with it on their sheet').optional(),
  }),
  offers: {
    name: ({ specials }) =>
      [...new Set([...specials.map((each) => each.name), ...exampleNames])].map((each) => createOffer(each)),
    who: offerAllWarriors,
  },
  requires: requireGmWhile(...openPhases),
  resolve: (_draft, _call, { name: written, does, window, when, who = [], ...terms }, state) => {
    const id = parseName(written);
    const there = [...state.specials, ...exampleSpecialSkills].find((each) => each.name === id);
    if (does?.trim().toLowerCase() === 'off') {
      if (!state.specials.some((each) => each.name === id))
        return refuse('special-unreadable', {
          problem: phrase`there is no special skill called ${written} in this game`,
        });
      return specialSkillRemoved({ special: id });
    }
    const missing = who.find((each) => findByName(state, each) === undefined);
    if (missing !== undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(missing) });
    const own = does === undefined ? undefined : parseEffects(does, window !== undefined);
    if (own?.ok === false) return refuse('special-unreadable', { problem: own.error });
    const given = own === undefined ? there : { ...terms, name: id, does: own.value };
    if (given === undefined)
      return refuse('special-unreadable', {
        problem: phrase`describe what ${written} does with the option does, or choose a preset: ${exampleNames.join(', ')}`,
      });
    if (id === '' || testableSkills.some((each) => each === id))
      return refuse('special-unreadable', { problem: phrase`${written} is already a skill; choose another name` });
    return specialSkillAdded({
      special: own && window !== undefined ? { ...given, waits: { when, window } } : given,
      who: who.flatMap((each) => findByName(state, each)?.id ?? []),
    });
  },
});
