import { z } from 'zod';
import type { Refusal, Result } from '../../src/core/message.ts';
import { createScriptedDice, type ScriptedDice } from '../../src/dice/dice.ts';
import type { RuleEvent } from '../../src/rules/event.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { OrderOutcome } from '../../src/rules/game.ts';
import { createRulingDraft } from '../../src/rules/order-limits.ts';
import { type BattleEvent, events as eventTable, swordWorld } from '../../src/systems/sword-world/index.ts';
import type { Draft, Place, State, Unit } from '../../src/systems/sword-world/state.ts';
import {
  areas,
  areaTargets,
  type Block,
  bodyConditions,
  calculateDamage,
  conditionsOf,
  criticalValue,
  drawMisfire,
  endTurn,
  failureXp,
  featNames,
  find,
  findBody,
  findSkirmish,
  formatBlock,
  isInBounds,
  isSuccess,
  listPathPositions,
  misfireCandidates,
  planMove,
  recomputeSkirmishes,
  requireBlock,
  requireBody,
  requireInitiativeRoll,
  requireOpenBreakthrough,
  requirePowerInTable,
  requireSight,
  requireUnit,
  restrictedUnits,
  rollCheck,
  rollInitiative,
  rollPower,
  skirmishRadius,
  skirmishRole,
  spellSchema,
  spellShapeSchema,
  startRound,
} from '../systems/sword-world/inner.ts';
import type { PlayCase } from './case.ts';
import { differences } from './compare.ts';
import { type Scene, sceneOf } from './sword-world-setup.ts';

type Facts = Readonly<Record<string, unknown>>;
interface Play {
  readonly action: Facts;
  readonly raw: Facts;
  readonly dice: ScriptedDice;
  /** The battle as the case describes it, or as the step before left it. */
  readonly scene: (stage: State['stage'], acting: string | undefined) => Scene;
}

/** The key under which facts keep their battle. */
const played = Symbol('played');

const names = z.array(z.string());
const textIn = (action: Facts, key: string): string => z.string().parse(action[key]);
const maybe = (action: Facts, key: string): string | undefined => z.string().nullish().parse(action[key]) ?? undefined;
const numberIn = (action: Facts, key: string): number => z.int().default(0).parse(action[key]);
const sum = (value: unknown): number =>
  z
    .union([z.int(), z.array(z.union([z.int(), z.looseObject({ value: z.int() })]))])
    .default(0)
    .transform((given) =>
      typeof given === 'number'
        ? given
        : given.reduce<number>((total, each) => total + (typeof each === 'number' ? each : each.value), 0),
    )
    .parse(value);
const placeFrom = (value: unknown): Place | undefined => {
  const parsed = z
    .union([z.enum(areas), z.int()])
    .nullish()
    .parse(value);
  return parsed === undefined || parsed === null
    ? undefined
    : typeof parsed === 'number'
      ? { pos: parsed }
      : { area: parsed };
};
const placeText = (value: unknown): string | undefined => {
  const place = placeFrom(value);
  return place && (place.area ?? String(place.pos));
};

const refused = ({ code }: Refusal): Facts => ({ error: code });

/** The facts of a battle that a case may expect. */
const standing = (state: State, before: State, events: readonly RuleEvent[]): Facts => {
  const perUnit = <T>(value: (unit: Unit) => T) =>
    Object.fromEntries(state.units.map((unit) => [unit.id, value(unit)]));
  const perBody = <T>(value: (body: Unit['bodies'][number], unit: Unit) => T) =>
    Object.fromEntries(state.units.flatMap((unit) => unit.bodies.map((body) => [body.id, value(body, unit)])));
  return {
    ok: true,
    [played]: state,
    happened: events,
    hp: perBody(({ hp }) => hp),
    mp: perBody(({ mp }) => mp),
    xp: perUnit(({ id, xp }) => xp - (find(before, id)?.xp ?? 0)),
    pos: perUnit(({ pos }) => pos),
    areas: perUnit(({ area }) => area),
    altitude: perUnit(({ altitude }) => altitude),
    statuses: {
      ...perUnit(conditionsOf),
      ...perBody((body, unit) => [...conditionsOf(unit), ...bodyConditions(unit, body)]),
    },
    held: perUnit(({ held }) => held),
    effects: perUnit(({ effects }) => effects),
    offers: perUnit(({ offer }) => offer ?? null),
    luggage: perUnit(({ luggage }) => luggage),
    accessories: perUnit(({ accessories }) => accessories),
    joinsNextRound: perUnit(({ joinsNextRound }) => joinsNextRound),
    mountedOn: perUnit(({ mountedOn }) => mountedOn ?? null),
    rider: perUnit(({ rider }) => rider ?? null),
    passengers: perUnit(({ passengers }) => passengers),
    acted: perUnit(({ acted }) => acted),
    retreatReady: perUnit(({ retreat }) => retreat === 'ready'),
    retreatDeclared: perUnit(({ retreat }) => retreat !== 'none'),
    weaknessKnown: perUnit(({ weaknessKnown }) => weaknessKnown),
    ground: state.ground,
    skirmishes: state.skirmishes
      .toSorted((a, b) => a.center - b.center)
      .map(({ center, participants, radius }) => ({ center, participants, radius })),
    states: perUnit((unit) => skirmishRole(state, unit)),
    combatOver: state.stage === 'aftermath' || state.stage === 'closed',
    death: Object.fromEntries(eventsOf(events, 'death-checked').map(({ body, result }) => [body, result])),
  };
};

