import { groupedText } from "../ui/value-display";

/** uPlot labels no axis with values of more digits than a number holds, nor with steps below 1e-32. */
const mostByItself = 1e15;
const leastByItself = 1e-6;

/** The divisor of the axis's values, so that uPlot finds steps for them. */
export function axisUnit([low, high]: [number, number]): number {
	const largest = Math.max(Math.abs(low), Math.abs(high));
	const isUsual = largest === 0 || (largest >= leastByItself && largest < mostByItself);
	return isUsual ? 1 : Number(`1e${exponentOf(largest)}`);
}

function exponentOf(value: number): number {
	return Number(value.toExponential().split("e")[1]);
}

const longestPlain = 10;
const mostDigits = 15;

/** Labels with enough digits to differ: decimals with grouped thousands, or `1.2e37` if that is too long. */
export function axisLabels(values: number[], step: number): string[] {
	const decimals = fewestDigits(values, step, (value, digits) => `${+value.toFixed(digits)}`);
	const plain = decimals?.every((text) => !text.includes("e")) ? decimals.map(groupedText) : [];
	if (plain.length > 0 && plain.every((text) => text.length <= longestPlain)) return plain;
	const powers = fewestDigits(values, step, powerOfTen);
	return (powers ?? values.map(String)).map(groupedText);
}

/** `1.2e37`, without zeros at the end of the digits. */
function powerOfTen(value: number, digits: number): string {
	return value === 0 ? "0" : value.toExponential(digits).replace(/\.?0*e\+?/, "e");
}

function fewestDigits(values: number[], step: number, write: (value: number, digits: number) => string) {
	for (let digits = 0; digits <= mostDigits; digits += 1) {
		const texts = values.map((value) => write(value, digits));
		const isExact = (text: string, index: number) =>
			Math.abs(Number(text) - (values[index] ?? 0)) <= Math.abs(step) / 100;
		if (texts.every(isExact)) return texts;
	}
	return null;
}
