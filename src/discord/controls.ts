import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Control } from '../app/replies/reply.ts';
import { worded } from '../core/message.ts';
import { formatCustomId, formatSelectValue } from './custom-id.ts';
import { cutPlainText, discordLimits } from './limits.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
type Button = Extract<Control, { kind: 'button' }>;
type Select = Extract<Control, { kind: 'select' }>;

const styles = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
  success: ButtonStyle.Success,
} as const;

const label = (text: string, longest: number): string => cutPlainText(worded(text).trim() || '?', longest);

const toButton = (
  { label: text, style, press, disabled, asks }: Button,
  slot: number,
): APIButtonComponent | undefined => {
  const custom_id = formatCustomId(press, slot, '', asks);
  return custom_id === undefined
    ? undefined
    : {
        type: ComponentType.Button,
        style: styles[style],
        label: label(text, discordLimits.buttonLabel),
        custom_id,
        ...(disabled && { disabled }),
      };
};

const toSelect = (select: Select, slot: number): APIStringSelectComponent | undefined => {
  const custom_id = formatCustomId(select.press, slot, select.option, select.asks);
  const byValue = new Map(select.options.map((option) => [formatSelectValue(option.value), option]));
  const options = [...byValue].slice(0, discordLimits.selectOptions).map(([value, option]) => ({
    label: label(option.label, discordLimits.selectText),
    value,
    ...(option.note && { description: cutPlainText(worded(option.note), discordLimits.selectText) }),
  }));
  return custom_id === undefined || options.length === 0
    ? undefined
    : {
        type: ComponentType.StringSelect,
        custom_id,
        placeholder: label(select.label, discordLimits.placeholder),
        options,
      };
};

/** Arranges controls in rows, each with one select list or up to five buttons. */
const splitIntoRows = (controls: readonly Control[]): readonly (readonly Control[])[] => {
  const rows: Control[][] = [];
  for (const control of controls) {
    const last = rows.at(-1);
    const joins = control.kind === 'button' && last?.[0]?.kind === 'button' && last.length < discordLimits.buttons;
    if (joins) last.push(control);
    else rows.push([control]);
  }
  return rows;
};

/** Converts controls to Discord's message components, and counts controls that do not fit. */
export const toComponents = (
  controls: readonly (readonly Control[])[],
): { readonly rows: readonly Row[]; readonly leftOut: number } => {
  const wanted = controls.flatMap(splitIntoRows);
  const rows = wanted.slice(0, discordLimits.rows).map((row, at): Row => {
    const components = row.flatMap((control, index) => {
      const slot = at * discordLimits.buttons + index;
      const made = control.kind === 'button' ? toButton(control, slot) : toSelect(control, slot);
      return made === undefined ? [] : [made];
    });
    return { type: ComponentType.ActionRow, components };
  });
  const shown = rows.reduce((sum, { components }) => sum + components.length, 0);
  return {
    rows: rows.filter(({ components }) => components.length > 0),
    leftOut: controls.reduce((sum, row) => sum + row.length, 0) - shown,
  };
};
