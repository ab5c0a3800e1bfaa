import { html } from 'hono/html';
import type { Control, ControlAction } from '../app/replies/reply.ts';
import { choose } from '../app/table/table-view.ts';
import { phrase, say, several, worded } from '../core/message.ts';
import { type Card, formatRow, linkAddress } from '../presentation/card.ts';
import type { Line } from '../rules/event.ts';
import { empty, type Html, pictureHtml } from './board-html.ts';

/** A press as an attribute. The version of its battle stays on the server, because it changes with hidden orders. */
export const pressAttribute = (press: ControlAction): string =>
  JSON.stringify(press.moment === undefined ? press : { ...press, moment: 1 });

/** Maximum number of choices that are buttons. More choices become a list that opens. */
const maxButtons = 14;

/** What the page knows of a control. */
export interface ControlState {
  /** True if the control's choices can be pressed on the board. */
  readonly isOnBoard: (control: Control) => boolean;
  /** True if the lesson asks for this press. */
  readonly isHint: (press: ControlAction) => boolean;
}

/** A button with the field for the text that its press asks for. */
const formHtml = ({ label, press, asks = '' }: Control, choices: Html = empty): Html =>
  html`<form class="asks" data-press="${pressAttribute(press)}">${choices}
    <label><span>${worded(label)}</span><input name="${asks}" required maxlength="1000" autocomplete="off"></label>
    <button class="primary">${worded('Send')}</button></form>`;

/** Maximum number of values that are shown before a list of further values opens. */
const maxValues = 8;

/** A field for each choice, which contains the present value. */
const valuesHtml = (control: Extract<Control, { kind: 'select' }>): Html => {
  const { options, asks = '' } = control;
  const rows = options.map(
    ({ value, label, note = '', now = '' }) =>
      html`<form class="asks value" data-press="${pressAttribute(choose(control, value))}"><label><span>${worded(label)}</span><input name="${asks}" value="${now}" placeholder="${worded(note)}" required maxlength="300" autocomplete="off"></label><button aria-label="${phrase`Set: ${worded(label)}`}">${worded('Set')}</button></form>`,
  );
  const more = rows.slice(maxValues);
  return html`<div class="values">${rows.slice(0, maxValues)}${more.length === 0 ? empty : html`<details><summary>${worded(several(more.length, say`${more.length} more value`, say`${more.length} more values`))}</summary>${more}</details>`}</div>`;
};

const buttonHtml = (control: Extract<Control, { kind: 'button' }>, { isHint }: ControlState): Html => {
  const { label, style, press, disabled, asks } = control;
  if (asks !== undefined) return formHtml(control);
  return html`<button type="button" class="${style}${isHint(press) ? ' hint' : ''}" data-press="${pressAttribute(press)}" ${disabled ? 'disabled' : ''}>${worded(label)}</button>`;
};

const selectHtml = (control: Extract<Control, { kind: 'select' }>, { isOnBoard, isHint }: ControlState): Html => {
  const { label, options, option, asks, press } = control;
  const items = options.map(({ value, label: says, note }) => {
    const hint = isHint(choose(control, value)) ? html`data-hint` : empty;
    return html`<option value="${value}" ${hint}>${worded(says)}${note === undefined ? '' : ` · ${worded(note)}`}</option>`;
  });
  if (asks !== undefined && options.some(({ now }) => now !== undefined)) return valuesHtml(control);
  if (asks !== undefined)
    return formHtml(
      control,
      html`<label><span>${worded(label)}</span><select name="${option}">${items}</select></label>`,
    );
  if (isOnBoard(control))
    return html`<details class="also"><summary>${worded('Press the board, or choose here')}</summary>${selectHtml(control, { isOnBoard: () => false, isHint })}</details>`;
  if (options.length > maxButtons)
    return html`<label class="pick"><span>${worded(label)}</span><select data-press="${pressAttribute(press)}" data-option="${option}"><option value="">…</option>${items}</select></label>`;
  return html`<fieldset><legend>${worded(label)}</legend>${options.map(({ value, label: says, note }) => {
    const button = { kind: 'button', label: says, style: 'secondary', press: choose(control, value) } as const;
    const small = note === undefined ? empty : html` <small>${worded(note)}</small>`;
    return html`<span class="choice">${buttonHtml(button, { isOnBoard, isHint })}${small}</span>`;
  })}</fieldset>`;
};

/** True for a row of eight directions, which users press on the board instead. */
const isPadRow = (row: readonly Control[]): boolean =>
  row.length === 3 &&
  row.every(({ kind, press, label }) => kind === 'button' && press.draft !== undefined && /^[↖↑↗←→↙↓↘·]/u.test(label));

export const controlsHtml = (rows: readonly (readonly Control[])[], state: ControlState): Html =>
  html`${rows
    .filter((row) => row.length > 0 && !isPadRow(row))
    .map(
      (row) =>
        html`<div class="row">${row.map((each) => (each.kind === 'button' ? buttonHtml(each, state) : selectHtml(each, state)))}</div>`,
    )}`;

/** A line of the log. Its calculations open below it. */
export const logLineHtml = ({ text, tone, rows }: Line): Html => {
  if (rows.length === 0) return text === '' ? empty : html`<p class="${tone}">${worded(text)}</p>`;
  const sums = html`<ul class="sums">${rows.map((row) => html`<li>${formatRow(row)}</li>`)}</ul>`;
  return text === '' ? sums : html`<details><summary class="${tone}">${worded(text)}</summary>${sums}</details>`;
};

/** A moment as UTC, which the script shows in local time. Words like “in 5 minutes” would change by themselves. */
const momentHtml = (moment: number): Html => {
  const iso = new Date(moment).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
};

export const fieldHtml = ({ name, text, deadlines }: Card['fields'][number]): Html => {
  const ends = deadlines?.map(({ says, at }) => html`${worded(says)} ${at ? momentHtml(at.moment) : empty}`);
  const lines = ends ?? worded(text).split('\n');
  return html`<div class="field"><h3>${worded(name)}</h3>${lines.map((each) => html`<p>${each}</p>`)}</div>`;
};

/** Lines of a card. More than `most` open at a press. */
const linesHtml = (lines: Card['lines'], most: number): Html => {
  const more = lines.slice(most).map(logLineHtml);
  return html`${lines.slice(0, most).map(logLineHtml)}${more.length === 0 ? empty : html`<details><summary>${worded('More')}</summary>${more}</details>`}`;
};

/** A card. `hasBoard`: true if its picture shows the battle, which the board shows already. */
export const cardHtml = (
  { title, tone, lines, fields, picture, links = [], footer = '' }: Card,
  hasBoard: boolean,
  mostLines = Number.POSITIVE_INFINITY,
): Html =>
  html`<article class="card ${tone}">${title === '' ? empty : html`<h2>${worded(title)}</h2>`}
    ${picture === undefined || hasBoard ? empty : pictureHtml(picture)}${linesHtml(
      lines.filter(({ offered }) => offered !== true),
      mostLines,
    )}
    ${fields.filter(({ pictured }) => pictured !== true).map(fieldHtml)}
    ${links.map((link) => html`<p><a href="${linkAddress(link)}">${worded(link.label)}</a></p>`)}
    ${footer === '' ? empty : html`<p class="quiet">${worded(footer)}</p>`}</article>`;
