/** Converts a value to the name of an enum value, which has only letters, digits and `_`: `text/plain` becomes `text_plain`. */
export const toEnumName = (value: string): string => value.replaceAll(/\W/g, '_');

interface EnumValue<Value extends string> {
  readonly value: Value;
  readonly description: string;
}

/** The values of an enum from their descriptions. Resolvers and interfaces other than GraphQL use the keys unchanged. */
export const toEnumValues = <Value extends string>(
  descriptions: Readonly<Record<Value, string>>,
): Readonly<Record<string, EnumValue<Value>>> =>
  Object.fromEntries(
    Object.entries<string>(descriptions).map(([value, description]) => [
      toEnumName(value),
      { value: value as Value, description },
    ]),
  );
