import { html, raw } from 'hono/html';
import { areaSpot, combatantSpot, lineSpot } from '../app/table/spots.ts';
import type { TableView, Taps } from '../app/table/table-view.ts';
import { listText, phrase, worded } from '../core/message.ts';
import { figureScene } from '../presentation/board-scene.ts';
import { objectLetter } from '../presentation/drawing/ground.ts';
import { figureLabels, nameOnlyLabel } from '../presentation/figure-labels.ts';
import { colourVariable } from '../presentation/palette.ts';
import type { Scene } from '../presentation/scene.ts';
import { escapeXml, type PictureElements, type PressableShape, sceneSvg } from '../presentation/svg.ts';
import { describeLife, sideName, slotRuns } from '../presentation/view-facts.ts';
import type { PresetEncounter } from '../rules/content.ts';
import { formatSquare, type Square } from '../rules/grid/square.ts';
import type { BattleView, CombatantView, GridBoardView, LineBoardView, TimelineView } from '../rules/view.ts';

export type Html = ReturnType<typeof html>;
export const empty: Html = html``;

/** Portraits and backgrounds by their address on this server. */
const elements: PictureElements = {
  portrait: (hash, radius) =>
    `<image x="${-radius}" y="${-radius}" width="${2 * radius}" height="${2 * radius}" href="/picture/${hash}"/>`,
  image: ({ hash, x, y, width, height }) =>
    `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="/picture/${hash}"/>`,
};

const svg = (scene: Scene, pressable: (shape: PressableShape) => string): string =>
  sceneSvg(scene, elements, { colour: colourVariable, pressable }).replace('<title></title>\n', '');

/** A combatant's figure beside its name, which says what the figure shows. */
const figureHtml = (scene: Scene | undefined): Html =>
  scene === undefined ? empty : html`<span class="figure" aria-hidden="true">${raw(svg(scene, () => ''))}</span>`;

/** The fighters of a preset encounter as figures, face to face. */
export const encounterHtml = ({ heroes, foes }: PresetEncounter): Html => {
  const combatants = [...heroes, ...foes].map(({ name, side }) => ({ ...nameOnlyLabel(name), side }));
  const labels = figureLabels({
    ...{ status: 'setup', phase: '', round: 0, combatants, order: [], notes: [] },
    ...{ board: undefined, timeline: undefined, outcome: undefined },
  });
  const figures = (those: PresetEncounter['foes']): Html =>
    html`<span>${[...new Set(those.map(({ name }) => name))].slice(0, 4).map((name) => figureHtml(figureScene(labels, name)))}</span>`;
  return html`<div class="land party" aria-hidden="true">${figures(heroes)}${figures(foes)}</div>`;
};

/** What the board needs to know of a page. */
export interface BoardState {
  readonly taps: Taps;
  /** The spot that the user pressed last. */
  readonly chosen: string | undefined;
  /** The spot that the lesson asks for. */
  readonly hint: string | undefined;
}

const stateClasses = (spot: string, { taps, chosen, hint }: BoardState): string =>
  `${taps.has(spot) ? ' on' : ''}${chosen === spot ? ' chosen' : ''}${hint === spot ? ' hint' : ''}`;

const labelOf = (name: string, spot: string, { taps }: BoardState): string => {
  const orders = taps.get(spot)?.map(({ label }) => label) ?? [];
  return orders.length === 0 ? name : phrase`${name}: ${listText(orders)}`;
};

/** Maximum number of squares that are all controls. On larger boards only those with orders are. */
const maxSquares = 900;

/** The name of a square with what is there: `D4, wall`. */
const squareName = (board: GridBoardView): ((square: Square) => string) => {
  const facts = new Map<string, readonly string[]>();
  const add = (square: Square, fact: string) => {
    const name = formatSquare(square);
    facts.set(name, [...(facts.get(name) ?? []), fact]);
  };
  for (const square of board.blocked) add(square, worded(board.blockedBy === 'void' ? 'void' : 'wall'));
  for (const { label, squares } of board.zones) for (const square of squares) add(square, label);
  for (const { label, ...square } of board.objects) add(square, label);
  return (square) => listText([formatSquare(square), ...(facts.get(formatSquare(square)) ?? [])]);
};

const combatantName = (each: CombatantView): string =>
  listText([
    each.id,
    each.side && sideName(each.side),
    ...(each.life === 'out' ? [] : each.gauges.slice(0, 1).map(({ text }) => text)),
    ...describeLife(each),
    each.place,
  ]);

