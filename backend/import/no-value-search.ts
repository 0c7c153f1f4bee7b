import { knownUnit } from "../../shared/formats/unit-spellings";
import { cannotBe, isFarFrom, mayMeanNoValue } from "./no-value";
import type { OpenItems } from "./parsed-file";

const mostValues = 20;
const mostLines = 10;

type Suspect = { count: number; line: number };
type Column = { least: number; greatest: number; count: number; suspects: Map<number, Suspect>; nearest: number };
type Word = { column: number; text: string; count: number; lines: number[] };

export class NoValueSearch {
	readonly #declared: ReadonlySet<number>;
	readonly #columns: Column[] = [];
	readonly #words = new Map<string, Word>();

	constructor(declared: readonly number[]) {
		this.#declared = new Set(declared);
	}

	addNumber(value: number, column: number, line: number): void {
		const known = this.#columns[column];
		const seen = known ?? { least: value, greatest: value, count: 0, suspects: new Map(), nearest: Number.NaN };
		if (known === undefined) this.#columns[column] = seen;
		if (mayMeanNoValue(value) || (this.#declared.size > 0 && this.#declared.has(value)))
			this.#suspect(seen, value, line);
		else addUsual(seen, value, 1);
	}

	#suspect(seen: Column, value: number, line: number): void {
		const suspect = seen.suspects.get(value);
		if (suspect) {
			suspect.count += 1;
			return;
		}
		if (seen.suspects.size < mostValues) {
			seen.suspects.set(value, { count: 1, line });
			seen.nearest = Number.NaN;
			return;
		}
		if (Number.isNaN(seen.nearest)) seen.nearest = nearestZero(seen.suspects, this.#declared);
		if (Math.abs(value) <= Math.abs(seen.nearest)) addUsual(seen, value, 1);
		else {
			addUsual(seen, seen.nearest, seen.suspects.get(seen.nearest)?.count ?? 0);
			seen.suspects.delete(seen.nearest);
			seen.suspects.set(value, { count: 1, line });
			seen.nearest = Number.NaN;
		}
	}

	addWord(text: string, column: number, line: number): void {
		const key = `${column} ${text}`;
		const word = this.#words.get(key) ?? { column, text, count: 0, lines: [] };
		if (word.count === 0) this.#words.set(key, word);
		word.count += 1;
		if (word.lines.length < mostLines) word.lines.push(line);
	}

	/** A suspect that is near the other values counts as one of them; then the next nearest is checked. */
	numbers(units: readonly (string | null)[]): OpenItems["noValues"] {
		return this.#columns.flatMap((seen, column) => {
			const unit = knownUnit(units[column] ?? "");
			const others = { ...seen };
			const found: OpenItems["noValues"] = [];
			for (const [value, { count, line }] of nearestFirst(seen.suspects)) {
				const isDeclared = this.#declared.has(value);
				const isOfSensor = value !== 85 || unit === "°C";
				if (isDeclared || cannotBe(value, unit) || (isOfSensor && isFarFrom(value, others)))
					found.push({ column, value, count, line, isDeclared });
				else addUsual(others, value, count);
			}
			return found.toSorted((a, b) => a.line - b.line);
		});
	}

	words(): OpenItems["words"] {
		return [...this.#words.values()].slice(0, 1_000);
	}
}

function addUsual(seen: Pick<Column, "least" | "greatest" | "count">, value: number, count: number): void {
	if (seen.count === 0) {
		seen.least = value;
		seen.greatest = value;
	} else if (value < seen.least) seen.least = value;
	else if (value > seen.greatest) seen.greatest = value;
	seen.count += count;
}

function nearestFirst(suspects: ReadonlyMap<number, Suspect>): [number, Suspect][] {
	return [...suspects].sort(([one], [other]) => Math.abs(one) - Math.abs(other));
}

function nearestZero(suspects: ReadonlyMap<number, Suspect>, declared: ReadonlySet<number>): number {
	const [nearest] = nearestFirst(suspects).find(([value]) => !declared.has(value)) ?? [0];
	return nearest;
}