type EventOf<Type extends BattleEvent['type']> = Extract<BattleEvent, { type: Type }>;
const eventsOf = <Type extends BattleEvent['type']>(
  events: readonly RuleEvent[],
  type: Type,
): readonly EventOf<Type>[] => events.filter((event): event is EventOf<Type> => event.type === type);
const eventOf = <Type extends BattleEvent['type']>(
  events: readonly RuleEvent[],
  type: Type,
): EventOf<Type> | undefined => eventsOf(events, type)[0];

interface Acted {
  readonly before: State;
  readonly after: State;
  readonly events: readonly RuleEvent[];
}

/** Gives an order to the battle, as the bot would. */
const order = (
  state: State,
  actor: string,
  verb: string,
  params: Facts,
  dice: ScriptedDice,
  answers: readonly string[] = [],
): Result<Acted> => {
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
  const game = swordWorld.openGame(state);
  const unit = find(state, actor);
  // A mount without a rider is ordered as by a player, since the bot gives the GM's approval. SW-MOUNT-17.
  const isAlone = unit?.sheet.kind === 'mount' && unit.rider === undefined;
  const gm = !isAlone || swordWorld.verbs[verb]?.role === 'gm';
  const call = { ...gmCaller(undefined, actor), gm, controls: gm ? [] : state.units.map(({ id }) => id) };
  let replies = answers;
  for (;;) {
    const outcome: Result<OrderOutcome> = game.act({ do: 'verb', verb, params: given }, call, replies, dice);
    if (!outcome.ok) return outcome;
    if (outcome.value.kind === 'answered') throw new Error('An order was answered, not decided.');
    if (outcome.value.kind === 'decided')
      return {
        ok: true,
        value: {
          before: state,
          after: outcome.value.game.save() as State,
          events: outcome.value.events,
        },
      };
    replies = [...replies, outcome.value.question.choices.find(({ id }) => id === 'help')?.id ?? 'let pass'];
  }
};

const told = (acted: Result<Acted>, more: (acted: Acted) => Facts = () => ({})): Facts =>
  acted.ok
    ? { ...standing(acted.value.after, acted.value.before, acted.value.events), ...more(acted.value) }
    : refused(acted.error);

const unfolded = (draft: Draft, before: State, more: Facts = {}): Facts => ({
  ...standing(draft.now(), before, draft.events),
  ...more,
});

const damageFacts = (damage: EventOf<'attacked'>['damage']): Facts =>
  damage === undefined
    ? {}
    : { ...damage, rolls: damage.rolls.map(({ total, value }) => ({ total, value })), cValue: damage.c ?? null };

