import { z } from 'zod';
import {
  count,
  counted,
  formatNumber,
  formatSigned,
  joined,
  listText,
  maskedRef,
  ok,
  phrase,
  present,
  ref,
  refuse,
  renderText,
  say,
  sentences,
  type Text,
  term,
  worded,
} from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line, step } from '../../rules/event.ts';
import { nameLookupForReader } from '../../rules/for-reader.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import { combatantParam } from '../../rules/verb.ts';
import {
  type BattleView,
  type CombatantView,
  type GridBoardView,
  type Mark,
  mark,
  markByName,
  marksView,
  type TimelineView,
  type TurnOrderView,
} from '../../rules/view.ts';
import { skillsOf } from './attribute-checks.ts';
import { castingTime } from './casting.ts';
import { offerAllCombatants } from './checks.ts';
import { canReach } from './contingency/question.ts';
import { stunConstitution, stunThreshold } from './damage.ts';
import { describeDeclaration, describeSlot } from './declaration/text.ts';
import { distanceInFeet, engagedFoes, isEngaged } from './engagement.ts';
import { allowanceFeet, hasMovementLeft } from './movement.ts';
import {
  areDeclarationsSecret,
  armorProt,
  type Combatant,
  effectiveDex,
  findByName,
  formatKey,
  isRanged,
  query,
  type State,
  sortByTieOrder,
} from './state.ts';
import { defenseBonus, defenseName, defenseRank } from './strike-chance.ts';
import { describeVisibleCombatants, isNumberVisible, visibleSideName } from './visibility.ts';
import { currentWound, effectiveTmr, woundNames } from './wounds.ts';

const marksOf = (state: State, who: Combatant, reader: Reader): readonly Mark[] => {
  const { modifier, level } = currentWound(state, who);
  const { declaration, defending, casting, aiming, carried } = who;
  const secret = areDeclarationsSecret(state) && !reader.isControlled(who.id);
  return [
    ...(who.life === 'dead' ? [mark('dead')] : who.life === 'down' ? [mark('down')] : []),
    ...(isNumberVisible(reader, who.id, 'hp') && modifier !== 0
      ? [mark(phrase`${term(woundNames[level])} (${modifier})`, 'blood')]
      : []),
    ...(who.stunned ? [mark('stunned', 'stun')] : []),
    ...(who.prone ? [mark('prone', 'lying')] : []),
    ...(who.invisible ? [mark('invisible', 'unseen')] : []),
    ...(who.encumbered ? [mark('encumbered')] : []),
    ...(who.mountedMoving ? [mark('on a moving mount')] : []),
    ...(who.alert && reader.isControlled(who.id) ? [mark('alert')] : []),
    ...(state.ambushRound && who.ambushLevel !== undefined ? [mark(phrase`ambushed, level ${who.ambushLevel}`)] : []),
    ...(who.noMovement ? [mark('no movement')] : []),
    ...(who.dodging ? [mark('dodging')] : []),
    ...(defending ? [mark(defenseName[defending.kind], 'guard')] : []),
    ...(aiming ? [mark(say`aims at ${maskedRef(aiming.target)}`, 'aim')] : []),
    ...(casting ? [mark(phrase`casting ${term(casting.spell)}`)] : []),
    ...(carried ? [mark(phrase.of('a held action')`holds ${term(carried.spell ?? 'an action')}`)] : []),
    ...(who.shieldReady ? [mark('shield ready', 'guard')] : []),
    ...who.stuck.map(({ kind }) => mark(phrase`${term(kind)} stuck`)),
    ...(who.grievousPending ? [mark('grievous wound possible', 'blood')] : []),
    ...who.wounds.map((each) => markByName(each)),
    ...(declaration === undefined || state.phase !== 'declare'
      ? []
      : [mark(secret ? 'has declared' : say`declares ${describeDeclaration(declaration, reader)}`)]),
  ];
};

const gaugesOf = (who: Combatant, reader: Reader): readonly Gauge[] => {
  const hp = reader.gauge(who.id, 'HP', who.hp, who.sheet.maxHp);
  const { energy } = who;
  const pool =
    energy === undefined ? undefined : reader.gauge(who.id, 'Energy', energy, Math.max(energy, who.sheet.energy ?? 0));
  return [hp, pool].filter((each) => each !== undefined);
};

