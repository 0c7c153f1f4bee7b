export function median(values) {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

export function format(value, digits = 2) {
	return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function atMost(what, value, bar) {
	return { what, value, bar, isMet: (measured) => measured <= bar };
}

export function atLeast(what, value, bar) {
	return { what, value, bar, isMet: (measured) => measured >= bar };
}