const attack = ({ action, scene, dice }: Play): Facts => {
  const actor = textIn(action, 'unit');
  const { state } = scene('combat', actor);
  const params = {
    target: textIn(action, 'target'),
    section: maybe(action, 'section'),
    weapon: maybe(action, 'weapon'),
    stance: maybe(action, 'stance'),
    mode: maybe(action, 'mode'),
    class: maybe(action, 'cls'),
    ability: maybe(action, 'ability'),
  };
  return told(order(state, actor, 'attack', params, dice), ({ after, events }) => {
    const hit = eventOf(events, 'attacked');
    const weapon = requireUnit(after, actor).weapons.find(({ id }) => id === hit?.weapon);
    return {
      ...damageFacts(hit?.damage),
      target: hit?.target,
      misfire: hit?.draw !== undefined,
      candidates: hit?.draw?.candidates,
      accuracy: hit?.accuracy.total,
      evasion: hit?.evasion?.total ?? null,
      hit: hit?.hit,
      auto: hit?.accuracy.auto,
      ammo: weapon?.ammo,
      death: eventsOf(events, 'death-checked').find(({ body }) => body === hit?.target)?.result,
    };
  });
};

const cast = ({ action, scene, dice }: Play): Facts => {
  const actor = textIn(action, 'unit');
  const { state } = scene('combat', actor);
  const spell = spellSchema.parse(action.spell);
  const knowing: State = {
    ...state,
    units: state.units.map((unit) =>
      unit.id === actor ? { ...unit, sheet: { ...unit.sheet, spells: [spell] } } : unit,
    ),
  };
  const params = {
    spell: spell.id,
    target: maybe(action, 'target'),
    center: placeText(action.center),
    self: action.self,
  };
  return told(order(knowing, actor, 'cast', params, dice), ({ after, events }) => {
    const made = eventOf(events, 'cast');
    const results = eventsOf(events, 'spell-affected').map(({ target, damage, resist, resisted }) => [
      target,
      {
        ...(spell.damage && damage === undefined ? { calculated: 0, total: 0, applied: 0 } : {}),
        ...damageFacts(damage),
        resist: resist?.total ?? null,
        resisted,
        hp: requireBody(after, target).body.hp,
        mp: requireBody(after, target).body.mp,
        death: eventsOf(events, 'death-checked').find(({ body }) => body === target)?.result,
      },
    ]);
    return {
      affected: made?.affected,
      castTotal: made?.rolled?.total ?? null,
      auto: made?.rolled?.auto,
      failed: made?.failed,
      misfire: made?.draw !== undefined,
      target: made?.main,
      candidates: made?.draw?.candidates ?? [],
      userArea: requireUnit(after, actor).area,
      userPos: requireUnit(after, actor).pos,
      results: Object.fromEntries(results),
    };
  });
};

const blockSetup = z.strictObject({
  by: names.default([]),
  at: z.int().optional(),
  skirmish: z.string().optional(),
  assist: names.optional(),
});

const move = ({ action, scene, dice }: Play): Facts => {
  const actor = textIn(action, 'unit');
  const { state } = scene('combat', actor);
  const type = z.enum(['limited', 'normal', 'full']).parse(action.type);
  const companions = names.default([]).parse(action.companions);
  const blocks: readonly Block[] = z.array(blockSetup).default([]).parse(action.blocks);
  const unit = requireUnit(state, actor);
  const answers: string[] = [];
  const wanted = {
    type,
    to: placeFrom(action.to),
    join: z
      .union([z.string(), z.literal(true)])
      .optional()
      .parse(action.join || undefined),
  };
  const plan = planMove(state, unit, wanted);
  if (!plan.ok) return refused(plan.error);
  const pointOf = ({ at, skirmish }: Block) => at ?? state.skirmishes.find(({ id }) => id === skirmish)?.center ?? 0;
  const away = (block: Block) => Math.abs(pointOf(block) - (unit.pos ?? 0));
  const [held] = blocks.toSorted((a, b) => away(a) - away(b));
  if (held) {
    const passage = { ...plan.value, companions: companions.map((id) => requireUnit(state, id)) };
    const checked = requireBlock(state, passage, held);
    if (!checked.ok) return refused(checked.error);
  }
  if (held) answers.push(...answersFor(state, unit, wanted.to, held));
  const params = { type, to: placeText(action.to), join: wanted.join !== undefined, companions: companions.join(',') };
  return told(order(state, actor, 'move', params, dice, answers), ({ after, events }) => {
    const moved = eventOf(events, 'moved');
    const mover = requireUnit(after, actor);
    const blocked = eventOf(events, 'blocked');
    const full = mover.effects.some(({ id }) => id === 'fullMove');
    return {
      area: mover.area,
      pos: mover.pos,
      moveType: moved?.moveType,
      evasionPenalty: full ? -4 : 0,
      blocked: blocked !== undefined,
      blockers: Object.fromEntries((blocked?.blockers ?? []).map(({ unit: id, pos }) => [id, pos])),
      distance: moved?.distance,
      joined: eventsOf(events, 'joined').find(({ units }) => units.includes(actor))?.skirmish ?? null,
    };
  });
};

