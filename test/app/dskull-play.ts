import { encodeControlInput } from '../../src/app/command-kit/command.ts';
import { verbControls } from '../../src/app/replies/battle-panel.ts';
import { answerControls } from '../../src/app/replies/order-outcome.ts';
import { type Control, changedBattleOf, type Reply } from '../../src/app/replies/reply.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import type { Pick } from '../chance.ts';
import type { House } from './house.ts';

/** A refusal of a button or list that should have been legal. */
export interface UnexpectedRefusal {
  readonly code: string;
  readonly pressed: string;
}

export interface PlayedBattle {
  readonly battle: OpenBattle;
  readonly met: readonly UnexpectedRefusal[];
  readonly presses: number;
  /** All texts that players read, in order. */
  readonly told: readonly string[];
}

const battleOf = async ({ services }: House): Promise<OpenBattle> => {
  const battle = await services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

const lowPriority = ['End', 'Attack action', 'Symbol'];
/** Prefers attacks, and ends an activation mostly if little else is left. */
const chooseControl = (controls: readonly Control[], pick: Pick): Control | undefined => {
  const blow = controls.find(({ label }) => label === 'Attack' || label === 'Blast');
  if (blow !== undefined && pick(5) > 0) return blow;
  const first = controls.filter(({ label }) => !lowPriority.includes(label));
  const pool = first.length > 0 && pick(4) > 0 ? first : controls;
  return pool[pick(pool.length)];
};

const inputOf = (control: Control, pick: Pick) => {
  const { press } = control;
  if (control.kind === 'button') return encodeControlInput(press);
  const option = control.options[pick(control.options.length)];
  return encodeControlInput({ ...press, input: { ...press.input, ...(option && { [control.option]: option.value }) } });
};

const textsOf = ({ cards }: Reply): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

/** Plays a battle to its end with buttons and lists only, for each expected player in turn. */
export const playWithButtons = async (house: House, pick: Pick, most = 3000): Promise<PlayedBattle> => {
  const met: UnexpectedRefusal[] = [];
  const told: string[] = [];
  let presses = 0;
  while (presses < most) {
    const battle = await battleOf(house);
    if (battle.game.status === 'ended') return { battle, met, presses, told };
    const { table, pending } = battle.saved;
    const actor = pending?.question.to ?? battle.game.expectedActions()[0]?.actor ?? 'gm';
    const user = table.control[actor] ?? table.gm;
    const shown = pending === undefined ? verbControls(battle, user) : answerControls(battle, user);
    let control = chooseControl(shown.flat(), pick);
    if (control === undefined) throw new Error(`Nothing to press for ${user} (${actor})`);
    for (let step = 0; control !== undefined && step < 8; step++) {
      presses++;
      const input = inputOf(control, pick);
      const answer = await house.run(user, control.press.path.join(' '), input);
      if (!answer.ok) {
        met.push({ code: answer.error.code, pressed: JSON.stringify(input) });
        break;
      }
      told.push(...textsOf(answer.value));
      control = changedBattleOf(answer.value) === undefined ? answer.value.controls[0]?.[0] : undefined;
    }
  }
  return { battle: await battleOf(house), met, presses, told };
};
