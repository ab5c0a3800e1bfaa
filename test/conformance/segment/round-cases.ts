import { effectiveDex, find, inTieOrder } from '../../../src/systems/segment/battle.ts';
import { castable, castingTime } from '../../../src/systems/segment/casting.ts';
import { defendingBy } from '../../../src/systems/segment/defense.ts';
import { evolve } from '../../../src/systems/segment/evolve.ts';
import { freeActionSegment, initiativeParts } from '../../../src/systems/segment/initiative.ts';
import type { Combatant, State } from '../../../src/systems/segment/model.ts';
import type { WorkedCase } from '../case.ts';
import { declareParams, drawnNames } from './orders.ts';
import { list, maybeRaw, number, type Raw, raw, raws, text, texts } from './raw.ts';
import { attackResult, isAttack, isLost } from './results.ts';
import { adHocsOf, combatantOf, type Stage, stageOf, stateOf } from './stage.ts';

const attacking = /attack|pick-up/;

/** Declarations made complete: a target where none is named, dummies where names are not on the field. */
interface Cast {
  readonly combatants: readonly Combatant[];
  readonly declarations: readonly Raw[];
}

const teamsOf = (values: readonly Raw[], declarations: readonly Raw[]): ReadonlyMap<string, string> => {
  const teams = new Map<string, string>();
  for (const { name, team } of values) if (typeof name === 'string' && typeof team === 'string') teams.set(name, team);
  const opposite = (team: string): string => (team === 'us' ? 'foes' : 'us');
  for (const { who, main, target, attacks } of declarations) {
    if (typeof who !== 'string' || !attacking.test(String(main))) continue;
    for (const foe of [target, ...raws(attacks).map((each) => each.target)])
      if (typeof foe === 'string') {
        if (!teams.has(who)) teams.set(who, teams.has(foe) ? opposite(teams.get(foe) ?? 'us') : 'us');
        if (!teams.has(foe)) teams.set(foe, opposite(teams.get(who) ?? 'us'));
      }
  }
  return teams;
};

/** Who steps somewhere and is not said to stand anywhere stands at the origin. */
const placed = (value: Raw, own: readonly Raw[], positions: Raw): Raw => {
  const steps = own.some(({ path, options }) => Array.isArray(path) || raw(options).freeMove !== undefined);
  return steps && value.pos === undefined && positions[String(value.name)] === undefined
    ? { ...value, pos: [0, 0] }
    : value;
};

export const castOf = (told: readonly Raw[], given: readonly Raw[], strict = false, positions: Raw = {}): Cast => {
  const values = told.map((value) =>
    placed(
      value,
      given.filter(({ who }) => who === value.name),
      positions,
    ),
  );
  const teams = teamsOf(values, given);
  const names = new Set(values.map(({ name }) => String(name)));
  const declarations = given.map((declared): Raw => {
    const strikes =
      attacking.test(String(declared.main)) && declared.target === undefined && declared.attacks === undefined;
    const { options } = declared;
    const attacks = raws(declared.attacks).map((each) => ({ target: declared.target ?? 'DUMMY', ...each }));
    return {
      ...declared,
      ...(strikes && !strict && { target: 'DUMMY' }),
      ...(attacks.length > 0 && { attacks }),
      ...(options !== undefined && { options }),
    };
  });
  const targets = declarations.flatMap((declared) => [
    text(declared.target),
    text(declared.follow),
    ...raws(declared.attacks).map((each) => text(each.target)),
  ]);
  const missing = strict
    ? []
    : [...new Set(targets)].filter((name): name is string => name !== undefined && !names.has(name));
  const combatants = values.map((value) => {
    const own = declarations.filter(({ who }) => who === value.name);
    const hand = strict ? undefined : handFor(value, own);
    return combatantOf(hand === undefined ? value : { ...value, hand }, {
      team: teams.get(String(value.name)) ?? 'us',
      weapons: strict ? [] : own.flatMap((each) => weaponsNamed(each, value)),
      spells: strict ? [] : own.flatMap((each) => text(each.spell) ?? []),
      round: 1,
    });
  });
  const anyWeapon = combatants.map((each, n) => armed(each, values[n] ?? {}, strict));
  return {
    declarations,
    combatants: [
      ...anyWeapon,
      ...missing.map((name) => combatantOf({ name, team: name === 'DUMMY' ? 'dummies' : (teams.get(name) ?? 'foes') })),
    ],
  };
};