/** The answers to the questions that a movement asks: the block that holds, wherever it is asked for. */
const answersFor = (state: State, mover: Unit, to: Place | undefined, block: Block): readonly string[] => {
  const path = listPathPositions(mover.pos, to?.pos);
  return path.length === 0
    ? []
    : [formatBlock({ ...block, assist: block.assist ?? [] }), ...(findSkirmish(state, mover.id) ? [] : [])];
};

const kinds: Readonly<Record<string, string>> = {
  endSpell: 'end-spell',
  pickUp: 'pick-up',
  handOver: 'hand-over',
  gmAction: 'other',
};

const handling =
  (verb: 'minor' | 'major') =>
  ({ action, scene, dice }: Play): Facts => {
    const actor = textIn(action, 'unit');
    const { state } = scene('combat', actor);
    const kind = textIn(action, 'kind');
    const item = maybe(action, 'item');
    const known =
      kind === 'feat' && item !== undefined && !featNames(requireUnit(state, actor)).includes(item)
        ? {
            ...state,
            units: state.units.map((unit) =>
              unit.id === actor ? { ...unit, sheet: { ...unit.sheet, feats: [...unit.sheet.feats, item] } } : unit,
            ),
          }
        : state;
    return told(order(known, actor, verb, { kind: kinds[kind] ?? kind, item, to: maybe(action, 'to') }, dice));
  };

const powerRoll = ({ action, dice }: Play): Facts => {
  const power = requirePowerInTable(z.int().parse(action.power));
  if (!power.ok) return refused(power.error);
  const half = z.boolean().default(false).parse(action.half);
  const recovery = action.kind === 'recovery';
  const canCrit = z
    .boolean()
    .default(!half && !recovery)
    .parse(action.canCrit);
  const critical = criticalValue(z.int().default(10).parse(action.c), [sum(action.cMods)]);
  const crits = canCrit && critical.canCrit && !recovery;
  const part = (value: number) => [{ rule: '', says: '', value }];
  const damage = calculateDamage({
    kind: { type: 'physical', attributes: [] },
    canCrit: crits,
    roll: rollPower(dice, 'power', power.value, critical.effective, crits),
    extra: numberIn(action, 'extra'),
    half,
    increases: part(sum(action.increases)),
    reductions: part(sum(action.reductions)),
  });
  return { ok: true, ...damageFacts(damage), cValue: critical.effective, xp: damage.autoFail ? failureXp : 0 };
};

const check = ({ action, dice }: Play): Facts => {
  const parts = [numberIn(action, 'base'), numberIn(action, 'mod')].map((value) => ({ rule: '', says: '', value }));
  const rolled = rollCheck(dice, 'check', parts);
  const success = isSuccess(rolled, numberIn(action, 'tn'));
  return { ok: true, total: rolled.total, auto: rolled.auto, success, xp: rolled.auto === 'failure' ? failureXp : 0 };
};

const playInitiative = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('initiative', undefined);
  const ready = requireInitiativeRoll(state);
  if (!ready.ok) return refused(ready.error);
  const contest = z
    .union([names, z.record(z.string(), names), z.boolean()])
    .optional()
    .parse(action.contest);
  const others = Array.isArray(contest) ? contest : typeof contest === 'object' ? Object.values(contest).flat() : [];
  const rollers = [...(names.optional().parse(action.rollers) ?? []), ...others];
  const draft = createRulingDraft<State>(state, eventTable.evolve, { dice });
  const rolled = rollInitiative(
    draft,
    rollers.length === 0 ? undefined : rollers,
    names.optional().parse(action.against),
  );
  if (!rolled.ok) return refused(rolled.error);
  const result = eventOf(draft.events, 'initiative');
  return unfolded(draft, state, {
    totals: Object.fromEntries((result?.rolls ?? []).map(({ unit, rolled: { total } }) => [unit, total])),
    winner: result?.winner,
    target: result?.target,
  });
};

