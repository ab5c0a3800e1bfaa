import { html } from 'hono/html';
import type { GmView, LibraryChoice } from '../app/table/gm-view.ts';
import { phrase, worded } from '../core/message.ts';
import { empty, type Html } from './board-html.ts';
import { type ControlState, cardHtml, controlsHtml, pressAttribute } from './reply-html.ts';

const countHtml = (name: string): Html =>
  html`<span class="count"><button type="button" data-step="-1" aria-label="${phrase`Fewer: ${name}`}">−</button><input name="count" type="number" min="1" max="20" value="1" aria-label="${phrase`How many: ${name}`}"><button type="button" data-step="1" aria-label="${phrase`More: ${name}`}">+</button></span>
  <label class="check"><input type="checkbox" name="hidden" value="until-revealed"> ${worded('hidden')}</label>`;

const choiceHtml = ({ name, note, press, isFoe }: LibraryChoice): Html =>
  html`<li><form class="add" data-press="${pressAttribute(press)}"><p><b>${name}</b> <small>${note}</small></p>${isFoe ? countHtml(name) : empty}<button aria-label="${phrase`Add ${name}`}">${worded('Add')}</button></form></li>`;

/** Foes and encounters to add, with a search. */
const libraryHtml = (library: GmView['library']): Html =>
  library.length === 0
    ? empty
    : html`<details class="library" id="library"><summary>${worded('Add foes and encounters')}</summary><label><span>${worded('Search')}</span><input type="search" data-filter="library-list" autocomplete="off"></label>
    <ul id="library-list">${library.map(choiceHtml)}</ul></details>`;

/** Tools that draw on the board, and the map as text, which they change. */
const mapHtml = (map: NonNullable<GmView['map']>): Html => {
  const tools = [...map.words.map((word) => [word, word.replace('-', ' ')] as const), ['', worded('erase')] as const];
  const press = { path: ['battle', 'map'], input: {} };
  return html`<details class="map" id="map"><summary>${worded('Draw the map')}</summary><form data-press="${pressAttribute(press)}">
    <p class="quiet">${worded('Choose what to draw, then draw on the board with a finger.')}</p>
    <div class="row" role="group" aria-label="${worded('What to draw')}">${tools.map(([word, label]) => html`<button type="button" data-draw="${word}" aria-pressed="false">${label}</button>`)}</div>
    <label><span>${worded('The map as text; the first line is its size')}</span><textarea name="json" rows="4" maxlength="6000" required spellcheck="false">${map.text}</textarea></label>
    <button class="primary">${worded('Use this map')}</button></form></details>`;
};

/** What only the GM sees: beside the board on a wide screen, below it on a phone. */
export const gmHtml = ({ shown, decisions, tools, library, map }: GmView, state: ControlState): Html => {
  const inbox = shown.fields.find(({ name }) => name === 'GM inbox')?.text.split('\n') ?? [];
  const says = inbox.length === 0 ? '' : ` · ${phrase`${inbox.length} to decide`}`;
  return html`<details class="gm" id="gm"><summary>${worded('GM')}${says}</summary>${controlsHtml(decisions, state)}${libraryHtml(library)}${map === undefined ? empty : mapHtml(map)}
    ${cardHtml(shown.lines.length === 0 ? { ...shown, title: '' } : shown, true)}${controlsHtml(tools, state)}</details>`;
};