/** Describes a sheet in short lines, for readers who may know its numbers. */
const sheetLines = (state: State, who: Combatant): readonly string[] => {
  const { sheet } = who;
  const { def, prot } = sheet;
  const skills = skillsOf(who);
  const total = def.base + def.dex + def.skill + def.magic + (who.shieldReady ? def.shield + def.shieldAlone : 0);
  return [
    phrase`DEX ${effectiveDex(who)} PER ${sheet.per} CON ${sheet.con} Luck ${sheet.luck} IM ${formatSigned(sheet.im)} TMR ${sheet.tmr}, ${counted(sheet.attacks, 'attack')}`,
    phrase`DEF ${total} (base ${def.base}, DEX ${def.dex}, skill ${def.skill}, shield ${def.shield + def.shieldAlone}, magic ${def.magic}); PROT ${armorProt(who)} + ${prot.other}`,
    ...sheet.weapons.map(({ name, use, sc, damage, rank }) => {
      const held = name === who.hand ? term('in hand') : name === who.offHand && term('off hand');
      const parts = present<Text>([say`SC ${sc}`, damage, say`rank ${rank}`, held]);
      return worded(say`${term(name)} (${term(use)}): ${joined(parts)}`);
    }),
    ...sheet.spells.map(({ name, castChance, cost, ...spell }) => {
      const time = count(castingTime(spell, state.settings), 'segment');
      const chance = castChance !== undefined && `${castChance}%`;
      return worded(say`${term(name)}: ${joined(present<Text>([time, chance, cost > 0 && say`${cost} energy`]))}`);
    }),
    ...(skills.length > 0
      ? [phrase`Skills: ${listText(skills.map(({ name, chance }) => `${worded(name)} ${chance}%`))}`]
      : []),
    ...(who.potions.length > 0 ? [phrase`Potions: ${listText(who.potions.map((each) => worded(each)))}`] : []),
    ...(who.atFeet.length > 0 ? [phrase`At its feet: ${listText(who.atFeet.map((each) => worded(each)))}`] : []),
    ...(sheet.notes ? [sheet.notes] : []),
  ];
};

const foesInMelee = (state: State, who: Combatant, reader: Reader): Text | undefined => {
  const foes = engagedFoes(state, who).map(({ id }) => id);
  return describeVisibleCombatants(reader, foes);
};

const describePosition = (state: State, who: Combatant, reader: Reader): string | undefined => {
  if (state.settings.useMap && who.pos !== undefined) return formatSquare(who.pos);
  const foes = foesInMelee(state, who, reader);
  return foes && renderText(say`in melee with ${foes}`, nameLookupForReader(reader));
};

/** A combatant as one reader may see it. */
export const combatantView = (state: State, reader: Reader, who: Combatant): CombatantView => ({
  id: who.id,
  actor: who.id,
  side: who.team === who.id ? undefined : who.team,
  life: who.life === 'dead' ? 'out' : who.life,
  gauges: gaugesOf(who, reader),
  ...marksView(marksOf(state, who, reader), nameLookupForReader(reader)),
  marksSayLife: who.life !== 'up',
  place: describePosition(state, who, reader),
  sheet: isNumberVisible(reader, who.id, 'sheet') ? sheetLines(state, who) : [],
});

/** The dropped weapons on squares, of combatants that the reader sees. SEG-RUL-95. */
const seenOnGround = ({ combatants }: State, reader: Reader) =>
  combatants
    .filter(({ id }) => reader.canSee(id))
    .flatMap(({ atFeet, lying }) =>
      atFeet.flatMap((label) => {
        const at = ownValue(lying, label);
        return at === undefined ? [] : [{ ...at, label }];
      }),
    );

/** The board of 5-foot squares. An open plain is as large as its combatants need. SEG-RUL-20. */
const boardView = (state: State, reader: Reader): GridBoardView | undefined => {
  const { board, useMap } = state.settings;
  const seen = state.combatants.filter(
    ({ id, pos, life }) => pos !== undefined && life !== 'dead' && reader.canSee(id),
  );
  const figures = seen.flatMap(({ id, pos }) => (pos === undefined ? [] : [{ ...pos, id, facing: undefined }]));
  if (!useMap || (board === 'none' && figures.length === 0)) return undefined;
  const open = {
    width: Math.max(12, ...figures.map(({ x }) => x + 2)),
    height: Math.max(12, ...figures.map(({ y }) => y + 2)),
    blocked: [],
  };
  const { width, height, blocked } = board === 'none' ? open : board;
  return {
    kind: 'grid',
    width,
    height,
    scale: '5 feet',
    blocked,
    figures,
    edges: [],
    objects: seenOnGround(state, reader),
    zones: [],
    strokes: [],
  };
};