/** Who is not said to hold anything holds what it sheathes, or nothing where it draws. */
const handFor = (value: Raw, own: readonly Raw[]): string | null | undefined => {
  if (value.hand !== undefined || value.offHand !== undefined) return undefined;
  const [sheathed] = own
    .flatMap(({ options }) => list(raw(options).sheathe))
    .filter((each) => typeof each === 'string');
  return sheathed ?? (own.some((each) => drawnNames(each).length > 0) ? null : undefined);
};

const weaponsNamed = (declared: Raw, value: Raw): readonly string[] => {
  const onSheet = raws(value.weapons).map(({ name }) => String(name));
  const named = [
    text(declared.weapon),
    ...raws(declared.attacks).map((each) => text(each.weapon)),
    ...drawnNames(declared),
  ];
  const held = text(value.hand) ?? onSheet[0];
  const all = [...texts(raw(declared.options).sheathe), ...named].filter((name): name is string => name !== undefined);
  const bare = held === undefined && handFor(value, [declared]) === undefined;
  const first = held === undefined ? (bare && all.length === 0 ? ['arm'] : []) : [held];
  return [...first, ...all];
};

/** Who is given no weapon, and is not said to hold none, has some legal dummy in hand. */
const armed = (who: Combatant, value: Raw, strict: boolean): Combatant =>
  strict || who.sheet.weapons.length > 0 || who.hand !== undefined || value.hand === null || value.weapons !== undefined
    ? who
    : combatantOf({ ...value, hand: 'arm', team: who.team });

