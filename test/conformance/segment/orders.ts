import { list, maybeRaw, type Raw, raw, raws, square, text, texts, yes } from './raw.ts';

const squareText = (value: unknown): string => {
  const found = square(value);
  return found === undefined ? '?' : `${found.x}/${found.y}`;
};

const drawText = (value: unknown): string =>
  typeof value === 'string'
    ? `draw ${value}`
    : `draw ${text(raw(value).weapon) ?? ''}${raw(value).hand === 'off' || yes(raw(value).offHand) ? ' (off)' : ''}`;

const optionsText = (options: Raw): string =>
  Object.entries(options)
    .filter(([, value]) => value !== false && value !== null && value !== undefined)
    .flatMap(([key, value]): readonly string[] => {
      switch (key) {
        case 'noMovement':
          return ['no movement'];
        case 'aim':
          return ['aim'];
        case 'doubleShot':
          return ['double shot'];
        case 'readyShield':
          return ['shield'];
        case 'sheathe':
          return (Array.isArray(value) ? texts(value) : [value === true ? '' : String(value)]).map((name) =>
            `sheathe ${name}`.trim(),
          );
        case 'draw':
          return (Array.isArray(value) ? list(value) : [value]).map(drawText);
        case 'drink': {
          const { potion, pay = 'attacks' } = raw(value);
          return [`drink ${String(potion ?? value)} by ${String(pay)}`];
        }
        case 'defend':
          return [`defend ${String(value)}`];
        case 'freeActions':
          return (Array.isArray(value) ? texts(value) : [String(value)]).map(
            (says) => `free ${says.replaceAll(/[,;\n]/g, ' ')}`,
          );
        case 'freeMove':
          return [`step ${squareText(value)}`];
        default:
          return [key];
      }
    })
    .join('; ');

const pathText = (path: unknown): string => {
  if (typeof path === 'string') return path;
  const way = maybeRaw(path);
  if (way?.toward !== undefined) return `toward ${String(way.toward)}`;
  if (way?.away !== undefined) return `away ${String(way.away)}`;
  return list(path)
    .map((each) => squareText(each).replace('/', ','))
    .join(' ');
};

/** A declaration of a case as a person would type it. */
export const declareParams = (declared: Raw): Raw => {
  const attacks = raws(declared.attacks).map(
    ({ weapon, target, hand }) =>
      `${weapon === undefined ? '' : `${String(weapon)}${hand === 'off' ? ' (off)' : ''} > `}${String(target)}`,
  );
  const target = declared.target ?? declared.patient;
  const does = text(declared.text) ?? text(declared.attack) ?? text(declared.does);
  return {
    action: String(declared.main),
    ...(target !== undefined && { target }),
    ...(text(declared.weapon) !== undefined && { weapon: declared.weapon }),
    ...(attacks.length > 0 && { attacks: attacks.join(', ') }),
    ...(declared.options !== undefined && { options: optionsText(raw(declared.options)) }),
    ...(declared.path !== undefined && { path: pathText(declared.path) }),
    ...(declared.pace !== undefined && { pace: declared.pace }),
    ...(declared.spell !== undefined && { spell: declared.spell }),
    ...(declared.follow !== undefined && { follow: declared.follow }),
    ...(yes(declared.byAir) && { byair: true }),
    ...(does !== undefined && { does }),
    ...(declared.missile !== undefined && { missile: declared.missile }),
  };
};

/** The weapons a declaration draws. */
export const drawnNames = (declared: Raw): readonly string[] => {
  const { draw } = raw(declared.options);
  return (Array.isArray(draw) ? list(draw) : draw === undefined ? [] : [draw]).flatMap((each) =>
    typeof each === 'string' ? each : (text(raw(each).weapon) ?? []),
  );
};
