import { numeral, signed } from '../../core/text.ts';
import { squareName } from '../../rules/grid/square.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import type { BattleView, CombatantView, GridView } from '../../rules/view.ts';
import { armorProt, effectiveDex, keepsSecret } from './battle.ts';
import { castingTime } from './casting.ts';
import { defenseName } from './defense.ts';
import { foesEngaged } from './engagement.ts';
import type { Combatant, State } from './model.ts';
import { orderView, timeline } from './timeline.ts';
import { declarationWords, namesFor, plainWords, sideFor, tells } from './words.ts';
import { woundNames, woundNow } from './wounds.ts';

type Hung = State['effects'][number];

const marksOf = (state: State, who: Combatant, reader: Reader, hung: readonly Hung[]): readonly string[] => {
  const { modifier, level } = woundNow(state, who);
  const { declaration, defending, casting, aiming, carried } = who;
  const secret = keepsSecret(state) && !reader.runs(who.id);
  return [
    ...(who.life === 'dead' ? ['dead'] : who.life === 'down' ? ['down'] : []),
    ...(tells(reader, who.id, 'hp') && modifier !== 0 ? [`${woundNames[level]} (${numeral(modifier)})`] : []),
    ...(who.stunned ? ['stunned'] : []),
    ...(who.prone ? ['prone'] : []),
    ...(who.invisible ? ['invisible'] : []),
    ...(who.encumbered ? ['encumbered'] : []),
    ...(who.mountedMoving ? ['on a moving mount'] : []),
    ...(who.alert && reader.runs(who.id) ? ['alert'] : []),
    ...(state.ambushRound && who.ambushLevel !== undefined ? [`ambushed, level ${who.ambushLevel}`] : []),
    ...(who.noMovement ? ['no movement'] : []),
    ...(who.dodging ? ['dodging'] : []),
    ...(defending ? [defenseName[defending.kind]] : []),
    ...(aiming ? [`aims at ${reader.name(aiming.target)}`] : []),
    ...(casting ? [`casting ${casting.spell}`] : []),
    ...(carried ? [`holds ${carried.spell ?? 'an action'}`] : []),
    ...(who.shieldReady ? ['shield ready'] : []),
    ...who.stuck.map(({ kind }) => `${kind} stuck`),
    ...(who.grievousPending ? ['grievous wound?'] : []),
    ...who.wounds,
    ...(declaration === undefined || state.phase !== 'declare'
      ? []
      : [secret ? 'has declared' : `declares ${declarationWords(declaration, reader)}`]),
    ...hung.map(({ name }) => name),
  ];
};

const gaugesOf = (who: Combatant, reader: Reader): readonly Gauge[] => {
  const hp = reader.gauge(who.id, 'HP', who.hp, who.sheet.maxHp);
  const { energy } = who;
  const pool =
    energy === undefined ? undefined : reader.gauge(who.id, 'Energy', energy, Math.max(energy, who.sheet.energy ?? 0));
  return [hp, pool].filter((each) => each !== undefined);
};

/** The sheet in short lines, for readers who are told its numbers. */
export const sheetLines = (state: State, who: Combatant): readonly string[] => {
  const { sheet } = who;
  const { def, prot } = sheet;
  const total = def.base + def.dex + def.skill + def.magic + (who.shieldReady ? def.shield : 0);
  return [
    `DEX ${effectiveDex(who)} PER ${sheet.per} CON ${sheet.con} Luck ${sheet.luck} IM ${signed(sheet.im)} TMR ${sheet.tmr}, ${sheet.attacks} attack${sheet.attacks === 1 ? '' : 's'}`,
    `DEF ${total} (base ${def.base}, DEX ${def.dex}, skill ${def.skill}, shield ${def.shield}, magic ${def.magic}); PROT ${armorProt(who)} + ${prot.other}`,
    ...sheet.weapons.map(
      ({ name, use, sc, damage, rank }) =>
        `${name} (${use}): SC ${sc}, ${damage}, rank ${rank}${name === who.hand ? ', in hand' : name === who.offHand ? ', off hand' : ''}`,
    ),
    ...sheet.spells.map(
      (spell) =>
        `${spell.name}: ${castingTime(spell, state.settings)} segments${spell.castChance === undefined ? '' : `, ${spell.castChance}%`}${spell.cost > 0 ? `, ${spell.cost} energy` : ''}`,
    ),
    ...(who.potions.length > 0 ? [`Potions: ${who.potions.join(', ')}`] : []),
    ...(who.atFeet.length > 0 ? [`At its feet: ${who.atFeet.join(', ')}`] : []),
  ];
};

const placeOf = (state: State, who: Combatant, reader: Reader): string | undefined => {
  if (state.settings.useMap && who.pos !== undefined) return squareName(who.pos);
  const foes = namesFor(
    reader,
    foesEngaged(state, who).map(({ id }) => id),
  );
  return foes === '' ? undefined : `in melee with ${foes}`;
};

const combatantView = (state: State, who: Combatant, reader: Reader, hung: readonly Hung[]): CombatantView => ({
  id: who.id,
  actor: who.id,
  side: who.team === who.id ? undefined : who.team,
  life: who.life === 'dead' ? 'out' : who.life,
  gauges: gaugesOf(who, reader),
  marks: marksOf(state, who, reader, hung),
  marksSayLife: who.life !== 'up',
  place: placeOf(state, who, reader),
  sheet: tells(reader, who.id, 'sheet') ? sheetLines(state, who) : [],
});

/** SEG-RUL-20: a grid of 5-foot squares; an open plain is as large as those on it need. */
const boardView = (state: State, reader: Reader): GridView | undefined => {
  const { board, useMap } = state.settings;
  const seen = state.combatants.filter(({ id, pos, life }) => pos !== undefined && life !== 'dead' && reader.sees(id));
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
    objects: [],
    zones: [],
    strokes: [],
  };
};

const phaseOf = (state: State): string => {
  if (state.status === 'setup') return 'Setting up';
  if (state.status === 'ended') return 'Over';
  const round = `Round ${state.round}`;
  if (state.phase === 'declare') return `${round}: declarations`;
  return `${round}: ${state.clock === undefined ? 'initiative rolled' : `segment ${numeral(state.clock.segment)}`}`;
};

/** A battle as one reader may see it. */
export const view = (state: State, reader: Reader): BattleView => {
  const hung = Map.groupBy(state.effects, ({ who }) => who);
  return {
    status: state.status,
    phase: phaseOf(state),
    round: state.round,
    combatants: state.combatants
      .filter(({ id }) => reader.sees(id))
      .map((who) => combatantView(state, who, reader, hung.get(who.id) ?? [])),
    order: orderView(state, reader),
    board: boardView(state, reader),
    timeline: timeline(state, reader),
    notes: [
      ...(state.lighting === 'normal' ? [] : [`Light: ${plainWords(state.lighting)}.`]),
      ...(state.ambushRound ? ['This is an ambush round.'] : []),
    ],
    outcome:
      state.outcome === undefined
        ? undefined
        : `${state.outcome.winner === undefined ? '' : `${sideFor(state, reader, state.outcome.winner)} wins: `}${state.outcome.reason}`,
  };
};