const place = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('placement', undefined);
  const placement = Object.entries(z.record(z.string(), z.unknown()).parse(action.placement));
  const text = placement.map(([unit, at]) => `${unit}: ${placeText(at)}`).join('; ');
  const params = { side: action.side, placement: text };
  return told(order(state, 'gm', 'place', params, dice), ({ after }) => ({
    restricted: after.stage === 'combat' ? after.restricted : restrictedUnits(after, []),
  }));
};

/** The unit with the feats that an action states. By default with its own. */
const withFeats = (unit: Unit, feats: unknown): Unit =>
  feats === undefined ? unit : { ...unit, sheet: { ...unit.sheet, feats: names.parse(feats) } };

const areaOp = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('combat', undefined);
  const user = withFeats(requireUnit(state, textIn(action, 'user')), action.feats);
  const shape = spellShapeSchema.parse(action.shape);
  const target = maybe(action, 'target');
  const aimed = target === undefined ? undefined : findBody(state, target);
  const center = placeFrom(action.center);
  if (center?.pos !== undefined && !isInBounds(state, center.pos)) return { error: 'E_OUT_OF_BOUNDS' };
  if (target !== undefined && aimed === undefined) return { error: 'E_NO_TARGET' };
  if (shape === 'breakthrough' && aimed) {
    const open = requireOpenBreakthrough(state, user, aimed.unit);
    if (!open.ok) return refused(open.error);
  }
  const hits = areaTargets(state, user, { shape, target: aimed, center, withSelf: action.self === true }, dice);
  return {
    ok: true,
    areas: hits.areas,
    target: hits.main,
    misfire: hits.draw !== undefined,
    candidates: hits.draw?.candidates ?? [],
    affected: hits.affected,
    userArea: hits.userTo?.area ?? user.area,
    userPos: hits.userTo?.pos ?? user.pos,
  };
};

const misfireOp = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('combat', undefined);
  const from = withFeats(requireUnit(state, textIn(action, 'from')), action.feats);
  const target = requireBody(state, textIn(action, 'target'));
  const kind = z.enum(['weapon', 'spell']).default('weapon').parse(action.kind);
  const given = spellShapeSchema.default('shot').parse(action.shape);
  const shape = given === 'shot' || given === 'line' ? given : 'target';
  const draw = drawMisfire(state, from, target, { kind, shape }, dice);
  return {
    ok: true,
    misfire: draw !== undefined,
    candidates: misfireCandidates(state, from, target, { kind, shape }),
    target: draw?.target ?? target.body.id,
  };
};

const lineOfSight = ({ action, scene }: Play): Facts => {
  const { state } = scene('combat', undefined);
  const from = withFeats(requireUnit(state, textIn(action, 'from')), action.feats);
  const wanted = z.union([z.string(), z.int()]).parse(action.to);
  const to =
    typeof wanted === 'number'
      ? { pos: wanted, id: `${wanted} m` }
      : (findBody(state, wanted)?.unit ?? requireUnit(state, wanted));
  const seen = requireSight(state, from, to.pos ?? 0, to.id);
  return seen.ok ? { ok: true } : refused(seen.error);
};

const settled =
  (change: (draft: Draft) => void) =>
  ({ scene }: Play): Facts => {
    const { state } = scene('combat', undefined);
    const draft = createRulingDraft<State>(state, eventTable.evolve);
    change(draft);
    return unfolded(draft, state);
  };

const fall = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('combat', undefined);
  const params = {
    height: numberIn(action, 'height'),
    spikes: numberIn(action, 'spikes'),
    mods: names.default([]).parse(action.mods).join(' ') || undefined,
    catcher: maybe(action, 'catcher'),
  };
  return told(order(state, textIn(action, 'unit'), 'fall', params, dice), ({ events }) => {
    const fell = eventOf(events, 'fell');
    return {
      distance: fell?.distance,
      damage: fell?.damage,
      tumble: fell?.tumble,
      applied: Object.fromEntries((fell?.applied ?? []).map(({ body, amount }) => [body, amount])),
    };
  });
};

const forcedOp = ({ action, scene, dice }: Play): Facts => {
  const { state } = scene('combat', undefined);
  const unit = textIn(action, 'unit');
  const who = names.default([unit]).parse(action.who);
  const params = { cause: action.cause, who: who.join(','), to: placeText(action.to) };
  return told(order(state, unit, 'force', params, dice), ({ before, after }) => {
    const rider = [unit, ...who]
      .map((id) => find(before, find(before, id)?.rider ?? id))
      .find((each) => each?.mountedOn);
    return { mounted: find(after, rider?.id ?? unit)?.mountedOn !== undefined };
  });
};

