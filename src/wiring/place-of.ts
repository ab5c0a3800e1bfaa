/** Describes where in the code an error occurred, without its message, which may contain secrets. */
export const describeFailureLocation = (error: unknown): string => {
  const { name = 'Error', stack = '' } = Object(error);
  return [
    name,
    ...String(stack)
      .split('\n')
      .filter((each) => /^\s+at /.test(each)),
  ].join('\n');
};