const formatPhase = ({ status, phase, round, clock }: State): string => {
  if (status === 'setup') return 'Setting up';
  if (status === 'ended') return 'Over';
  if (phase === 'declare') return phrase`Round ${round}: declarations`;
  return clock ? phrase`Round ${round}: segment ${clock.segment}` : phrase`Round ${round}: initiative rolled`;
};

/** The battle as one reader may see it. */
export const view = (state: State, reader: Reader): BattleView => ({
  status: state.status,
  phase: formatPhase(state),
  round: state.round,
  combatants: state.combatants.filter(({ id }) => reader.canSee(id)).map((who) => combatantView(state, reader, who)),
  order: orderView(state, reader),
  board: boardView(state, reader),
  timeline: timeline(state, reader),
  notes: [
    ...(state.lighting === 'normal' ? [] : [phrase`Light: ${formatKey(state.lighting)}.`]),
    ...(state.ambushRound ? ['This is an ambush round.'] : []),
    ...seenOnGround(state, reader).map(({ label, ...at }) => phrase`A weapon lies on ${formatSquare(at)}: ${label}.`),
  ],
  outcome:
    state.outcome?.winner === undefined
      ? state.outcome?.reason
      : worded(say`Victory for ${visibleSideName(state, reader, state.outcome.winner)}: ${term(state.outcome.reason)}`),
});

const isResolving = ({ status, phase }: State): boolean => status === 'active' && phase === 'resolve';

/** Timeline entries of one combatant: its attacks, other actions, spell and movement. */
const entriesOf = (state: State, who: Combatant, reader: Reader) => {
  const now = state.clock?.segment ?? 99;
  const { id, declaration, initiatives, casting, march } = who;
  const slots = initiatives
    .filter(({ segment, status }) => segment >= -5 && status !== 'carried')
    .map((slot) => ({
      segment: slot.at ?? (slot.status === 'waiting' ? Math.min(now, slot.segment) : slot.segment),
      id,
      what: renderText(describeSlot(slot, declaration), nameLookupForReader(reader)),
      done: slot.status === 'done' || slot.status === 'lost',
    }));
  const spell = casting
    ? [{ segment: casting.goesOff, id, what: phrase`${term(casting.spell)} goes off`, done: false }]
    : [];
  const begins = march?.begins ?? -99;
  const walk =
    begins >= 1
      ? [{ segment: Math.min(10, begins), id, what: 'starts to move', done: !hasMovementLeft(who) || begins > now }]
      : [];
  return [...slots, ...spell, ...walk];
};

/** The highest segment that the timeline shows although nothing happens on it; initiative has no maximum. */
const maxSlots = 40;

/** The segments of the round, from the highest down to -5, with the events of each. SEG-ROUND-1, SEG-ROUND-2. */
const timeline = (state: State, reader: Reader): TimelineView | undefined => {
  if (!isResolving(state)) return undefined;
  const entries = sortByTieOrder(state, state.combatants)
    .filter(({ id }) => reader.canSee(id))
    .flatMap((who) => entriesOf(state, who, reader));
  const highest = Math.max(10, ...entries.map(({ segment }) => segment));
  const top = Math.min(highest, maxSlots);
  const above = new Set(entries.map(({ segment }) => segment).filter((segment) => segment > top));
  const row = Array.from({ length: top + 6 }, (_, n) => top - n);
  const segments = [...[...above].toSorted((a, b) => b - a), ...row];
  return {
    label: phrase`Round ${state.round}`,
    slots: segments.map((segment) => ({
      label: formatNumber(segment),
      now: state.clock?.segment === segment,
      entries: entries.filter((each) => each.segment === segment).map(({ id, what, done }) => ({ id, what, done })),
    })),
  };
};