const byName = <Value>(state: State, value: (who: Combatant) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(state.combatants.map((who) => [who.id, value(who)]));

const partOf = (segment: number | undefined): string | undefined =>
  segment === undefined ? undefined : segment >= 11 ? 'pre' : segment >= 1 ? 'movement' : 'post';

const orderOf = (state: State): readonly (readonly [string, number])[] => {
  const rank = inTieOrder(state, state.combatants).map(({ id }) => id);
  return state.combatants
    .flatMap((who) =>
      who.initiatives
        .filter(({ status }) => status === 'pending' || status === 'waiting' || status === 'done')
        .map(({ number: n, segment }) => ({ who: who.id, n, segment })),
    )
    .toSorted((a, b) => b.segment - a.segment || rank.indexOf(a.who) - rank.indexOf(b.who) || a.n - b.n)
    .map(({ who, n }) => [who, n] as const);
};

/** begins and goesOff of a combatant's spell as it was planned at closing. */
const plan = (state: State, who: Combatant): { readonly begins: number; readonly goesOff: number } | undefined => {
  const slot = who.initiatives.find(({ kind }) => kind === 'cast');
  const spell = castable(who, who.declaration?.spell ?? '');
  return slot === undefined || spell === undefined
    ? undefined
    : { begins: slot.segment, goesOff: slot.segment - castingTime(spell, state.settings) };
};

export const closedResult = (state: State, expected: Raw = {}): Raw => {
  const caster = state.combatants.find(({ declaration }) => /cast|hold/.test(declaration?.main ?? ''));
  const picker = state.combatants.find(({ declaration }) => declaration?.main === 'pick-up');
  const freer = state.combatants.find(({ declaration }) => (declaration?.options.freeActions.length ?? 0) > 0);
  const spell = caster && castable(caster, caster.carried?.spell ?? '');
  const planned = caster && plan(state, caster);
  const carried = caster?.carried?.spell !== undefined;
  return {
    kept: byName(state, ({ declaration }) => declaration?.kept ?? 0),
    segments: byName(state, ({ initiatives }) => initiatives.map(({ segment }) => segment)),
    lost: byName(state, ({ initiatives }) => initiatives.map(({ status }) => status === 'lost')),
    part: byName(state, ({ id, initiatives }) => {
      const parts = initiatives.map(({ segment }) => partOf(segment));
      return Array.isArray(raw(expected.part)[id]) ? parts : parts[0];
    }),
    casting: byName(state, (who) => plan(state, who)),
    order: orderOf(state),
    aimCarried: state.combatants.some(({ aimCarried }) => aimCarried !== undefined),
    ...(freer && { freeActionSegment: freeActionSegment(freer) }),
    ...(picker && { retrieved: (picker.pickDegree ?? 5) <= 4, defPenalty: picker.picking ? -15 : 0 }),
    ...(caster && { carried, ...(carried ? {} : planned) }),
    ...(carried && spell && { nextRound: { begins: 10, goesOff: 10 - castingTime(spell, state.settings) } }),
  };
};

/** Opens a battle in its declarations, with everybody who carries a spell set for it. */
export const openDeclarations = (worked: WorkedCase, { combatants }: Cast): State => {
  const state = stateOf(worked, combatants);
  return {
    ...state,
    settings: { ...state.settings, autoClose: false },
    combatants: state.combatants.map((who) =>
      who.carried?.spell === undefined || who.declaration !== undefined
        ? who
        : {
            ...who,
            declaration: {
              main: 'cast' as const,
              attacks: [],
              kept: 0,
              byAir: false,
              carried: true,
              spell: who.carried.spell,
              ...(who.carried.target !== undefined && { target: who.carried.target }),
              options: {
                noMovement: false,
                aim: false,
                doubleShot: false,
                sheathe: [],
                draw: [],
                readyShield: false,
                freeActions: [],
              },
            },
          },
    ),
  };
};

const refused = (stage: Stage, error: string, before: string): Raw => ({
  error,
  changes: JSON.stringify(stage.state()) === before && stage.dice.fallen().length === 0 ? 'none' : 'some',
});

export const playDeclare = (worked: WorkedCase): readonly [Raw, Stage] => {
  const { setup, action } = worked;
  const { who, by, type, ...declared } = action;
  const values = raws(setup.combatants);
  const actor = text(who) ?? text(values[0]?.name) ?? 'X';
  const told = values.map((value) => (value.name === actor ? value : { ...value }));
  const cast = castOf(told, [{ who: actor, ...declared }], true, raw(setup.positions));
  const self = cast.combatants.map((each, n) => armed(each, told[n] ?? {}, false));
  const state = openDeclarations(worked, { ...cast, combatants: self });
  const stage = stageOf(state, worked.dice);
  const before = JSON.stringify(stage.state());
  const error = stage.order(actor, 'declare', declareParams(declared), by);
  if (error !== undefined) return [refused(stage, error, before), stage];
  const after = stage.state();
  const me = find(after, actor);
  const declaration = me?.declaration;
  if (me === undefined || declaration === undefined) return [{}, stage];
  const defending = defendingBy(me, declaration);
  const carried = declaration.main === 'hold' ? declaration.spell : me.carried?.spell;
  return [
    {
      accepted: true,
      type,
      kept: declaration.kept,
      initiativeModifier: initiativeParts(after, me, declaration).reduce((sum, { value }) => sum + value, 0),
      scLoss: defending?.scLoss ?? 0,
      defBonus: defending?.defBonus ?? 0,
      carried:
        typeof worked.expect.carried === 'string'
          ? carried
          : maybeRaw(worked.expect.carried)
            ? { spell: carried, ...me.carried }
            : worked.expect.carried === null
              ? carried
              : carried !== undefined,
      energy: me.energy,
      attacks: declaration.attacks,
    },
    stage,
  ];
};

/** Gives every declaration and closes; the code where one is refused. */
const declareAll = (stage: Stage, declarations: readonly Raw[], by: unknown = 'GM'): string | undefined =>
  giveAll(stage, declarations) ?? stage.order('GM', 'close', {}, by);

const giveAll = (stage: Stage, declarations: readonly Raw[]): string | undefined => {
  for (const { who, by: commander, ...declared } of declarations) {
    const error = stage.order(String(who), 'declare', declareParams(declared), commander);
    if (error !== undefined) return error;
  }
  return undefined;
};

export const playClose = (worked: WorkedCase): readonly [Raw, Stage] => {
  const cast = castOf(
    raws(worked.setup.combatants),
    raws(worked.action.declarations),
    false,
    raw(worked.setup.positions),
  );
  const [first] = cast.combatants;
  const named = adHocsOf(worked, first?.id ?? '', 'initiative');
  const stage = stageOf({ ...openDeclarations(worked, cast), ...named }, worked.dice);
  const opened = JSON.stringify(stage.state());
  const early = giveAll(stage, cast.declarations);
  if (early !== undefined) return [refused(stage, early, opened), stage];
  const before = JSON.stringify(stage.state());
  const error = stage.order('GM', 'close', {}, worked.action.by ?? 'GM');
  return [error === undefined ? closedResult(stage.state(), worked.expect) : refused(stage, error, before), stage];
};

/** Answers what the round asks, as nobody else would. */
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
  let now = from;
  return stage.events().map((event) => {
    now = evolve(now, event);
    return { event, after: now };
  });
};