/** Writes the squares and figures of a board as buttons. The first has the focus of the tab key. */
const pressableShapes = (view: BattleView, board: GridBoardView, state: BoardState) => {
  const nameOf = squareName(board);
  const names = new Map(view.combatants.map((each) => [each.id, combatantName(each)]));
  const taken = new Set(board.figures.map(formatSquare));
  let tab = 0;
  const button = (spot: string, name: string, inner: string): string => {
    const label = escapeXml(labelOf(name, spot, state));
    const key = escapeXml(spot);
    return `<g id="spot-${key.replaceAll(' ', '_')}" class="spot${stateClasses(spot, state)}" role="button" tabindex="${tab++ === 0 ? 0 : -1}" data-spot="${key}" aria-label="${label}">${inner}</g>`;
  };
  return (shape: PressableShape): string => {
    if (shape.kind === 'hotspot') {
      const { of, x, y, width } = shape;
      const frame = `<rect x="${x + 2}" y="${y + 2}" width="${width - 4}" height="${width - 4}" rx="${Math.round(width / 5)}"/>`;
      return button(combatantSpot(of), names.get(of) ?? of, frame);
    }
    const { at, size, columns, rows } = shape;
    const all = columns * rows <= maxSquares;
    const buttons: string[] = [];
    // The arrow keys move this control to squares that have none.
    if (!all)
      buttons.push(
        `<g id="spot-cursor" class="spot cursor" role="button" tabindex="${tab++ === 0 ? 0 : -1}" data-spot="A1" aria-label="A1"><rect x="${at[0]}" y="${at[1]}" width="${size}" height="${size}"/></g>`,
      );
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1) {
        const spot = formatSquare({ x, y });
        const isOn = state.taps.has(spot);
        // Users press the figure on a square, unless an order leads to the square itself.
        if (!isOn && (!all || taken.has(spot))) continue;
        const [left, top] = [at[0] + x * size, at[1] + y * size];
        const dot = isOn
          ? `<circle cx="${left + size / 2}" cy="${top + size / 2}" r="${Math.round(size * 0.14)}"/>`
          : '';
        const square = `<rect x="${left}" y="${top}" width="${size}" height="${size}"/>${dot}`;
        buttons.push(button(spot, nameOf({ x, y }), square));
      }
    return buttons.join('');
  };
};

/** What the tints and letters on a board mean. */
const keyHtml = ({ zones, objects }: GridBoardView): Html =>
  zones.length + objects.length === 0
    ? empty
    : html`<ul class="key">${zones.map(
        ({ label }, at) => html`<li><i class="zone${(at % 5) + 1}"></i>${label}</li>`,
      )}${objects.map(({ label, ...square }, at) => html`<li><b>${objectLetter(at)}</b>${label} <small>${formatSquare(square)}</small></li>`)}</ul>`;

const gridHtml = (view: BattleView, board: GridBoardView, { scene, alt }: Picture, state: BoardState): Html => {
  const ghosts = new Set(view.combatants.filter(({ hidden }) => hidden).map(({ id }) => escapeXml(id)));
  const squares = scene.shapes.find((shape) => shape.kind === 'squares');
  const grid = squares && [...squares.at, squares.size, squares.columns, squares.rows].join(' ');
  // Groups with names are figures: a page that updates finds each again, and it glides to its new square.
  const drawn = svg(scene, pressableShapes(view, board, state))
    .replaceAll(
      /<g data-key="([^"]*)"/g,
      (_, key: string) => `<g id="figure-${key.replaceAll(' ', '_')}" class="piece${ghosts.has(key) ? ' ghost' : ''}"`,
    )
    // The style sheet gives the ground its texture.
    .replace('fill="var(--b-board)"', 'class="ground"');
  const label = worded('Board');
  const wide = [12, 18, 28].filter((columns) => board.width > columns).length;
  return html`<div class="board" id="board" role="group" data-wide="${wide}" data-grid="${grid ?? ''}" aria-label="${label}" aria-describedby="alt">${raw(drawn)}<p class="unseen" id="alt">${alt}</p></div>${keyHtml(board)}`;
};

type Picture = NonNullable<TableView['board']>;

const gaugesHtml = ({ gauges, life }: CombatantView): Html =>
  life === 'out'
    ? empty
    : html`${gauges.map(({ text, share }, at) =>
        at === 0 && share !== undefined
          ? html`<span class="gauge"><meter min="0" max="1" low="0.3" high="0.6" optimum="1" value="${share.toFixed(2)}" aria-hidden="true"></meter> ${text}</span>`
          : html`<span class="gauge">${text}</span>`,
      )}`;

/** A combatant as a button with figure, name, gauges and state. */
export const combatantHtml = (table: TableView, each: CombatantView, state: BoardState, note = ''): Html => {
  const spot = combatantSpot(each.id);
  const isNow = table.view.order.some(({ id, state: when }) => when === 'now' && (id === each.id || id === each.actor));
  const facts = [...describeLife(each), ...each.marks, ...(note === '' ? [] : [note])].join(' · ');
  const orders = state.taps.get(spot)?.map(({ label }) => label) ?? [];
  return html`<button type="button" class="who ${each.life}${isNow ? ' now' : ''}${stateClasses(spot, state)}" data-spot="${spot}">${figureHtml(table.figures.get(each.id))}<span class="name">${each.id}${each.hidden ? html` <small>${worded('hidden')}</small>` : empty}</span><span class="state">${gaugesHtml(each)}<span class="quiet">${facts}</span></span><span class="unseen">${listText(orders)}</span></button>`;
};

