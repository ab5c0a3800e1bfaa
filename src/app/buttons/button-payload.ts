import type { CommandInput } from '../command-kit/command.ts';
import { type ControlAction, type PrivateViewKind, privateViewKinds } from '../replies/reply.ts';

/** What a control adds to the input of its command: no option's name begins with a dollar. */
const battleKey = '$battle';
const momentKey = '$moment';
const viewKey = '$view';

export interface ParsedControlInput {
  /** The battle and moment the control was made for; neither where the command was typed. */
  readonly battle: string | undefined;
  readonly version: number | undefined;
  /** The private message it stands in. */
  readonly view: PrivateViewKind | undefined;
  /** What is left: the command's own options. */
  readonly input: CommandInput;
}

/** The input of a pressed control: that of its command, and what it was made for. */
export const encodeControlInput = ({ input, battle, moment, view }: ControlAction): CommandInput => ({
  ...input,
  ...(battle !== undefined && { [battleKey]: battle }),
  ...(moment !== undefined && { [momentKey]: moment }),
  ...(view !== undefined && { [viewKey]: view }),
});

/** Parts an input into the command's own options and what a control added. */
export const parseControlInput = (input: CommandInput): ParsedControlInput => {
  const { [battleKey]: battle, [momentKey]: moment, [viewKey]: view, ...rest } = input;
  return {
    battle: typeof battle === 'string' ? battle : undefined,
    version: typeof moment === 'number' ? moment : undefined,
    view: privateViewKinds.find((each) => each === view),
    input: rest,
  };
};