/** SEG-CAST-10: a spell that failed or was interrupted is spent for nothing. */
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
              who: event.who,
              by: event.who,
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
          who: event.who,
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

/** A case of movement alone tells no dice for the blows beside it: they come last, and miss. */
const lateAndMissing = (strikes: number): readonly number[] => [
  ...Array.from({ length: strikes }, () => 1),
  ...Array.from({ length: 2 * strikes }, () => 100),
];

export const playMoveRound = (worked: WorkedCase): readonly [Raw, Stage] => {
  const values = raws(worked.setup.combatants);
  const declarations = values.flatMap((value) => {
    const declared = maybeRaw(value.declaration);
    return declared === undefined || value.stunned === true || (number(value.hp) ?? 1) <= 0
      ? []
      : [{ who: value.name, ...declared }];
  });
  const cast = castOf(
    values.map(({ declaration: _declared, ...value }) => value),
    declarations,
    false,
    raw(worked.setup.positions),
  );
  const from = openDeclarations(worked, cast);
  const asked = stageOf(from, []);
  giveAll(asked, cast.declarations);
  const strikes = asked.state().combatants.reduce((sum, { declaration }) => sum + (declaration?.kept ?? 0), 0);
  const unsaid = worked.dice.length === 0 && strikes > 0;
  const stage = stageOf(from, unsaid ? lateAndMissing(strikes) : worked.dice);
  const error = declareAll(stage, cast.declarations);
  if (error !== undefined) return [{ error }, stage];
  const enteredOn: Record<string, number[]> = Object.fromEntries(from.combatants.map(({ id }) => [id, []]));
  runRound(stage);
  let segment = 10;
  for (const event of stage.events()) {
    if (event.type === 'segment-began') segment = event.segment;
    if (event.type === 'free-moved' && event.to !== undefined) enteredOn[event.who]?.push(segment);
    if (event.type === 'moved')
      for (const { who, steps } of event.marches) for (const _ of steps) enteredOn[who]?.push(event.segment);
  }
  const result = { pos: byName(stage.state(), ({ pos }) => pos && [pos.x, pos.y]), enteredOn };
  return [result, unsaid ? { ...stage, left: () => 0 } : stage];
};
