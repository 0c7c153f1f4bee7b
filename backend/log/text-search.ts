/** Whether words hold what is searched for; case does not count, and without a text all do. */
export function textSearch(text: string | undefined): (words: string) => boolean {
	if (text === undefined) return () => true;
	const wanted = text.toLowerCase();
	return (words) => words.toLowerCase().includes(wanted);
}
