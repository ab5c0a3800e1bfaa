/** What Postgres cannot keep in a text, NUL and lone surrogates, as the replacement character. */
export const toPgText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A value as JSON text, keys in their order. */
export const toPgJson = (value: unknown): string => JSON.stringify(value) ?? 'null';
