import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { listed } from '../../../core/text.ts';
import { squareName } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { findWarrior } from '../checks.ts';
import { contested, engagers, spacesOf, terrainOf, zonesOf } from '../engagement.ts';
import { type Eyes, eyesOf } from '../eyes.ts';
import { everyFigure } from '../offers.ts';
import type { Code } from '../refusals.ts';
import { isFigure } from '../seats.ts';
import { query, type State } from '../state.ts';
import { withoutUnseen } from './unseen.ts';

/** The zones of every seat, each seat's as one. */
const everyZone = (known: State, eyes: Eyes) => {
  const terrain = terrainOf(known);
  if (terrain === undefined) return refuse<Code>('no-board');
  const zones = zonesOf(terrain);
  const seats = known.seats.filter(({ id }) => eyes.sees(id));
  const bySeat = seats.map(({ id }) => {
    const own = zones.filter(({ owner }) => owner.owner === id);
    const spaces = own.flatMap((each) => spacesOf(terrain, each));
    return { id, own, squares: [...new Map(spaces.map((each) => [squareName(each), each])).values()] };
  });
  return ok({
    title: 'Engagement zones',
    lines: bySeat.map(({ id, own }) =>
      line(
        `${id}: ${own.length === 0 ? 'no zones' : listed(own.map(({ owner }) => owner.id))}.`,
        own.length === 0 ? 'quiet' : 'plain',
        own.map((each) => [
          step('DS-ENG-3', each.owner.id),
          step('DS-ENG-3', spacesOf(terrain, each).map(squareName).join(' ')),
          ...(contested(terrain, zones, each) ? [step('DS-ENG-5', 'contested')] : []),
        ]),
      ),
    ),
    zones: bySeat.flatMap(({ id, squares }) => (squares.length === 0 ? [] : [{ label: `Zones of ${id}`, squares }])),
  });
};

/** DS-CMD-16, DS-ENG-1 to DS-ENG-5. */
export const zone = query({
  summary: 'Show the engagement zone of a warrior and who engages it',
  params: z.strictObject({ warrior: combatant('Whose zone; left out, those of everybody').optional() }),
  offers: { warrior: everyFigure },
  answer: (state, _call, { warrior: name }, reader) => {
    const eyes = eyesOf(state, reader);
    const known = withoutUnseen(state, eyes);
    if (name === undefined) return everyZone(known, eyes);
    const warrior = findWarrior(known, name);
    if (warrior === undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(name) });
    if (!isFigure(warrior)) return refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
    const terrain = terrainOf(known);
    if (terrain === undefined) return refuse('no-board');
    const zones = zonesOf(terrain);
    const own = zones.find(({ owner }) => owner.id === warrior.id);
    const squares = own === undefined ? [] : spacesOf(terrain, own);
    const foes = engagers(terrain, zones, warrior).map(({ id }) => id);
    const kind =
      own === undefined ? 'no zone' : contested(terrain, zones, own) ? 'a contested zone' : 'an uncontested zone';
    return ok({
      title: `Zone of ${warrior.id}`,
      lines: [
        line(
          `${warrior.id} has ${kind} and is ${foes.length > 0 ? `engaged by ${foes.join(', ')}` : 'unengaged'}.`,
          'plain',
          [...(squares.length > 0 ? [[step('DS-ENG-3', squares.map(squareName).join(' '))]] : [])],
        ),
      ],
      zones: squares.length > 0 ? [{ label: `Zone of ${warrior.id}`, squares }] : [],
    });
  },
});
