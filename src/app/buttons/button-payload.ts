import type { CommandInput } from '../command-kit/command.ts';
import { type ControlAction, type PrivateViewKind, privateViewKinds } from '../replies/reply.ts';

/** Keys that a control adds to its command's input. No option begins with a dollar sign. */
const battleKey = '$battle';
const momentKey = '$moment';
const viewKey = '$view';

export interface ParsedControlInput {
  /** The battle and version that the control was made for. Undefined if the command was typed. */
  readonly battle: string | undefined;
  readonly version: number | undefined;
  /** The private message that contains it. */
  readonly view: PrivateViewKind | undefined;
  /** The command's own options. */
  readonly input: CommandInput;
}

/** Adds to a command's input what its control was made for. */
export const encodeControlInput = ({ input, battle, moment, view }: ControlAction): CommandInput => ({
  ...input,
  ...(battle !== undefined && { [battleKey]: battle }),
  ...(moment !== undefined && { [momentKey]: moment }),
  ...(view !== undefined && { [viewKey]: view }),
});

/** Separates the command's own options from what a control added. */
export const parseControlInput = (input: CommandInput): ParsedControlInput => {
  const { [battleKey]: battle, [momentKey]: moment, [viewKey]: view, ...rest } = input;
  return {
    battle: typeof battle === 'string' ? battle : undefined,
    version: typeof moment === 'number' ? moment : undefined,
    view: privateViewKinds.find((each) => each === view),
    input: rest,
  };
};
