import { knownUnit } from "../../shared/formats/unit-spellings";
import { isFarFrom, mayMeanNoValue } from "./no-value";
import type { OpenItems } from "./parsed-file";

const mostValues = 20;
const mostLines = 10;

type Suspect = { count: number; line: number };
type Column = { least: number; greatest: number; count: number; suspects: Map<number, Suspect> };
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
		const seen = known ?? { least: value, greatest: value, count: 0, suspects: new Map() };
		if (known === undefined) this.#columns[column] = seen;
		if (mayMeanNoValue(value) || (this.#declared.size > 0 && this.#declared.has(value))) {
			const suspect = seen.suspects.get(value);
			if (suspect) suspect.count += 1;
			else if (seen.suspects.size < mostValues) seen.suspects.set(value, { count: 1, line });
			return;
		}
		if (seen.count === 0) {
			seen.least = value;
			seen.greatest = value;
		} else if (value < seen.least) seen.least = value;
		else if (value > seen.greatest) seen.greatest = value;
		seen.count += 1;
	}

	addWord(text: string, column: number, line: number): void {
		const key = `${column} ${text}`;
		const word = this.#words.get(key) ?? { column, text, count: 0, lines: [] };
		if (word.count === 0) this.#words.set(key, word);
		word.count += 1;
		if (word.lines.length < mostLines) word.lines.push(line);
	}

	numbers(units: readonly (string | null)[]): OpenItems["noValues"] {
		return this.#columns.flatMap((seen, column) =>
			[...seen.suspects].flatMap(([value, { count, line }]) => {
				const isDeclared = this.#declared.has(value);
				const isOfSensor = value !== 85 || knownUnit(units[column] ?? "") === "°C";
				return isDeclared || (isOfSensor && isFarFrom(value, seen)) ? [{ column, value, count, line, isDeclared }] : [];
			}),
		);
	}

	words(): OpenItems["words"] {
		return [...this.#words.values()].slice(0, 1_000);
	}
}
