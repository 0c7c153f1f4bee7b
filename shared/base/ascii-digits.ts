const digit = /\p{Nd}/u;

/** Digits of any script as ASCII, such as `٢٥` and `２５` as `25`. Each script's are ten in a row. */
export function asciiDigits(text: string): string {
	if (/^[ -~]*$/.test(text)) return text;
	return text.normalize("NFKC").replaceAll(/(?!\d)\p{Nd}/gu, (sign) => {
		const code = sign.codePointAt(0) ?? 0;
		let value = 0;
		while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
		return String(value);
	});
}
