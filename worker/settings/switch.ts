/** `on` or `off`; absent or empty is the default, anything else null. */
export function parseSwitch(text: string | undefined, byDefault: boolean): boolean | null {
	if (!text) return byDefault;
	if (text === "on") return true;
	return text === "off" ? false : null;
}
