/** What somebody typed as a number; NaN for what is none, which every schema refuses. */
export function typedNumber(text: string): number {
	const plain = text.trim().replace("−", "-").replace(",", ".");
	return plain === "" ? Number.NaN : Number(plain);
}