const ops: Readonly<Record<string, (play: Play) => Facts>> = {
  attack,
  cast,
  move,
  check,
  powerRoll,
  place,
  fall,
  lineOfSight,
  forced: forcedOp,
  misfireDraw: misfireOp,
  areaTargets: areaOp,
  initiative: playInitiative,
  minor: handling('minor'),
  major: handling('major'),
  recompute: settled(recomputeSkirmishes),
  mergeSkirmishes: settled(recomputeSkirmishes),
  cValue: ({ action }) => ({ ok: true, ...criticalValue(numberIn(action, 'base'), [sum(action.mods)]) }),
  skirmishSize: ({ action }) => {
    const radius = skirmishRadius(numberIn(action, 'participants'));
    return radius.ok ? { ok: true, radius: radius.value } : refused(radius.error);
  },
  startRound: ({ scene, dice }) => {
    const { state, setup } = scene('combat', undefined);
    const draft = createRulingDraft<State>(state, eventTable.evolve, { dice });
    startRound(draft, setup.round, []);
    const joined = eventsOf(draft.events, 'joined').filter(({ why }) => why === 'time');
    return unfolded(draft, state, { joined: joined.flatMap(({ units }) => units) });
  },
  beginTurn: ({ action, scene, dice }) => {
    const { state } = scene('combat', undefined);
    return told(order(state, textIn(action, 'unit'), 'begin', {}, dice));
  },
  endTurn: ({ action, scene }) => {
    const { state } = scene('combat', textIn(action, 'unit'));
    const draft = createRulingDraft<State>(state, eventTable.evolve);
    endTurn(draft, requireUnit(state, textIn(action, 'unit')));
    return unfolded(draft, state);
  },
  retreat: ({ action, scene, dice }) => {
    const unit = textIn(action, 'unit');
    const { state } = scene('combat', unit);
    return told(order(state, unit, 'retreat', {}, dice), ({ events }) => {
      const declared = eventOf(events, 'retreated');
      return { friends: declared?.friends, hostiles: declared?.hostiles, evasionPenalty: declared?.penalty };
    });
  },
  joinMelee: ({ action, scene, dice }) => {
    const unit = textIn(action, 'unit');
    const { state } = scene('combat', unit);
    return told(order(state, unit, 'join', {}, dice), ({ events }) => ({
      joined: eventOf(events, 'joined')?.skirmish,
    }));
  },
  deathCheck: ({ action, scene, dice }) => {
    const { state } = scene('combat', undefined);
    const params = { harder: numberIn(action, 'tnBonus') };
    return told(order(state, textIn(action, 'unit'), 'death-check', params, dice), ({ events }) => {
      const rolled = eventOf(events, 'death-checked');
      const xp = eventOf(events, 'experienced')?.amount ?? 0;
      return { tn: rolled?.tn, total: rolled?.rolled.total, auto: rolled?.rolled.auto, result: rolled?.result, xp };
    });
  },
  herb: ({ action, raw, scene, dice }) => {
    const { state } = scene(raw.inCombat === true ? 'combat' : 'aftermath', undefined);
    const params = { herb: action.herb, target: maybe(action, 'target') };
    return told(order(state, textIn(action, 'unit'), 'herb', params, dice), ({ events }) => {
      const healed = eventOf(events, 'recovered');
      const xp = eventOf(events, 'experienced')?.amount ?? 0;
      return { amount: healed?.amount, minutes: healed?.minutes, xp };
    });
  },
  loot: ({ action, raw, scene, dice }) => {
    const { state } = scene(raw.inCombat === true ? 'combat' : 'aftermath', undefined);
    const looters = names.parse(action.looters).join(',');
    const params = { looters, monsters: names.parse(action.monsters).join(',') };
    return told(order(state, 'gm', 'loot', params, dice), ({ events }) => ({
      minutes: eventOf(events, 'looted')?.minutes,
    }));
  },
  mountWeakness: ({ action, scene, dice }) => {
    const { state } = scene('combat', undefined);
    const early = { ...state, round: 1 };
    const params = { against: names.default([]).parse(action.against).join(',') };
    return told(order(early, textIn(action, 'rider'), 'weakness', params, dice), ({ events }) => {
      const rolled = eventOf(events, 'weakness');
      return {
        riderTotal: rolled?.riderRoll?.total ?? null,
        enemyTotal: rolled?.enemyRoll?.total ?? null,
        usable: rolled?.usable,
      };
    });
  },
};

