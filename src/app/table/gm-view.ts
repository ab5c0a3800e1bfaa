import type { OpenBattle } from '../../battle/saved/store.ts';
import { autopilotOf, hasBattleRight } from '../../battle/views/viewer.ts';
import { phrase, worded } from '../../core/message.ts';
import { drawableWords, formatMap, mapOfBoard } from '../../rules/grid/map-text.ts';
import type { BattleView } from '../../rules/view.ts';
import { gmTools } from '../gm/gm-panel.ts';
import { foeOffers } from '../library/foes.ts';
import { libraryEntries } from '../library/libraries.ts';
import { button, type Control } from '../replies/reply.ts';
import type { FoeServices, Services } from '../services.ts';

/** Lists saved and preset foes and encounters, before the start. */
const listLibrary = async (battle: OpenBattle, user: string, services: FoeServices) => {
  const { ruleset, saved, game } = battle;
  if (game.status !== 'setup') return [];
  const { id, guild, channel } = saved;
  const asker = { user, name: user, guild, channel, orderId: '', manages: false };
  const foes = (await foeOffers(asker, battle, services)).map(({ value, label }) => ({
    ...{ name: value, note: label.slice(value.length).replace(/^\W+/, ''), isFoe: true },
    press: { path: ['npc', 'add'], input: { preset: value }, battle: id },
  }));
  const kept = await libraryEntries(asker, ['encounter'], { system: ruleset.id }, services);
  const own = kept.map(({ head }) => ({ name: head.name, description: worded('Your encounter') }));
  return [
    ...foes,
    ...[...own, ...ruleset.encounters].map(({ name, description }) => ({
      ...{ name, note: description, isFoe: false },
      press: { path: ['encounter', 'load'], input: { name }, battle: id },
    })),
  ];
};

/** Buttons that correct, hide, reveal, run or remove a combatant. */
const controlsFor = (battle: OpenBattle, id: string): readonly Control[] => {
  const { saved, ruleset, game } = battle;
  const { table } = saved;
  const entry = game.roster().find((each) => each.id === id);
  if (entry === undefined) return [];
  const control = (label: string, path: string, input: object = {}, style: 'secondary' | 'danger' = 'secondary') =>
    button(label, { path: ['gm', path], input: { who: id, ...input }, battle: saved.id }, style);
  const isFoe = table.control[entry.actor] === undefined;
  const isPiloted = autopilotOf(battle, entry.actor) !== undefined;
  return [
    control('Correct', 'set'),
    table.hidden[id] === undefined ? control('Hide', 'hide') : control('Reveal', 'reveal'),
    ...(isFoe && ruleset.hasPlans
      ? [control(isPiloted ? 'Stop autopilot' : 'Autopilot', 'autopilot', { does: isPiloted ? 'off' : 'at-once' })]
      : []),
    ...(game.status === 'setup' ? [control('Remove', 'remove', { as: 'mistake' }, 'danger')] : []),
  ];
};

const moveButton = ({ saved, ruleset }: OpenBattle, who: string, value: string): Control | undefined => {
  const field = ruleset.moveField;
  if (field === undefined) return undefined;
  const input = { field, who, value };
  return button(phrase`Move ${who} to ${value}`, { path: ['gm', 'set'], input, battle: saved.id }, 'primary');
};

/** Builds what the GM sees besides the battle. Undefined for other users, and after the end. */
export const gmView = async (
  battle: OpenBattle,
  user: string,
  { board, combatants }: BattleView,
  services: FoeServices & Pick<Services, 'records' | 'waits'>,
) => {
  const { saved, ruleset, game } = battle;
  if (game.status === 'ended' || !hasBattleRight(saved.table, user, 'correct')) return undefined;
  const { shown, decisions, tools } = await gmTools(battle, user, 'gm', services);
  const words = game.status === 'setup' ? drawableWords(ruleset) : [];
  const text = board?.kind === 'grid' ? formatMap(mapOfBoard(board), false) : '12x10';
  const isOther = ({ press }: Control): boolean => press.path[1] !== 'panel' && press.path[0] !== 'undo';
  const command = (label: string, path: string, input = {}, style: 'secondary' | 'danger' = 'secondary') =>
    button(label, { path: path.split(' '), input, battle: saved.id }, style);
  const prepares = [
    command('Who would win?', 'battle odds'),
    game.status === 'setup'
      ? command('Propose foes', 'encounter propose')
      : command('Add foes', 'battle enter', { as: 'foes' }),
    command('Autopilot', 'gm autopilot'),
  ];
  const sides = [...new Set(combatants.flatMap(({ side }) => side ?? []))];
  const endings = [
    ...sides.map((winner) => command(phrase`End: victory for ${winner}`, 'battle end', { winner }, 'danger')),
    command('End: no winner', 'battle end', {}, 'danger'),
  ];
  return {
    ...{ shown, decisions },
    tools: [...tools.map((row) => row.filter(isOther)), prepares, game.status === 'setup' ? [] : endings],
    library: await listLibrary(battle, user, services),
    /** The map as text, and the words to draw with. Undefined if the GM cannot draw a map now. */
    map: words.length === 0 ? undefined : { text, words },
    controlsFor: (id: string) => controlsFor(battle, id),
    /** The button that moves a combatant to a place. Undefined in a rulebook without positions. */
    move: (who: string, to: string) => moveButton(battle, who, to),
  };
};

/** What a GM's page shows besides the battle. */
export type GmView = NonNullable<Awaited<ReturnType<typeof gmView>>>;
/** A foe or encounter that the GM can add, with the press that adds it. */
export type LibraryChoice = GmView['library'][number];
