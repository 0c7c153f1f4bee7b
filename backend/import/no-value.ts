const emptyForm =
	/^(?:[-–—.*#_?\s]*|null|nil|none|n\/?a\.?|n\.a\.?|k\.\s?a\.|#(?:n\/a|nv|value!|wert!|div\/0!|ref!|bezug!|name\?|num!|zahl!|null!)|[+-]?(?:1[.,]?)?#?s?q?(?:nan|ind|inf)(?:\d*|\(.*\))|[+-]?1[.,]#(?:ind|inf|s?nan|q?nan)\d*|[+-−]?infinity|[+-−]?∞|off|ol|no ?data|no ?value|missing|unavailable|unknown|undefined|undef|empty|blank|over ?range|under ?range|overflow|out of range|not connected|disconnected|ice|eqp|bkw|mnt|ssn|zfl|fld)$/i;

export function isEmptyCell(text: string): boolean {
	return text === "" || (text.length <= 20 && emptyForm.test(text));
}

/** Words without a digit are no number, whatever their language: `Ice`, `defekt`, `*** Temporarily unavailable`. */
export function isWord(text: string): boolean {
	return text.length <= 40 && /\p{L}/u.test(text) && !/\d/.test(text);
}

/** Runs of 9, 8 or 7, limits of number types, and numbers that makers document. */
const repeated =
	/^-(?:9{2,}|8{3,}|7{3,})(?:\.(?:9+|8+|7+)0*)?$|^9{4,}(?:\.9+)?$|^(?:6999|7999|8191|32767|65535|8388607|2147483647|4294967295)$/;
const documented = new Set([
	-200, -127, -273, -273.15, -300, -6999, -7999, -99.9, -32768, -3276.8, -2147483648, -8191, 327.67, 655.35, 3276.7,
	6553.5,
]);
/** Possible values, so they must be far from the column's others. 85 °C is the power-on value of a common sensor. */
const doubtful = new Set([85, 999, 999.9, 999.99]);

/** Includes numbers for "no value" that another program has converted: -9999 °F is -5572.8 °C. */
function isDoubtful(value: number): boolean {
	return doubtful.has(value) || (value <= -100 && !isWritten(value));
}

function isWritten(value: number): boolean {
	return documented.has(value) || repeated.test(String(value));
}

const tooGreat = 1e15;

/** Whether loggers write this number for "no value". The column's other values decide. */
export function mayMeanNoValue(value: number): boolean {
	if (value > -99 && value < 997 && value !== 85 && value !== 327.67 && value !== 655.35) return false;
	if (Math.abs(value) >= tooGreat) return true;
	return isWritten(value) || isDoubtful(value) || isLostSign(value);
}

/** Tenths of 16 bits whose sign was lost: 6548.3 is -5.3. */
function isLostSign(value: number): boolean {
	return value >= 6453.6 && value <= 6553.5 && Number.isInteger(Math.round(value * 1e6) / 1e5);
}

const absoluteZero = new Map([
	["°C", -273.15],
	["°F", -459.67],
	["K", 0],
]);

export function cannotBe(value: number, unit: string | null): boolean {
	return value < (absoluteZero.get(unit ?? "") ?? Number.NEGATIVE_INFINITY);
}

type Range = { least: number; greatest: number; count: number };

export function isFarFrom(value: number, { least, greatest, count }: Range): boolean {
	if (Math.abs(value) >= tooGreat) return true;
	const isClear = !isDoubtful(value) && !isLostSign(value);
	if (count === 0) return isClear;
	const distance = value < least ? least - value : value > greatest ? value - greatest : 0;
	if (isClear) return distance > Math.max((greatest - least) / 4, 10);
	return distance > 3 * Math.max(greatest - least, value < 0 ? 20 : 5);
}

const declaredForm =
	/(?:fehlwert|fehlerwert|missing|no[-_ ]?data|fill[-_ ]?value|invalid|error value|bad value|valeurs? manquante|valor(?:es)? (?:faltante|nulo)|null value|na[-_ ]values?|sentinel|not available)[^\d\n+\-−]{0,40}([+\-−]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)/gi;

export function declaredNoValues(text: string): number[] {
	const found = [...text.matchAll(declaredForm)].map(([, number = ""]) =>
		Number(number.replace("−", "-").replace(",", ".")),
	);
	return [...new Set(found)].filter(Number.isFinite).slice(0, 20);
}
