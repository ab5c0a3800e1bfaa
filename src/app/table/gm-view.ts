import type { OpenBattle } from '../../battle/saved/store.ts';
import { autopilotOf, hasBattleRight } from '../../battle/views/viewer.ts';
import { phrase, sideTerm, worded } from '../../core/message.ts';
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
  const foes = (await foeOffers(asker, battle, services)).map(({ value, label }) => {
    const name = label === value ? value : worded(value);
    const note = label.slice(name.length).replace(/^[^\p{L}\p{N}]+/u, '');
    return { name, note, isFoe: true, press: { path: ['npc', 'add'], input: { preset: value }, battle: id } };
  });
  const kept = await libraryEntries(asker, ['encounter'], { system: ruleset.id }, services);
  const own = kept.map(({ head: { name } }) => [name, name, 'Your encounter'] as const);
  const ready = ruleset.encounters.map(({ name, description }) => [name, worded(name), description] as const);
  return [
    ...foes,
    ...[...own, ...ready].map(([called, name, note]) => ({
      ...{ name, note: worded(note), isFoe: false },
      press: { path: ['encounter', 'load'], input: { name: called }, battle: id },
    })),
  ];
};

/** Creates the function that makes buttons for commands of a battle. */
const commandButtons =
  ({ saved }: OpenBattle) =>
  (label: string, path: string, input = {}, style: Parameters<typeof button>[2] = 'secondary'): Control =>
    button(label, { path: path.split(' '), input, battle: saved.id }, style);

/** Buttons that correct, hide, reveal, run or remove a combatant. */
const controlsFor = (battle: OpenBattle, who: string): readonly Control[] => {
  const { ruleset, game, saved } = battle;
  const entry = game.roster().find(({ id }) => id === who);
  if (entry === undefined) return [];
  const command = commandButtons(battle);
  const [says, does] = autopilotOf(battle, entry.actor) ? ['Stop autopilot', 'off'] : ['Autopilot', 'at-once'];
  const canRun = saved.table.control[entry.actor] === undefined && ruleset.hasPlans;
  return [
    command('Correct', 'gm set', { who }),
    saved.table.hidden[who] ? command('Reveal', 'gm reveal', { who }) : command('Hide', 'gm hide', { who }),
    ...(canRun ? [command(says, 'gm autopilot', { who, does })] : []),
    ...(game.status === 'setup' ? [command('Remove', 'gm remove', { who, as: 'mistake' }, 'danger')] : []),
  ];
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
  const command = commandButtons(battle);
  const prepares = [
    command('Who would win?', 'battle odds'),
    game.status === 'setup'
      ? command('Propose foes', 'encounter propose')
      : command('Add foes', 'battle enter', { as: 'foes' }),
    command('Autopilot', 'gm autopilot'),
  ];
  const sides = [...new Set(combatants.flatMap(({ side }) => side ?? []))];
  const endings = [
    ...sides.map((winner) => command(phrase`End: victory for ${sideTerm(winner)}`, 'battle end', { winner }, 'danger')),
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
    move: (who: string, value: string) =>
      ruleset.moveField === undefined
        ? undefined
        : command(phrase`Move ${who} to ${value}`, 'gm set', { field: ruleset.moveField, who, value }, 'primary'),
  };
};

/** What a GM's page shows besides the battle. */
export type GmView = NonNullable<Awaited<ReturnType<typeof gmView>>>;
/** A foe or encounter that the GM can add, with the press that adds it. */
export type LibraryChoice = GmView['library'][number];