/** The attacks and actions of the round, in the order of their segments. */
const orderView = (state: State, reader: Reader): readonly TurnOrderView[] => {
  if (!isResolving(state)) return [];
  const now = state.clock?.segment;
  return sortByTieOrder(state, state.combatants)
    .filter(({ id }) => reader.canSee(id))
    .flatMap(({ id, initiatives }) =>
      initiatives
        .filter(({ status }) => status !== 'carried')
        .map(({ segment, status, at }) => ({ id, segment: at ?? segment, status })),
    )
    .toSorted((a, b) => b.segment - a.segment)
    .map(({ id, segment, status }) => ({
      id,
      note: phrase`segment ${segment}`,
      state: status === 'done' || status === 'lost' ? 'done' : segment === now ? 'now' : 'next',
    }));
};

/** Shows a combatant’s sheet, and the numbers calculated from it now. Section 3 of RULES.md. */
export const sheetQuery = query({
  summary: 'Show a combatant’s numbers, and what follows from them now',
  params: z.strictObject({ target: combatantParam('Which combatant; default: yours').optional() }),
  offers: { target: offerAllCombatants },
  answer: (state, call, params, reader) => {
    const who = findByName(state, params.target ?? call.actor);
    if (who === undefined || !reader.canSee(who.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.target ?? call.actor) });
    if (!isNumberVisible(reader, who.id, 'sheet') || !isNumberVisible(reader, who.id, 'hp'))
      return ok({
        title: ref(who.id),
        lines: [line('You do not know this combatant’s numbers; ask the GM.', 'quiet')],
      });
    const { level, modifier } = currentWound(state, who);
    const tmr = effectiveTmr(state, who);
    const rank = defenseRank(who);
    const foes = foesInMelee(state, who, reader);
    return ok({
      title: ref(who.id),
      lines: [
        ...sheetLines(state, who).map((each) => line(each)),
        line(phrase`${term(woundNames[level])}: ${modifier}; ${who.hp}/${who.sheet.maxHp} HP.`, 'plain', [
          [step('SEG-WOUND-1', `${modifier}`)],
        ]),
        line(phrase`Stunned by more than ${stunThreshold(who.sheet)} damage in one hit.`, 'plain', [
          [step('SEG-STUN-2', phrase`effective CON ${stunConstitution(who.sheet)}`)],
        ]),
        line(phrase`Walks ${tmr} feet, or ${allowanceFeet(2, tmr)} feet with a move and attack.`, 'plain', [
          [step('SEG-MOVE-1', phrase`TMR ${tmr}`)],
        ]),
        line(
          phrase`Defending at most ${5 * rank} SC; full defense +${defenseBonus('full', 0, rank)}, desperate +${defenseBonus('desperate', 0, rank)}.`,
          'plain',
          [[step('SEG-DEF-10', phrase`rank ${rank}`)]],
        ),
        ...(foes === undefined ? [] : [line(say`In melee with ${foes}.`)]),
      ],
    });
  },
});

/** Shows how far away everyone is, and which weapons reach them. SEG-MOVE-6. */
export const reachQuery = query({
  summary: 'Show how far away everyone is, and which of the combatant’s weapons reach them',
  params: z.strictObject({ who: combatantParam('The combatant to measure from; default: yours').optional() }),
  offers: { who: offerAllCombatants },
  answer: (state, call, params, reader) => {
    const from = findByName(state, params.who ?? call.actor);
    if (from === undefined || !reader.canSee(from.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.who ?? call.actor) });
    const lines = state.combatants
      .filter((each) => each.id !== from.id && reader.canSee(each.id))
      .map((each) => {
        const feet = distanceInFeet(state, from, each);
        const far = feet === undefined ? worded('distance not known without a map') : counted(feet, 'foot', 'feet');
        const reaching = reader.isNumberVisible(from.id, 'sheet')
          ? from.sheet.weapons
              .filter((weapon) => canReach(state, from, weapon, each))
              .map(({ name, use }) => (isRanged({ use }) ? say`${term(name)} (${term(use)})` : term(name)))
          : [];
        const place = isEngaged(state, from, each) ? say`${far}, in melee` : far;
        return line(
          sentences(
            say`${ref(each.id)}: ${place}.`,
            reaching.length > 0 && say`It can be reached with ${joined(reaching)}.`,
          ),
          'plain',
          [[step('SEG-MOVE-6', far)]],
        );
      });
    return ok({
      title: say.of('distances')`From ${ref(from.id)}`,
      lines: lines.length > 0 ? lines : [line('No one else is there.')],
    });
  },
});
