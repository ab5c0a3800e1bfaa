import type { Refusal } from '../../core/refusal.ts';
import type { Result } from '../../core/result.ts';
import type { Card } from '../../presentation/card.ts';

/** Something that the GM of a battle is told in private: at the desk. */
export interface DeskNote {
  readonly card: Card;
  /** Pressed at the desk, they act in the battle: see `atDesk`. */
  readonly controls: readonly (readonly Control[])[];
}

/** What one command answers. A shell turns it into a message; it decides nothing itself. */
export interface Reply {
  readonly cards: readonly Card[];
  /** Private answers are seen by the asker alone. */
  readonly to: 'everyone' | 'asker';
  readonly controls: readonly (readonly Control[])[];
  readonly files: readonly { readonly name: string; readonly content: string | Uint8Array }[];
  /** People to notify, and nobody else: users' ids, never roles. */
  readonly ping: readonly string[];
  /** People to notify by themselves: that they are awaited is nobody else's to know. */
  readonly pingAlone: readonly string[];
  /** What the GM of the battle that changed is told in private. */
  readonly desk: readonly DeskNote[];
  /** The battle that changed, whose panel is to be shown anew. */
  readonly changed: string | undefined;
  /** The battle that ended with it, whose records are to be attached. */
  readonly ended: string | undefined;
  /** It shows the changed battle as its panel does: the message becomes the panel. */
  readonly isPanel: boolean;
  /** Something more for the asker alone, beside a public answer. */
  readonly aside: readonly Card[];
  /** Take the place of the message whose button was pressed, instead of a new message. */
  readonly replaces: boolean;
  /** What a private message becomes whose control was pressed, beside this answer; `gone`: it goes away. */
  readonly instead: Pick<Reply, 'cards' | 'controls'> | 'gone' | undefined;
}

export const reply = (parts: Partial<Reply> & Pick<Reply, 'cards'>): Reply => ({
  to: 'everyone',
  controls: [],
  files: [],
  ping: [],
  pingAlone: [],
  desk: [],
  changed: undefined,
  ended: undefined,
  aside: [],
  isPanel: false,
  replaces: false,
  instead: undefined,
  ...parts,
});

export type Answer = Result<Reply, Refusal>;

/**
 * Private messages that are shown anew once an order was given in them: the GM's panel, one's own view, what to do next; the GM's
 * desk, which stands elsewhere: its controls act where the battle is.
 */
export const views = ['gm', 'my', 'next', 'desk'] as const;
export type View = (typeof views)[number];

/** A command with its input, to be given when a control is pressed. */
export interface Press {
  readonly path: readonly string[];
  readonly input: Readonly<Record<string, string | number | boolean>>;
  /** The battle and the moment of it that it was made for: an older press is answered with what changed. */
  readonly battle?: string;
  readonly moment?: number;
  /** The private message that the control stands in. */
  readonly view?: View;
}

export type Control =
  | {
      readonly kind: 'button';
      readonly label: string;
      readonly style: 'primary' | 'secondary' | 'danger' | 'success';
      readonly press: Press;
      /** It stands there to keep its place, and cannot be pressed. */
      readonly disabled?: boolean;
    }
  | {
      readonly kind: 'select';
      readonly label: string;
      readonly options: readonly { readonly label: string; readonly value: string; readonly note?: string }[];
      /** The option of the command that takes the chosen value. */
      readonly option: string;
      readonly press: Press;
    };
