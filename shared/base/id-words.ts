/** `windSpeed` reads `wind speed`. */
export function idWords(id: string): string {
	return id.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

/** `windSpeed` reads `Wind speed`. */
export function idTitle(id: string): string {
	const words = idWords(id);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
