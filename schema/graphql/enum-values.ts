/** The name of a value in an enum: `text/plain` of the other interfaces is `text_plain`, for names are letters, digits and `_`. */
export const toEnumName = (value: string): string => value.replaceAll(/\W/g, '_');

interface EnumValue<Value extends string> {
  readonly value: Value;
  readonly description: string;
}

/** The values of an enum from their descriptions. Resolvers and the other interfaces have the keys as they are. */
export const toEnumValues = <Value extends string>(
  descriptions: Readonly<Record<Value, string>>,
): Readonly<Record<string, EnumValue<Value>>> =>
  Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, description]) => [
      toEnumName(value),
      { value: value as Value, description },
    ]),
  );
