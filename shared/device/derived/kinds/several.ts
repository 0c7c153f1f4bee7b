import * as z from "zod/mini";
import { errorKey } from "../../../base/error-key";
import { largestOf, smallestOf } from "../../../base/lists";
import { unitDimension } from "../../../formats/unit-spellings";
import { t } from "../../../words/made/derived";
import { mostDerivedSources } from "../definition";
import { formulaMessage } from "../formula";
import {
	commonQuantity,
	type DerivedKindModule,
	derivedKind,
	directionProblem,
	finestDecimals,
	inFirstUnit,
	monotonicEnclosure,
	rounded,
	type SourceChannel,
} from "../kind";

type Several = {
	name: "sum" | "mean" | "lowest" | "highest";
	title: string;
	text: string;
	of(values: readonly number[]): number;
	/** Whether a door that is open in one of the sources is a door that is open. */
	isOneOfThem?: true;
	problem?(sources: readonly SourceChannel[]): string | null;
};

function severalKind({ name, title, text, of, isOneOfThem, problem }: Several): DerivedKindModule {
	return derivedKind(z.object({}), {
		title,
		text,
		roles: [{ name: "source", label: t("channels"), count: { least: 2, most: mostDerivedSources } }],
		problem: (sources) => directionProblem(sources) ?? problem?.(sources) ?? null,
		fields: {},
		channelOf: (sources) => {
			const quantity = commonQuantity(sources);
			const isNumber = quantity === "door" && !isOneOfThem;
			return {
				quantity: isNumber ? "other" : quantity,
				unit: sources[0]?.unit ?? "",
				decimals: isNumber ? 1 : finestDecimals(sources),
			};
		},
		formula: (names) => [formulaMessage(name, { names: names.join(", ") })],
		derivation: (_, circumstances) => {
			const inUnit = inFirstUnit(circumstances);
			const value = (sources: readonly number[]) =>
				rounded(of(sources.map((source, position) => inUnit[position]?.(source) ?? source)));
			return { value, enclosure: monotonicEnclosure(value, () => true), isExact: false };
		},
	});
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const sum = severalKind({
	name: "sum",
	title: t("sum"),
	text: t("sum.text"),
	of: sumOf,
	problem: ([source]) =>
		unitDimension(source?.unit ?? "") === "temperature" ? errorKey("derived.temperatures") : null,
});

export const mean = severalKind({
	name: "mean",
	title: t("mean"),
	text: t("mean.text"),
	of: (values) => sumOf(values.map((value) => value / values.length)),
});

export const lowest = severalKind({
	name: "lowest",
	title: t("lowest"),
	text: t("lowest.text"),
	of: smallestOf,
	isOneOfThem: true,
});

export const highest = severalKind({
	name: "highest",
	title: t("highest"),
	text: t("highest.text"),
	of: largestOf,
	isOneOfThem: true,
});