/** An action named like a verb that is not handled above: its other keys are the verb's parameters. */
const verbOp = ({ action, scene, dice }: Play): Facts => {
  const { op, unit, ...params } = action;
  const actor = z.string().default('gm').parse(unit);
  const { state } = scene('combat', unit === undefined ? undefined : actor);
  return told(order(state, actor, String(op), params, dice));
};

const stepsSchema = z.array(z.looseObject({ op: z.string(), unit: z.string().optional() })).min(1);

/** The side of the acting unit is in phase, since a case does not say who ends the phases. */
const inPhase = (state: State, actor: string | undefined): State => {
  const side = actor === undefined || state.open !== undefined ? undefined : find(state, actor)?.side;
  return side === undefined ? state : { ...state, phase: side === state.winner ? 'winner' : 'loser' };
};

/** Appendix A. Steps one after the other, each with its own parameters; stops at the first that is refused. */
const sequence = ({ action, raw, dice, scene }: Play): Facts => {
  const steps = stepsSchema.parse(action.steps);
  let start: State | undefined;
  let state: State | undefined;
  let facts: Facts = {};
  for (const [n, step] of steps.entries()) {
    const from = state;
    const round = from === undefined ? undefined : from.round + 1;
    const sceneNow: Play['scene'] = (stage, acting) => {
      const first = scene(stage, acting);
      start ??= first.state;
      if (from === undefined) return first;
      const next = step.op === 'beginTurn' ? from : inPhase(from, acting);
      return { setup: { ...first.setup, ...(round !== undefined && { round }) }, state: next };
    };
    facts = runOf(step.op)({ action: step, raw, dice, scene: sceneNow });
    if ('error' in facts) return { ...(state && standing(state, start ?? state, [])), ...facts, failsAtStep: n + 1 };
    const after: unknown = Object.getOwnPropertyDescriptor(facts, played)?.value;
    if (after !== undefined) state = after as State;
  }
  const begun = start;
  const xp = Object.fromEntries(
    (state?.units ?? []).map(({ id, xp: has }) => [id, has - (begun ? (find(begun, id)?.xp ?? 0) : 0)]),
  );
  return typeof facts.xp === 'number' ? facts : { ...facts, xp };
};

const runOf = (op: string): ((play: Play) => Facts) => {
  const run = op === 'sequence' ? sequence : (ops[op] ?? (swordWorld.verbs[op] === undefined ? undefined : verbOp));
  if (run === undefined) throw new Error(`The action ${op} is not known.`);
  return run;
};

/** SW-DEATH-1. The dead are unconscious too, whether a case says so or not. */
const deadAlone = (statuses: unknown): Facts =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), names).parse(statuses)).map(([who, all]) => [
      who,
      all.includes('dead') ? all.filter((status) => status !== 'unconscious') : all,
    ]),
  );

/** Plays one worked case of Sword World. */
export const play: PlayCase = ({ setup, action, dice: values, expect }) => {
  const op = textIn(action, 'op');
  const dice = createScriptedDice(values.map((value) => ({ value, sides: 6 })));
  if (op !== 'sequence' && ops[op] === undefined && swordWorld.verbs[op] === undefined)
    return [`The action ${op} is not known.`];
  const result = runOf(op)({
    action,
    raw: setup,
    dice,
    scene: (stage, acting) => sceneOf(setup, stage, acting),
  });
  const failed = 'error' in result && !('error' in expect) ? [`refused: ${String(result.error)}`] : [];
  const unrolled =
    dice.remaining().length > 0
      ? [
          `dice left over: ${dice
            .remaining()
            .map(({ value }) => value)
            .join(', ')}`,
        ]
      : [];
  const rolledForNothing =
    'error' in result && !('failsAtStep' in result) && dice.rolledDice().length > 0
      ? ['a refused order rolled dice']
      : [];
  const wanted = 'statuses' in expect ? { ...expect, statuses: deadAlone(expect.statuses) } : expect;
  return [...failed, ...differences(wanted, result, ['statuses', 'participants']), ...unrolled, ...rolledForNothing];
};
