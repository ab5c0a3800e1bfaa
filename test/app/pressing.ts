import { encodeControlInput } from '../../src/app/command-kit/command.ts';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import type { Control, Reply } from '../../src/app/replies/reply.ts';
import { type House, opened } from './house.ts';

/** The buttons and lists of the panel. */
export const panelControls = async (table: House): Promise<readonly Control[]> =>
  panelReply(await opened(table)).controls.flat();

/** The button or list with this label. */
export const findControl = (controls: readonly Control[], label: string): Control => {
  const found = controls.find((each) => each.label === label);
  if (found === undefined) throw new Error(`No ${label} among ${controls.map((each) => each.label).join(', ')}`);
  return found;
};

/** Presses a button, or chooses from a list. */
export const press = (table: House, user: string, control: Control, value?: string) =>
  table.run(
    user,
    control.press.path.join(' '),
    encodeControlInput({
      ...control.press,
      input: { ...control.press.input, ...(control.kind === 'select' && { [control.option]: value ?? '' }) },
    }),
  );

/** Presses a control and throws if the press is refused. */
export const pressed = async (table: House, user: string, control: Control, value?: string): Promise<Reply> => {
  const answer = await press(table, user, control, value);
  if (!answer.ok) throw new Error(`${control.label}: ${await table.sentence(answer.error, 'table')}`);
  return answer.value;
};
