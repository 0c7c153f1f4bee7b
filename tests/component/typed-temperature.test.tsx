import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contentAsRead } from "../../client/chart/chart-lines";
import { summariesAsRead } from "../../client/chart/chart-summaries";
import { ValueInput } from "../../client/forms/value-input";
import { storeOwnFormat } from "../../client/ui/own-formats";
import { loadUnits, valueStyle, valueText } from "../../client/ui/value-display";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";
import { shownNumber, storedNumber } from "../../shared/formats/shown-numbers";
import { readIn } from "../../shared/formats/units";
import * as fc from "../properties";
import { show } from "./show";

beforeAll(loadUnits);
afterEach(() => storeOwnFormat("temperatureUnit", "stored"));

type FieldsProps = { initial: string; unit: string; isDifference?: boolean };

function Fields({ initial, unit, isDifference = false }: FieldsProps) {
	const [stored, setStored] = useState(initial);
	return (
		<>
			<ValueInput
				label="Limit"
				value={stored}
				measure={{ quantity: "other", unit }}
				isDifference={isDifference}
				onChange={setStored}
			/>
			<output aria-label="Kept">{stored}</output>
			<p>{valueText(4, { quantity: "temperature", unit, decimals: 1 })}</p>
		</>
	);
}

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const kept = (text: string) => expect.element(page.getByLabelText("Kept")).toHaveTextContent(text);

test("Keeps a field that no one types in, and stores a typed value in the stored unit, shown as it was typed", async () => {
	storeOwnFormat("temperatureUnit", "°F");
	await show(<Fields initial="8.1234567" unit="°C" />);
	await expect.element(field("Limit (°F)")).toHaveValue("46.62222");
	await kept("8.1234567");
	await userEvent.fill(field("Limit (°F)"), "47,0");
	await expect.element(field("Limit (°F)")).toHaveValue("47,0");
	await kept("8.333333");
	await userEvent.fill(field("Limit (°F)"), "warm");
	await expect.element(field("Limit (°F)")).toHaveValue("warm");
	await kept("warm");
	await userEvent.fill(field("Limit (°F)"), "");
	await kept("");
});

test("A field follows another choice at once, a difference has no zero point, other units stay", async () => {
	await show(<Fields initial="2" unit="°C" isDifference />);
	await expect.element(field("Limit (°C)")).toHaveValue("2");
	storeOwnFormat("temperatureUnit", "°F");
	await expect.element(field("Limit (°F)")).toHaveValue("3.6");
	await userEvent.fill(field("Limit (°F)"), "5.4");
	await kept("3");
	storeOwnFormat("temperatureUnit", "°C");
	await expect.element(field("Limit (°C)")).toHaveValue("3");
});

test("Another quantity is typed as it is kept", async () => {
	storeOwnFormat("temperatureUnit", "°F");
	await show(<Fields initial="61" unit="%" />);
	await userEvent.fill(field("Limit (%)"), "55");
	await kept("55");
});

test("A number of up to four decimals comes back from its stored form as it was typed", () => {
	const typed = fc.integer({ min: -5_000_000, max: 50_000_000 }).map((value) => value / 10_000);
	const choice = fc.constantFrom(["°C", "°F"] as const, ["°F", "°C"] as const);
	fc.assert(
		fc.property(typed, choice, fc.boolean(), (value, [unit, shown], isDifference) => {
			storeOwnFormat("temperatureUnit", shown);
			const reader = readIn({ quantity: "temperature", unit }, valueStyle());
			expect(reader.unit).toBe(shown);
			expect(shownNumber(storedNumber(value, reader, isDifference), reader, isDifference)).toBe(value);
		}),
	);
});

test("A chart is read in one unit: lines, bands, limits and statistics", () => {
	const channel = { id: "c", deviceId: "d", name: "Air", quantity: "temperature", unit: "°C", decimals: 1 } as const;
	const line = {
		channel: { ...channel, min: 2, max: null },
		look: { colour: 0, dash: 0 },
		gapMs: null,
		device: { id: "d", name: "D", timezoneOffset: 0, timeZoneRule: 2, lateAfterMs: 100 } as const,
		at: [1, 2],
		value: [0, 10],
		min: [-10, 5],
		max: [5, 100],
	};
	const content = {
		span: { from: 0, to: 3 },
		quantities: [],
		quantity: "temperature" as const,
		leftOut: 0,
		bucketMs: 60_000,
		lines: [line, { ...line, channel: { ...channel, id: "f", unit: "°F" } }],
	};
	const inFahrenheit = valueStyleOf({ ...specifiedFormats, temperatureUnit: "°F" });
	const [celsius, fahrenheit] = contentAsRead(content, inFahrenheit).lines;
	expect(celsius).toMatchObject({ value: [32, 50], min: [14, 41], max: [41, 212] });
	expect(celsius?.channel).toMatchObject({ unit: "°F", min: 35.6, max: null });
	expect(fahrenheit).toMatchObject({ value: [0, 10], channel: { unit: "°F" } });
	const summary = { readings: 2, min: -10, mean: 10, max: 100, outMs: 5, withinMs: 0, notJudgedMs: 0, unknownMs: 0 };
	const read = summariesAsRead(new Map([["c", summary]]), content, inFahrenheit);
	expect(typeof read === "string" ? read : read.get("c")).toEqual({ ...summary, min: 14, mean: 50, max: 212 });
});
