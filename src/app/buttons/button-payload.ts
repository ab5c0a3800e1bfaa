import type { Input } from '../commands/command.ts';
import { type Press, type View, views } from '../replies/reply.ts';

/** What a control adds to the input of its command: no option's name begins with a dollar. */
const battleKey = '$battle';
const momentKey = '$moment';
const viewKey = '$view';

export interface PressedInput {
  /** The battle and moment the control was made for; neither where the command was typed. */
  readonly battle: string | undefined;
  readonly version: number | undefined;
  /** The private message it stands in. */
  readonly view: View | undefined;
  /** What is left: the command's own options. */
  readonly input: Input;
}

/** The input of a pressed control: that of its command, and what it was made for. */
export const toPressInput = ({ input, battle, moment, view }: Press): Input => ({
  ...input,
  ...(battle !== undefined && { [battleKey]: battle }),
  ...(moment !== undefined && { [momentKey]: moment }),
  ...(view !== undefined && { [viewKey]: view }),
});

/** Parts an input into the command's own options and what a control added. */
export const parsePressInput = (input: Input): PressedInput => {
  const { [battleKey]: battle, [momentKey]: moment, [viewKey]: view, ...rest } = input;
  return {
    battle: typeof battle === 'string' ? battle : undefined,
    version: typeof moment === 'number' ? moment : undefined,
    view: views.find((each) => each === view),
    input: rest,
  };
};
