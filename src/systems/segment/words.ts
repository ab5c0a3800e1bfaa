import { listed, signed } from '../../core/text.ts';
import { squareName } from '../../rules/grid/square.ts';
import { type Row, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import type { Impact, Part } from './events.ts';
import type { Declaration, Main, Route, Slot, State } from './model.ts';

type Term = 'hp' | 'energy' | 'sc' | 'def' | 'prot' | 'initiative' | 'checks' | 'sheet';

/** Is this reader told that number of a combatant? */
export const tells = (reader: Reader, id: string, term: Term): boolean => reader.sees(id) && reader.tells(id, term);

/** The same for a sum: not where wounds count in it, from which the hit points that are left would follow. */
export const tellsSum = (reader: Reader, id: string, term: Term, parts: readonly Part[]): boolean =>
  tells(reader, id, term) &&
  (tells(reader, id, 'hp') || parts.every(({ label, value }) => label !== 'wounds' || value === 0));

export const plainWords = (text: string): string => text.replaceAll('-', ' ');

/** A sum of parts on one row: `112 longsword · −10 wounds = 102`. */
export const sumRow = (rule: string, name: string, total: number, parts: readonly Part[]): Row => [
  ...parts.map((each, n) => step(each.rule, `${n === 0 ? `${name} ${each.value}` : signed(each.value)} ${each.label}`)),
  step(rule, `= ${total}`),
];

const routeWords = (route: Route, reader: Reader): string => {
  if ('toward' in route) return `toward ${reader.name(route.toward)}`;
  if ('away' in route) return `away from ${reader.name(route.away)}`;
  const end = route.squares.at(-1);
  return end === undefined ? '' : `to ${squareName(end)}`;
};

const optionWords = ({ options }: Declaration): readonly string[] => [
  ...(options.noMovement ? ['no movement'] : []),
  ...(options.aim ? ['careful aim'] : []),
  ...(options.doubleShot ? ['double shot'] : []),
  ...options.sheathe.map((weapon) => `sheathing ${weapon}`),
  ...options.draw.map(({ weapon }) => `drawing ${weapon}`),
  ...(options.readyShield ? ['readying a shield'] : []),
  ...(options.drink ? [`drinking ${options.drink.potion} for ${options.drink.pay}`] : []),
  ...(options.defend === undefined ? [] : [`Defending for ${options.defend} SC`]),
  ...options.freeActions.map((says) => `free action: ${says}`),
  ...(options.freeMove ? [`free move to ${squareName(options.freeMove)}`] : []),
];

/** What is declared; `blows` stands for its attacks. */
const mainWords = (blows: string): Readonly<Record<Main, string>> => ({
  attack: blows,
  'move-attack': `a move and ${blows}`,
  'attack-move': `${blows} and a move`,
  'run-attack': `a run and ${blows}`,
  move: 'a move',
  dodge: 'dodging',
  withdraw: 'a withdrawal',
  cast: 'a spell',
  'move-cast': 'a move and a spell',
  hold: 'holding',
  'full-defense': 'full defense',
  'desperate-defense': 'desperate defense',
  'pick-up': 'picking up a weapon',
  'first-aid': 'first aid',
  other: 'another action',
  none: 'nothing',
});

/** Why an attack or action is lost, in words; anything else stands as it is. */
const lostWords: Readonly<Record<string, string>> = {
  moved: 'forced to move',
  weapon: 'the weapon is not in hand',
  'no target': 'nobody to strike',
  forgone: 'given up',
  energy: 'too little energy',
  late: 'too late in the round',
  GM: 'by the GM',
};

export const lostWhy = (why: string): string => lostWords[why] ?? why;

/** A declaration in one phrase, as this reader may know it. */
export const declarationWords = (declared: Declaration, reader: Reader): string => {
  const { main, attacks, spell, target, pace, route, follow, text } = declared;
  const blows = new Map<string, number>();
  for (const { weapon, target: on, hand } of attacks) {
    const says = `${weapon}${hand === 'off' ? ' (off hand)' : ''} on ${reader.name(on)}`;
    blows.set(says, (blows.get(says) ?? 0) + 1);
  }
  const of = [
    ...[...blows].map(([says, times]) => (times > 1 ? `${says} ×${times}` : says)),
    ...(spell === undefined ? [] : [target === undefined ? spell : `${spell} on ${reader.name(target)}`]),
    ...(main === 'first-aid' && target !== undefined ? [reader.name(target)] : []),
    ...(pace === undefined || pace === 'none' ? [] : [plainWords(pace)]),
    ...(route === undefined ? [] : [routeWords(route, reader)]),
    ...(follow === undefined ? [] : [`staying with ${reader.name(follow)}`]),
    ...(text === undefined ? [] : [text]),
    ...optionWords(declared),
  ].filter((each) => each !== '');
  const what = mainWords(attacks.length === 1 ? 'an attack' : 'attacks')[main];
  return of.length === 0 ? what : `${what}: ${of.join(', ')}`;
};

/** What stands on the timeline for an attack or action. */
export const slotWords = (slot: Slot, declared: Declaration | undefined, reader: Reader): string => {
  const target = slot.target === undefined ? '' : ` on ${reader.name(slot.target)}`;
  const what = {
    attack: `${slot.weapon ?? 'attack'}${target}`,
    cast: `begins ${declared?.spell ?? 'a spell'}${target}`,
    'first-aid': `first aid${target}`,
    other: declared?.text ?? 'acts',
  }[slot.kind];
  if (slot.status === 'lost') return `${what} (lost: ${lostWhy(slot.lost ?? 'gone')})`;
  if (slot.status === 'carried') return `${what} (next round)`;
  return slot.status === 'waiting' ? `${what} (waiting for reach)` : what;
};

/** What follows a hit, each in its own words. */
export const aftermath = (impact: Impact, name: string): string => {
  const says = [
    ...(impact.interrupted ? ['the spell is interrupted'] : []),
    ...(impact.stuck ? [`${/^[aeiou]/i.test(impact.stuck.kind) ? 'an' : 'a'} ${impact.stuck.kind} sticks`] : []),
    ...(impact.grievousPending ? ['a grievous wound is possible'] : []),
    ...(impact.life === 'dead' ? [`${name} is dead`] : impact.life === 'down' ? [`${name} is down`] : []),
    ...(impact.stunned && impact.life === 'up' ? [`${name} is stunned`] : []),
  ];
  return says.length === 0
    ? ''
    : ` ${says.map((each, n) => (n === 0 ? each.charAt(0).toUpperCase() + each.slice(1) : each)).join('; ')}.`;
};

/** A side by its name, where this reader knows of anybody on it. */
export const sideFor = (state: State, reader: Reader, team: string): string =>
  reader.gm || state.combatants.some((each) => each.team === team && reader.sees(each.id)) ? team : 'another side';

export const namesFor = (reader: Reader, ids: readonly string[]): string =>
  listed(ids.filter((id) => reader.sees(id)).map((id) => reader.name(id)));
