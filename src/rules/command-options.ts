import { z } from 'zod';
import { memoizeByObject } from '../core/memoize.ts';
import { paramWidgets } from './verb.ts';

/** One parameter of a command, independent of how Discord or the console asks for it. */
export interface CommandOption {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly kind: 'text' | 'whole' | 'flag' | 'choice' | 'file';
  readonly widget: (typeof paramWidgets)[number] | undefined;
  /** True if the text lists names, so that a comma may be part of a name. */
  readonly lists?: true;
  readonly choices: readonly string[];
  /** True if the choices come from several rulebooks. The battle decides which choices are valid. */
  readonly varies?: true;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly maxLength: number | undefined;
  /** True for a binary file. Its value has one character for each byte. */
  readonly binary?: true;
}

const property = z.object({
  type: z.string().optional(),
  description: z.string().default(''),
  enum: z.array(z.string()).optional(),
  widget: z.enum([...paramWidgets, 'file', 'picture']).optional(),
  lists: z.boolean().default(false),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
});
const objectSchema = z.object({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
});

const kindOf = ({ type, enum: names, widget }: z.output<typeof property>): CommandOption['kind'] => {
  if (widget === 'file' || widget === 'picture') return 'file';
  if (names) return 'choice';
  if (type === 'boolean') return 'flag';
  return type === 'integer' || type === 'number' ? 'whole' : 'text';
};

/** Lists the parameters of a schema as options, required ones first. Cached by schema. */
export const listOptions = memoizeByObject((params: z.ZodObject): readonly CommandOption[] => {
  const { properties, required } = objectSchema.parse(z.toJSONSchema(params, { io: 'input' }));
  return Object.entries(properties)
    .map(([name, shape]): CommandOption => {
      const { widget, lists } = shape;
      return {
        name,
        description: shape.description,
        required: required.includes(name),
        kind: kindOf(shape),
        widget: widget === 'file' || widget === 'picture' ? undefined : widget,
        ...(widget === 'picture' && { binary: true }),
        ...((lists || widget === 'list') && { lists: true }),
        choices: shape.enum ?? [],
        min: shape.minimum,
        max: shape.maximum,
        maxLength: shape.maxLength,
      };
    })
    .toSorted((a, b) => Number(b.required) - Number(a.required));
});