/** The name of an area, as a button if an order leads there. */
const placeHtml = (name: string, spot: string, state: BoardState, note = ''): Html => {
  const small = note === '' ? empty : html` <small>${note}</small>`;
  return state.taps.has(spot)
    ? html`<h2><button type="button" class="place${stateClasses(spot, state)}" data-spot="${spot}" aria-label="${labelOf(name, spot, state)}">${name}</button>${small}</h2>`
    : html`<h2>${name}${small}</h2>`;
};

/** A part of a board without squares. `spot`: where an order can lead. */
interface BoardPart {
  readonly name: string;
  readonly spot?: string;
  readonly note?: string;
  readonly ids: readonly string[];
}

/** The positions of a line board in metres, with those to which an order can lead. */
const lineParts = ({ units, brackets, objects }: LineBoardView, { taps }: BoardState): readonly BoardPart[] => {
  const offered = [...taps.keys()].flatMap((spot) => (/^-?\d+ m$/.test(spot) ? [Number.parseInt(spot, 10)] : []));
  const metres = new Set([...[...units, ...objects].map(({ at }) => at), ...offered]);
  return [...metres]
    .toSorted((one, other) => one - other)
    .map((metre) => {
      const ids = units.filter(({ at }) => at === metre).map(({ id }) => id);
      const near = brackets.filter((each) => ids.some((id) => each.ids.includes(id)));
      const facts = new Set([...near, ...objects.filter(({ at }) => at === metre)].map(({ label }) => label));
      return { name: lineSpot(metre), spot: lineSpot(metre), note: [...facts].join(' · '), ids };
    });
};

/** The parts of a board without squares: areas, positions, or the sides if there is no board. */
const boardParts = ({ board, combatants }: BattleView, state: BoardState): readonly BoardPart[] => {
  if (board?.kind !== 'areas' && board?.kind !== 'line')
    return [...Map.groupBy(combatants, ({ side }) => side ?? '')].map(([side, those]) => ({
      name: sideName(side),
      ids: those.map(({ id }) => id),
    }));
  const parts =
    board.kind === 'line'
      ? lineParts(board, state)
      : board.areas.map(({ name, ids }) => ({ name, spot: areaSpot(name), ids }));
  const away = combatants.filter(({ id }) => !parts.some(({ ids }) => ids.includes(id))).map(({ id }) => id);
  return [...(away.length === 0 ? [] : [{ name: worded('Not placed yet'), ids: away }]), ...parts];
};

/** The board of a battle: squares to press, or areas, positions or sides with combatants to press. */
export const boardHtml = (table: TableView, picture: Picture | undefined, state: BoardState): Html => {
  const { board, combatants, order } = table.view;
  if (board?.kind === 'grid') return picture === undefined ? empty : gridHtml(table.view, board, picture, state);
  const notes = new Map(board === undefined ? order.map(({ id, note }) => [id, note]) : []);
  const show = (id: string): Html => {
    const found = combatants.find((each) => each.id === id);
    return found === undefined ? empty : html`<li>${combatantHtml(table, found, state, notes.get(id))}</li>`;
  };
  return html`<div class="areas ${board?.kind ?? 'sides'}" id="board">${boardParts(table.view, state).map(
    ({ name, spot = '', note, ids }) =>
      html`<section class="area${spot === '' ? '' : ' land'}">${placeHtml(name, spot, state, note)}<ul>${ids.map(show)}</ul></section>`,
  )}</div>`;
};

/** The timeline as a list of slots. Its figures are those of the combatants. */
export const timelineHtml = (timeline: TimelineView, { figures }: TableView): Html =>
  html`<section class="timeline" aria-label="${timeline.label}"><h2>${timeline.label}</h2><ol>${slotRuns(timeline).map(
    ({ label, now, entries }) =>
      html`<li class="${now ? 'now' : entries.length === 0 ? 'free' : 'slot'}" ${now ? html`aria-current="step"` : empty}><b>${label}</b>${entries.map(
        ({ id, what, done }) =>
          html`<span class="${done ? 'entry done' : 'entry'}" title="${id}">${figureHtml(figures.get(id))}${what === '' ? id : what}</span>`,
      )}</li>`,
  )}</ol></section>`;

/** A picture that users only look at. */
export const pictureHtml = ({ scene, alt }: Picture): Html =>
  html`<figure class="picture" role="img" aria-label="${alt}">${raw(svg(scene, () => ''))}</figure>`;
